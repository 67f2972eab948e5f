import { type Kysely, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../server/database/database.ts'
import { migrate } from '../../../server/database/migrations/migrate.ts'
import type { Tables } from '../../../server/database/tables.ts'
import { selectChart } from '../../../server/accounts/charts/store.ts'
import { selectOnline } from '../../../server/accounts/online.ts'
import { addFlow, addServerFlow } from '../../../server/accounts/flow/adding.ts'
import { foldDays } from '../../../server/accounts/flow/folding.ts'
import { keepPartitions, partitionsOf } from '../../../server/accounts/flow/partitions.ts'
import { removeOldFlow } from '../../../server/accounts/flow/retention.ts'
import { removeFlow } from '../../../server/accounts/quota/reset.ts'
import { emptyDatabaseOn } from '../../support/moving.ts'
import { anAccount } from '../../support/make.ts'
import { migrateTo } from '../../support/schemas.ts'

const URL_ = process.env.TEST_DATABASE_URL ?? ''
const DAY = 86_400_000
const TABLES = ['flow5min', 'flowHour', 'flowDay'] as const

/** A database of its own, and connections of two processes to it. */
async function twoProcesses() {
  const address = await emptyDatabaseOn(URL_)
  const [one, other] = [openDatabase(address), openDatabase(address)]
  onTestFinished(async () => {
    await Promise.all([one.destroy(), other.destroy()])
  })
  return { one, other }
}

const rowAt = (bucket: number, up = 1) => ({ accountId: 5, serverId: 1, bucket, up, down: 0 })
const namesOf = async (db: Kysely<Tables>, table: 'flow5min' | 'flowDay') =>
  (await partitionsOf(db, table)).map(({ name }) => name)

async function countIn(db: Kysely<Tables>, table: string) {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
    db,
  )
  return rows[0]?.n
}

