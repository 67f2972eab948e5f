/** @module-tag long */
import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { openDatabase } from '../../../server/database/database.ts'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import { makeWorld } from '../../support/world.ts'
import { buyByCard } from '../../support/cards.ts'
import { aPlan } from '../../support/make.ts'

const PAGE = readFileSync('docs/manual/en/backups.md', 'utf8')
const SECTION = /^## PostgreSQL$([\s\S]*?)^## /m.exec(PAGE)?.[1] ?? ''
/** What the manual says to type and to configure, in its order. */
const BLOCKS = [...SECTION.matchAll(/```(ini)?\n([\s\S]*?)```/g)].map(([, , text = '']) => text)

// It takes PostgreSQL's own time; `npm run soak` runs it.
describe('a base backup and the log of PostgreSQL', { tags: ['soak'] }, () => {
  test('bring back a moment, as the manual says', { timeout: 240_000 }, async () => {
    const [make, archive, base, replace, recover] = BLOCKS
    const postgres = await startPostgres()
    const disk = await mkdtemp(join(tmpdir(), 'sluice-disk-'))
    await chmod(disk, 0o755)
    onTestFinished(async () => {
      postgres.stop()
      await rm(disk, { recursive: true, force: true })
    })
    /** The page's paths are those of this test. */
    const here = (text = '') =>
      text
        .replaceAll('/mnt/disk', disk)
        .replaceAll('/var/lib/postgresql/15/main', postgres.data)
        .replaceAll('2026-11-22', '$(date +%F)')
    const program = /\/usr\/lib\/postgresql\/\S+\/bin/.exec(
      spawnSync('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin']).stdout.toString(),
    )?.[0]
    const type = (text = '') => {
      const env = { ...process.env, PATH: `${program}:${process.env.PATH}` }
      const flags = `--host=127.0.0.1 --port=${postgres.port} --username=sluice`
      const line = here(text).replace('pg_basebackup', `pg_basebackup ${flags}`)
      const { status, stderr } = spawnSync('sh', ['-ec', line], { env, cwd: disk })
      expect(`${status} ${stderr.toString()}`).toMatch(/^0 /)
    }
    const configure = (text = '') =>
      appendFileSync(join(postgres.data, 'postgresql.conf'), `\n${here(text)}`)

    type(make)
    configure(archive)
    postgres.pause('fast')
    postgres.resume()
    const world = await makeWorld({ env: { DATABASE_URL: postgres.url } })
    const customer = await world.person()
    const planId = await aPlan(world)
    const buy = async () => expect(await buyByCard(world, customer, planId)).toBe(200)
    await buy()
    type(base)
    await buy()
    await pause(1_000)
    const moment = new Date()
    await pause(1_000)
    await buy()
    await sql`select pg_switch_wal()`.execute(world.db)
    const archived = async () => {
      const { rows } = await sql<{ done: boolean; failed: number }>`
        select last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) as done,
          failed_count as failed from pg_stat_archiver`.execute(world.db)
      return rows[0]
    }
    await vi.waitFor(async () => expect(await archived()).toEqual({ done: true, failed: 0 }), {
      timeout: 30_000,
      interval: 200,
    })
    await world.db.destroy()

    postgres.pause('immediate')
    type(replace)
    configure(
      recover?.replace(
        '2026-11-23 14:05:00+00',
        moment.toISOString().replace('T', ' ').replace('Z', '+00'),
      ),
    )
    postgres.resume()
    const db = openDatabase(postgres.url)
    onTestFinished(() => db.destroy())
    await vi.waitFor(
      async () => {
        const { rows } = await sql<{ on: boolean }>`select pg_is_in_recovery() as on`.execute(db)
        expect(rows[0]?.on).toBe(false)
      },
      { timeout: 60_000, interval: 200 },
    )
    // The one after the base backup is there, and the one after the moment is not.
    expect(await db.selectFrom('placedOrder').select('id').execute()).toHaveLength(2)
    expect(await checkLedger(db)).toEqual([])
    await aPlan({ ...world, db })
  })
})
