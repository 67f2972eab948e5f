/** @module-tag long */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../../server/base/config.ts'
import { BackupRefused, prepareBackup } from '../../../server/backup/shipping/opening.ts'
import { openDatabase } from '../../../server/database/database.ts'
import { openForService } from '../../../server/database/opening.ts'
import { programOf } from '../../support/programs.ts'
import { migrateTo, SCHEMAS } from '../../support/schemas.ts'
import { emptyFolder, serve } from '../../support/served.ts'

const run = promisify(execFile)
const READY = { timeout: 120_000, interval: 200 }
const KEY = randomBytes(32).toString('base64url')

type Env = Record<string, string>

/** `npm run backup -- …` as an operator runs it: what it said, and its exit code. */
const backup = (env: Env, ...words: string[]) =>
  run(process.execPath, [programOf('backup'), ...words], {
    env: { ...process.env, ...env },
  }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
  )

async function settings(more: Env = {}): Promise<Env & { DATA_DIR: string; BACKUP: string }> {
  return {
    DATA_DIR: await emptyFolder(),
    BACKUP: await emptyFolder(),
    BACKUP_KEY: KEY,
    SECRET_KEY: '',
    ...more,
  }
}

/** A server that was started, shipped all it had, and stopped. */
async function onceServed(env: Env) {
  const server = await serve(env)
  await vi.waitFor(async () => expect(await server.status(), server.said()).toBe(200), READY)
  // Not by the command: each is a process of its own, and this asks many times.
  await vi.waitFor(async () => {
    const metrics = await (await fetch(`${server.url}/api/metrics`)).text()
    expect(metrics).toContain('sluice_backup_state{state="ok"} 1')
    expect(metrics).toMatch(/sluice_backup_shipped_timestamp_seconds \d/)
  }, READY)
  server.child.kill('SIGTERM')
  await server.ended
  return server.said()
}

/** Why a server with these settings does not start; it asks before it opens its database. */
const refusedStart = (env: Env): Promise<string> =>
  prepareBackup(readConfig(env), { words: [], say: () => {} }).then(
    () => 'started',
    (error: unknown) => {
      if (!(error instanceof BackupRefused)) throw error
      return error.message
    },
  )

describe('a server that ships', { timeout: 400_000 }, () => {
  test('is restored to an empty folder by one command, takes over the store, and begins anew', async () => {
    const env = await settings()
    await onceServed(env)
    expect((await backup(env, 'list')).said).toContain('any moment to')
    const check = await backup(env, 'check')
    expect(check.said).toMatch(/Restored in \d+ ms: .* File, references and books are sound\./)
    expect((await backup(env, 'restore')).said).toMatch(/There is a database in .* already/)
    await rm(env.DATA_DIR, { recursive: true })

    const empty = await serve(env)
    expect(await empty.ended).toEqual([1, null])
    expect(empty.said()).toContain('Restore it: npm run backup -- restore.')
    expect(existsSync(join(env.DATA_DIR, 'sluice.db'))).toBe(false)

    const restored = await backup(env, 'restore')
    expect(restored).toMatchObject({ code: 0 })
    const server = await serve(env)
    await vi.waitFor(async () => expect(await server.status(), server.said()).toBe(200), READY)
    await vi.waitFor(
      () => expect(readdirSync(env.BACKUP).filter((name) => name !== 'owner')).toHaveLength(2),
      READY,
    )

    expect(await refusedStart({ ...env, DATA_DIR: await emptyFolder() })).toMatch(/Restore it/)
    const other = await settings({ BACKUP: env.BACKUP })
    await writeFile(join(other.DATA_DIR, 'sluice.db'), '')
    expect(await refusedStart(other)).toMatch(/belongs to another server .* --take-over-backup/)
    server.child.kill('SIGTERM')
    await server.ended

    await rm(env.DATA_DIR, { recursive: true })
    const anew = await serve(env, {}, ['--begin-anew'])
    await vi.waitFor(async () => expect(await anew.status(), anew.said()).toBe(200), READY)
    // What there was is left.
    await vi.waitFor(
      () => expect(readdirSync(env.BACKUP).filter((name) => name !== 'owner')).toHaveLength(3),
      READY,
    )
  })

  test('makes a key once, names its file, and writes it nowhere else', async () => {
    const env = await settings({ BACKUP_KEY: '' })
    const said = await onceServed(env)
    const key = (await readFile(join(env.DATA_DIR, 'backup.key'), 'utf8')).trim()
    expect(said).not.toContain(key)
    expect(said).toContain(`in ${join(env.DATA_DIR, 'backup.key')}`)
    expect((await stat(join(env.DATA_DIR, 'backup.key'))).mode & 0o777).toBe(0o600)
    // The next start has it, and says nothing of it.
    const told: string[] = []
    await prepareBackup(readConfig(env), { words: [], say: (text) => void told.push(text) })
    expect(told).toEqual([])
    for (const name of readdirSync(env.BACKUP, { recursive: true, encoding: 'utf8' })) {
      const path = join(env.BACKUP, name)
      if ((await stat(path)).isFile()) expect((await readFile(path)).includes(key)).toBe(false)
    }
    await rm(env.DATA_DIR, { recursive: true })
    expect((await backup(env, 'restore')).said).toMatch(/There is no backup key/)
    const wrong = { ...env, BACKUP_KEY: KEY }
    expect((await backup(wrong, 'restore')).said).toMatch(/does not open the store/)
    expect((await backup({ ...env, BACKUP_KEY: key }, 'restore')).code).toBe(0)
  })

  test('does not start empty while the store is away', async () => {
    const env = await settings()
    const [endpoint, BACKUP] = ['http://127.0.0.1:9', 's3://bucket/x']
    const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', BACKUP_ENDPOINT: endpoint }
    expect(await refusedStart({ ...env, ...keys, BACKUP })).toMatch(/cannot be seen.*--begin-anew/)
  })
})