describe.skipIf(!URL_)('traffic in partitions', () => {
  test('what there was is carried, by two processes that start at the same moment', async () => {
    const { one, other } = await twoProcesses()
    await migrateTo(one, '020-conversations')
    const now = Date.now()
    const buckets = [now - 300 * DAY, now - 8 * DAY, now, now + 3_000 * DAY]
    for (const table of TABLES)
      await addFlow(
        one,
        table,
        buckets.map((at) => rowAt(at, 7)),
      )
    const ofServer = buckets.map((bucket) => ({ serverId: 1, bucket, up: 7, down: 1 }))
    await addServerFlow(one, ofServer)

    await Promise.all([migrate(one), migrate(other)])
    // As a process that has not been upgraded yet goes on writing.
    await addFlow(other, 'flowHour', [rowAt(now), rowAt(now + 3_000 * DAY)])
    await Promise.all([keepPartitions(one, now), keepPartitions(other, now)])
    const ups = async (table: (typeof TABLES)[number]) => {
      const rows = one.selectFrom(table).select(['bucket', 'up']).orderBy('bucket')
      return (await rows.execute()).map(({ up }) => up)
    }
    expect(await Promise.all(TABLES.map(ups))).toEqual([
      [7, 7, 7, 7],
      [7, 7, 8, 8],
      [7, 7, 7, 7],
    ])
    expect(await one.selectFrom('serverFlow').selectAll().orderBy('bucket').execute()).toEqual(
      ofServer,
    )
    expect(await countIn(one, 'flowHour_default')).toBe(1)
  })

  test('old ones are dropped, and nothing else goes or is counted twice', async () => {
    const { one, other } = await twoProcesses()
    await migrate(one)
    const start = Date.now()
    for (let day = 0; day < 30; day += 1) {
      const now = start + day * DAY
      await Promise.all([keepPartitions(one, now), keepPartitions(other, now)])
      // One report of now, and one that comes two days late.
      for (const table of TABLES) await addFlow(one, table, [rowAt(now), rowAt(now - 2 * DAY)])
      await removeOldFlow(other, { now, timeZone: 'UTC' })
    }
    const rows = one.selectFrom('flow5min').select(['bucket', 'up']).orderBy('bucket')
    const kept = await rows.execute()
    const since = start + 22 * DAY
    const sums = kept.filter(({ bucket }) => bucket >= since).map(({ up }) => up)
    expect(sums).toEqual([2, 2, 2, 2, 2, 2, 1, 1])
    // Of the day in which the retention ends a part may be older.
    expect(Math.min(...kept.map(({ bucket }) => bucket))).toBeGreaterThanOrEqual(since - 2 * DAY)
    const names = await namesOf(one, 'flow5min')
    expect(names).not.toContain('flow5min_before')
    expect(names.length).toBeLessThanOrEqual(7 + 1 + 1 + 4)
    expect(await countIn(one, 'flow5min_default')).toBe(0)
    // Of 400 days none is over.
    expect(await namesOf(one, 'flowDay')).toContain('flowDay_before')
    expect(await countIn(one, 'flowDay')).toBe(32)
  })

  test('those of what is kept by month go when they are empty, and no byte is lost or doubled', async () => {
    const { one, other } = await twoProcesses()
    await migrate(one)
    const start = Date.now()
    let added = 0
    for (let day = 0; day < 460; day += 14) {
      const now = start + day * DAY
      await Promise.all([keepPartitions(one, now), keepPartitions(other, now)])
      const rows = [rowAt(now), rowAt(now - 2 * DAY)]
      // Very late; its month is kept until the end of this test.
      if (day > 70) rows.push(rowAt(now - 405 * DAY))
      await addFlow(one, 'flowDay', rows)
      await addServerFlow(
        one,
        rows.map(({ accountId: _, ...row }) => row),
      )
      added += rows.length
      const when = { now, timeZone: 'Asia/Shanghai' }
      await Promise.all([removeOldFlow(one, when), removeOldFlow(other, when)])
    }
    const sumOf = async (table: string) => {
      const { rows } = await sql<{ n: number }>`
        select cast(sum("up") as bigint) as n from ${sql.table(table)}`.execute(one)
      return Number(rows[0]?.n)
    }
    for (const [days, months] of [
      ['flowDay', 'flowMonth'],
      ['serverFlow', 'serverFlowMonth'],
    ] as const) {
      expect(await sumOf(months)).toBeGreaterThan(25)
      expect((await sumOf(days)) + (await sumOf(months)), days).toBe(added)
      const names = (await partitionsOf(one, days)).map(({ name }) => name)
      expect(names).not.toContain(`${days}_before`)
      expect(names.length).toBeLessThanOrEqual(15 + 1 + 1 + 4)
    }
  })

  test('one of days that is not empty stays until its rows are in months', async () => {
    const { one, other } = await twoProcesses()
    await migrate(one)
    const now = Date.now()
    const later = now + 430 * DAY
    await addFlow(one, 'flowDay', [rowAt(now, 7)])
    await keepPartitions(one, later)
    expect(await namesOf(one, 'flowDay')).toContain('flowDay_before')
    expect(await countIn(one, 'flowDay')).toBe(1)
    // A row that was being written when all others were gone.
    await removeOldFlow(one, { now: later, timeZone: 'UTC' })
    let dropped: Promise<void> | undefined
    await other.transaction().execute(async (tx) => {
      await addFlow(tx, 'flowDay', [rowAt(now, 5)])
      dropped = keepPartitions(one, later)
      await new Promise((resolve) => setTimeout(resolve, 300))
    })
    await dropped
    expect(await countIn(one, 'flowDay')).toBe(1)
    await removeOldFlow(one, { now: later, timeZone: 'UTC' })
    await keepPartitions(one, later)
    expect(await namesOf(one, 'flowDay')).not.toContain('flowDay_before')
    const { up } = await one.selectFrom('flowMonth').select('up').executeTakeFirstOrThrow()
    expect(up).toBe(12)
  })

  test('what is reset while it is added to a month is not there twice', async () => {
    const { one, other } = await twoProcesses()
    await migrate(one)
    const now = Date.now() + 430 * DAY
    await addFlow(one, 'flowDay', [rowAt(now - 401 * DAY, 7)])
    let reset: Promise<void> | undefined
    await one.transaction().execute(async (tx) => {
      const gone = await tx.deleteFrom('flowDay').returningAll().execute()
      reset = other.transaction().execute((theirs) => removeFlow(theirs, 5, now))
      await new Promise((resolve) => setTimeout(resolve, 300))
      await foldDays(tx, gone, 'UTC')
    })
    await reset
    expect(await countIn(one, 'flowDay')).toBe(0)
    const months = await one.selectFrom('flowMonth').select(['accountId', 'up']).execute()
    expect(months).toEqual([{ accountId: 0, up: 7 }])
  })

  test('what had no partition moves into one when that is made', async () => {
    const { one } = await twoProcesses()
    await migrate(one)
    const now = Date.now()
    await addFlow(one, 'flow5min', [rowAt(now + 20 * DAY), rowAt(now + 40 * DAY)])
    expect(await countIn(one, 'flow5min_default')).toBe(2)
    await keepPartitions(one, now + 18 * DAY)
    expect(await countIn(one, 'flow5min_default')).toBe(1)
    expect(await countIn(one, 'flow5min')).toBe(2)
  })

  test('a reader that holds a table only delays it', async () => {
    const { one, other } = await twoProcesses()
    await migrate(one)
    const later = Date.now() + 9 * DAY
    await one.transaction().execute(async (tx) => {
      await tx.selectFrom('flow5min').selectAll().execute()
      await keepPartitions(other, later)
    })
    await keepPartitions(other, later)
    expect(await namesOf(one, 'flow5min')).not.toContain('flow5min_before')
  })

  test('a chart of a day reads the partitions of that day', async () => {
    const { one } = await twoProcesses()
    await migrate(one)
    const now = Date.now() + 10 * DAY
    for (let day = 0; day <= 10; day += 2) await keepPartitions(one, now - day * DAY)
    const start = Math.floor(now / DAY) * DAY
    /** The partitions a query touches: each is locked until the transaction ends. */
    const touched = (read: (tx: Kysely<Tables>) => Promise<unknown>) =>
      one.transaction().execute(async (tx) => {
        await read(tx)
        const { rows } = await sql<{ name: string }>`
          select relname as name from pg_locks join pg_class on pg_class.oid = relation
          where pid = pg_backend_pid() and relispartition and relkind = 'r'`.execute(tx)
        return rows.map(({ name }) => name)
      })
    const day = new Date(start).toISOString().slice(0, 10).replaceAll('-', '')
    const chart = { borders: [start, start + DAY / 2, start + DAY], table: 'flow5min' } as const
    const shown = { serverId: 1, accountId: 5 }
    expect(await touched((tx) => selectChart(tx, shown, chart))).toEqual([`flow5min_${day}`])
    expect(await touched((tx) => selectChart(tx, { serverId: 1 }, chart))).toHaveLength(1)
    // Who is online is asked of two slots, for every account there is.
    await anAccount({ db: one, clock: { at: now, set: () => {}, add: () => {} } })
    const online = await touched((tx) => selectOnline(tx, start + DAY / 2))
    expect(online.filter((name) => name.startsWith('flow'))).toEqual([`flow5min_${day}`])
  })
})
