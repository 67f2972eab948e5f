import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../server/database/database.ts'
import { openForService } from '../../../server/database/opening.ts'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import { emptyDatabaseOn } from '../../support/moving.ts'
import {
  contentsOf,
  filledFile,
  fillSchema,
  keptOf,
  migrateTo,
  SCHEMAS,
} from '../../support/schemas.ts'
import { drawing } from '../../support/seed.ts'
import { emptyFolder } from '../../support/served.ts'
import type { UpgradeTask } from '../../support/upgrade-worker.ts'

const POSTGRES = process.env.TEST_DATABASE_URL
/** A few for every change, a thousand on either database where there is time (`npm run soak`). */
const KILLS = Number(process.env.KILLS ?? (process.env.SOAK ? 1_000 : 6))
const WORKER = fileURLToPath(new URL('../../support/upgrade-worker.ts', import.meta.url))
const FIRST = SCHEMAS[0]!
/** Some more than an upgrade has. */
const STATEMENTS = 350
/** How often one upgrade is killed at most. */
const IN_A_ROW = 5

/** Shops of the first schema, as many as are asked for. */
async function openStock() {
  if (!POSTGRES) {
    const { bytes, before } = await filledFile(FIRST)
    const take = async () => {
      const dataDir = await emptyFolder()
      await writeFile(join(dataDir, 'sluice.db'), bytes)
      return { databaseUrl: `file:${join(dataDir, 'sluice.db')}`, dataDir, drop: async () => {} }
    }
    return { before, take }
  }
  const template = await emptyDatabaseOn(POSTGRES)
  const first = openDatabase(template)
  await migrateTo(first, FIRST)
  const before = await fillSchema(first, FIRST)
  await first.destroy()
  const admin = openDatabase(POSTGRES)
  onTestFinished(() => admin.destroy())
  let number = 0
  const take = async () => {
    const from = new URL(template).pathname.slice(1)
    const name = `${from}_${(number += 1)}`
    await sql`create database ${sql.ref(name)} template ${sql.ref(from)}`.execute(admin)
    return {
      databaseUrl: new URL(`/${name}`, POSTGRES).href,
      dataDir: await emptyFolder(),
      drop: async () =>
        void (await sql`drop database ${sql.ref(name)} with (force)`.execute(admin)),
    }
  }
  return { before, take }
}

/** Processes that are loaded, each for one upgrade. */
function openWorkers() {
  const start = () => {
    const child = fork(WORKER, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    return { child, ready: once(child, 'message'), gone: once(child, 'exit') }
  }
  const waiting = [start(), start()]
  onTestFinished(() => waiting.forEach(({ child }) => void child.kill('SIGKILL')))
  return async () => {
    const worker = waiting.shift()!
    waiting.push(start())
    await worker.ready
    return worker
  }
}

/** How long an upgrade takes that nobody disturbs, ms. */
async function tookOf(child: ChildProcess, task: UpgradeTask): Promise<number> {
  child.send(task)
  const [{ took }] = (await once(child, 'message')) as [{ took: number }]
  return took
}

test(
  `${KILLS} times killed, an upgrade starts again and loses nothing`,
  { timeout: 60_000 + KILLS * 10_000 },
  async () => {
    const { between, chance } = drawing('upgrade kills')
    const { before, take } = await openStock()
    const kept = keptOf(before)
    const next = openWorkers()
    const free = await take()
    const took = await tookOf((await next()).child, free)
    await free.drop()
    const ends = { before: 0, after: 0 }
    let shop = await take()
    let kills = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { databaseUrl, dataDir } = shop
      const { child, gone } = await next()
      // Every other one right after a statement, and the others at any moment.
      const bySteps = kill % 2 === 0
      child.send({ databaseUrl, dataDir, ...(bySteps && { killAfter: between(1, STATEMENTS) }) })
      if (!bySteps) await pause(chance() * took * 1.2).then(() => child.kill('SIGKILL'))
      await gone
      kills += 1

      const db = openDatabase(databaseUrl)
      const { rows } = await sql<{ name: string }>`
        select name from kysely_migration order by name`.execute(db)
      const isUpgraded = rows.length > 1
      ends[isUpgraded ? 'after' : 'before'] += 1
      expect([[FIRST], SCHEMAS]).toContainEqual(rows.map(({ name }) => name))
      expect(await contentsOf(db, isUpgraded ? kept : before)).toEqual(isUpgraded ? kept : before)
      await db.destroy()
      // The next process is its next start, which is killed as well, and the last is spared.
      if (!isUpgraded && kills < IN_A_ROW && kill < KILLS - 1) continue
      const again = await openForService({ databaseUrl, dataDir })
      expect(await contentsOf(again, kept)).toEqual(kept)
      expect(await checkLedger(again)).toEqual([])
      await again.destroy()
      if (!POSTGRES)
        expect(readdirSync(dataDir).filter((name) => name.startsWith('before'))).toHaveLength(1)
      await shop.drop()
      shop = await take()
      kills = 0
    }
    console.log(`${KILLS} kills: ${ends.before} before the upgrade's end, ${ends.after} after it`)
  },
)