describe('an upgrade', { timeout: 400_000 }, () => {
  test('keeps what was before it, and can be taken back', async () => {
    const { DATA_DIR } = await settings()
    const file = join(DATA_DIR, 'sluice.db')
    const env = { DATA_DIR }
    const change = async (text: string) => {
      const db = openDatabase(`file:${file}`)
      await sql.raw(text).execute(db)
      await db.destroy()
    }
    const first = openDatabase(`file:${file}`)
    await migrateTo(first, SCHEMAS.at(-2)!)
    await first.destroy()
    await (await openForService({ databaseUrl: `file:${file}`, dataDir: DATA_DIR })).destroy()
    const stored = readdirSync(DATA_DIR).filter((name) => name.startsWith('before-'))
    expect(stored).toHaveLength(1)
    expect(await backup(env, 'rollback', '--yes')).toMatchObject({
      code: 0,
      said: expect.stringContaining('There is nothing to go back from'),
    })

    await change("insert into kysely_migration (name, timestamp) values ('999-later', '')")
    const newer = await serve(env)
    expect(await newer.ended).toEqual([1, null])
    expect(newer.said()).toMatch(
      /a newer release of Sluice has changed it \(999-later\).+: npm run backup -- rollback\./,
    )

    const open = openDatabase(`file:${file}`)
    await sql`select 1 from kysely_migration`.execute(open)
    expect((await backup(env, 'rollback')).said).toContain('The server is running. Stop it first.')
    await open.destroy()
    expect(await backup(env, 'rollback')).toMatchObject({
      code: 1,
      said: expect.stringMatching(
        /was made .*, 0 hours ago\. .*0 orders and 0 people came after it.*backup -- rollback --yes/,
      ),
    })
    const back = await backup(env, 'rollback', '--yes')
    expect(back).toMatchObject({
      code: 0,
      said: expect.stringContaining('What it had become is in'),
    })
    const db = openDatabase(`file:${file}`)
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    await db.destroy()
    expect(rows.map(({ name }) => name)).not.toContain('999-later')
    await change("insert into kysely_migration (name, timestamp) values ('999-later', '')")
    expect((await backup(env, 'rollback')).said).toContain('There is no copy')
    const onPostgres = { ...env, DATABASE_URL: 'postgres://sluice@127.0.0.1/none' }
    expect(await backup(onPostgres, 'rollback')).toMatchObject({
      code: 1,
      said: expect.stringContaining('PostgreSQL goes back with the dump'),
    })
  })
})
