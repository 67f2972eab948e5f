import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../server/database/database.ts'
import { migrate } from '../../../server/database/migrations/migrate.ts'
import { changeSetting } from '../../../server/database/settings/store.ts'
import { addFlow, addServerFlow } from '../../../server/accounts/flow/adding.ts'
import { monthsKnownSince } from '../../../server/accounts/flow/known.ts'
import { removeOldFlow } from '../../../server/accounts/flow/retention.ts'
import { recountUsage } from '../../../server/accounts/quota/usage.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { emptyDatabaseOn } from '../../support/moving.ts'
import { migrateTo } from '../../support/schemas.ts'
import { pass, terms } from '../../support/traffic.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>
type Table = 'flowDay' | 'flowMonth' | 'serverFlow' | 'serverFlowMonth'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const PAIRS = [
  ['flowDay', 'flowMonth'],
  ['serverFlow', 'serverFlowMonth'],
] as const

const fold = (world: World) => removeOldFlow(world.db, terms(world))

const stored = async ({ db }: World, table: Table) => {
  const rows = await db.selectFrom(table).select(['bucket', 'up', 'down']).execute()
  return rows.map(({ bucket, up, down }) => [bucket, up + down]).toSorted((a, b) => a[0]! - b[0]!)
}

const total = async (world: World, days: Table, months: Table) =>
  [...(await stored(world, days)), ...(await stored(world, months))].reduce(
    (sum, [, bytes = 0]) => sum + bytes,
    0,
  )

/** Thirteen starts of months of UTC, the first of them so many years and months from 2024-01. */
const yearFrom = (month: number) =>
  Array.from({ length: 13 }, (_, at) => Date.UTC(2024, month + at))

const chart = async (
  world: World,
  serverId: number,
  query: { time?: number[]; type?: 'week' | 'day'; accountId?: number; tz?: string },
) => {
  const params = { path: { serverId }, query }
  return (await world.as(mainAdmin).GET('/api/admin/flow/{serverId}', { params })).data
}

/** An account that carried bytes at each of some moments, on a clock that then stands at `now`. */
async function carried(moments: Record<number, number>, now: number, env?: NodeJS.ProcessEnv) {
  const world = await makeWorld({ env })
  const user = await world.person()
  const [serverId, accountId] = [await aServer(world), await anAccount(world, { userId: user.id })]
  for (const [at, bytes] of Object.entries(moments)) {
    world.clock.set(Number(at))
    await pass(world, serverId, accountId, bytes)
  }
  world.clock.set(now)
  return { world, user, serverId, accountId }
}

describe('days past their retention', () => {
  test('are added to their months, each once, on both sides of the border', async () => {
    const now = Date.UTC(2026, 0, 15)
    const edge = now - 400 * DAY
    const { world } = await carried(
      { [edge - DAY]: 1, [edge - 5 * MINUTE]: 2, [edge]: 4, [now]: 8 },
      now,
    )
    for (let again = 0; again < 3; again += 1) {
      await fold(world)
      // 11 December 2024, UTC.
      expect(await stored(world, 'flowMonth')).toEqual([[Date.UTC(2024, 11), 3]])
      expect(await stored(world, 'serverFlowMonth')).toEqual([[Date.UTC(2024, 11), 3]])
      expect(await stored(world, 'flowDay')).toEqual([
        [edge, 4],
        [now, 8],
      ])
    }
    world.clock.add(1)
    await fold(world)
    expect(await stored(world, 'flowMonth')).toEqual([[Date.UTC(2024, 11), 7]])
    expect(await stored(world, 'serverFlowMonth')).toEqual([[Date.UTC(2024, 11), 7]])
  })

  test('that come late are added as well', async () => {
    const now = Date.UTC(2026, 0, 15)
    const old = Date.UTC(2024, 10, 30, 23, 55)
    const { world, serverId, accountId } = await carried({ [old]: 1 }, now)
    await fold(world)
    await pass(world, serverId, accountId, 2, old)
    await fold(world)
    expect(await stored(world, 'flowMonth')).toEqual([[Date.UTC(2024, 10), 3]])
    expect(await stored(world, 'serverFlowMonth')).toEqual([[Date.UTC(2024, 10), 3]])
  })

  test('are in the month they were in at home, a leap day too', async () => {
    // Shanghai is eight hours ahead: its March begins on the last day of February.
    const march = Date.UTC(2024, 1, 29, 16)
    const { world } = await carried(
      { [march - DAY]: 1, [march - 5 * MINUTE]: 2, [march]: 4 },
      Date.UTC(2026, 0, 15),
      { TZ: 'Asia/Shanghai' },
    )
    await fold(world)
    for (const table of ['flowMonth', 'serverFlowMonth'] as const)
      expect(await stored(world, table)).toEqual([
        [Date.UTC(2024, 0, 31, 16), 3],
        [march, 4],
      ])
  })

  test('are in their month where clocks change within it', async () => {
    const [march, april] = [Date.UTC(2024, 1, 29, 23), Date.UTC(2024, 2, 31, 22)]
    const { world } = await carried(
      { [march]: 1, [april - 5 * MINUTE]: 2, [april]: 4 },
      Date.UTC(2026, 0, 15),
      { TZ: 'Europe/Berlin' },
    )
    await fold(world)
    for (const table of ['flowMonth', 'serverFlowMonth'] as const)
      expect(await stored(world, table)).toEqual([
        [march, 3],
        [april, 4],
      ])
  })

  test.each(PAIRS)('of %s stay where they are while %s takes none', async (days, months) => {
    const now = Date.UTC(2026, 0, 15)
    const { world } = await carried({ [now - 401 * DAY]: 7, [now]: 1 }, now)
    const rename = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(world.db)
    await rename(months, 'away')
    await expect(fold(world)).rejects.toThrow(months)
    expect((await stored(world, days)).map(([, bytes]) => bytes)).toEqual([7, 1])
    await rename('away', months)
    await fold(world)
    expect((await stored(world, months)).map(([, bytes]) => bytes)).toEqual([7])
    expect((await stored(world, days)).map(([, bytes]) => bytes)).toEqual([1])
  })

  test('are added once by several at the same moment, in more than one slice', async () => {
    const now = Date.UTC(2026, 0, 15)
    const { world } = await carried({ [now]: 1 }, now)
    const rows = Array.from({ length: 2_500 }, (_, at) => ({
      accountId: 10 + (at % 50),
      serverId: 1,
      bucket: now - (401 + Math.floor(at / 50)) * DAY,
      up: 1,
      down: 2,
    }))
    await addFlow(world.db, 'flowDay', rows)
    await Promise.all([fold(world), fold(world), fold(world)])
    expect(await total(world, 'flowDay', 'flowMonth')).toBe(7_501)
    expect(await stored(world, 'flowDay')).toEqual([[now, 1]])
  })

  test('are kept as months until the last month of the year before is past', async () => {
    const now = Date.UTC(2026, 0, 15)
    const world = await makeWorld()
    const edge = now - 831 * DAY
    const rows = [edge - 1, edge].map((bucket) => ({ serverId: 1, bucket, up: 1, down: 1 }))
    await world.db.insertInto('serverFlowMonth').values(rows).execute()
    const own = rows.map((row) => ({ ...row, accountId: 5 }))
    await world.db.insertInto('flowMonth').values(own).execute()
    expect(await removeOldFlow(world.db, { now, timeZone: 'UTC' })).toBe(2)
    for (const table of ['flowMonth', 'serverFlowMonth'] as const)
      expect(await stored(world, table)).toEqual([[edge, 2]])
    // The first month of the year before the last 12, at any time, is complete.
    for (let at = now; at < now + 400 * DAY; at += DAY) {
      const date = new Date(at)
      const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 23)
      const since = at - 800 * DAY
      expect(first - DAY).toBeGreaterThan(since)
    }
  })
})

describe('a chart of months', () => {
  // Where days end is 11 December 2024.
  const now = Date.UTC(2026, 0, 15)
  const moments = {
    [Date.UTC(2024, 1, 1)]: 1,
    [Date.UTC(2024, 1, 29, 23, 55)]: 2,
    [Date.UTC(2024, 2, 1)]: 4,
    [Date.UTC(2024, 11, 5)]: 8,
    [Date.UTC(2024, 11, 20)]: 16,
    [Date.UTC(2024, 11, 31, 23, 55)]: 32,
    [Date.UTC(2025, 0, 1)]: 64,
    [Date.UTC(2025, 1, 1)]: 128,
  }
  const YEAR = [0, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 56]

  test('has what is kept in days and in months, and no byte twice', async () => {
    const { world, serverId, accountId } = await carried(moments, now)
    for (let again = 0; again < 2; again += 1) {
      await fold(world)
      for (const one of [accountId, undefined]) {
        const ask = (from: number, id = serverId) =>
          chart(world, id, { time: yearFrom(from), ...(one !== undefined && { accountId: one }) })
        expect(await ask(0)).toEqual(YEAR)
        expect(await ask(1)).toEqual([...YEAR.slice(1), 64])
        expect(await ask(2)).toEqual([...YEAR.slice(2), 64, 128])
      }
    }
    // In days alone, which is all it needs.
    expect((await chart(world, serverId, { time: yearFrom(12), accountId }))?.slice(0, 2)).toEqual([
      64, 128,
    ])
    const other = await aServer(world, { shift: 1 })
    expect(await chart(world, other, { time: yearFrom(0), accountId })).toEqual(YEAR.map(() => 0))
    expect(await chart(world, other, { time: yearFrom(0) })).toEqual(YEAR.map(() => 0))
  })

  test('is the same in a zone whose months begin earlier or later', async () => {
    const noon = (month: number, day: number) => Date.UTC(2024, month, day, 12)
    const { world, serverId, accountId } = await carried(
      { [noon(1, 15)]: 1, [noon(2, 3)]: 2, [noon(2, 28)]: 4, [noon(3, 15)]: 8 },
      now,
      { TZ: 'Asia/Shanghai' },
    )
    const hoursAhead = { 'Pacific/Kiritimati': 14, 'Pacific/Pago_Pago': -11, UTC: 0 }
    const months = async () => {
      const all = []
      for (const [tz, hours] of Object.entries(hoursAhead))
        for (const one of [accountId, undefined]) {
          const time = [1, 2, 3, 4].map((month) => Date.UTC(2024, month) - hours * HOUR)
          all.push(
            await chart(world, serverId, {
              time,
              tz,
              ...(one !== undefined && { accountId: one }),
            }),
          )
        }
      return all
    }
    expect(await stored(world, 'flowMonth')).toEqual([])
    await fold(world)
    expect(await stored(world, 'flowDay')).toEqual([])
    expect(await months()).toEqual(Array.from({ length: 6 }, () => [1, 6, 8]))
  })

  test('of less than a month reads nothing of it', async () => {
    const { world, serverId, accountId } = await carried(moments, now)
    await fold(world)
    const middle = Date.UTC(2024, 1, 15)
    for (const one of [{ accountId }, {}]) {
      const week = await chart(world, serverId, { type: 'week', time: [middle], ...one })
      expect(week).toEqual([0, 0, 0, 0, 0, 0, 0])
      const half = { time: [Date.UTC(2024, 1), middle, Date.UTC(2024, 2)], ...one }
      expect(await chart(world, serverId, half)).toEqual([0, 0])
      // Months of Shanghai are none of UTC.
      const shanghai = [1, 2, 3].map((month) => Date.UTC(2024, month) - 8 * HOUR)
      expect(await chart(world, serverId, { time: shanghai, ...one })).toEqual([0, 0])
    }
  })

  test('is charged for a customer, server by server, and of nobody else', async () => {
    const { world, user, serverId, accountId } = await carried(moments, now)
    await fold(world)
    const double = await aServer(world, { shift: 1, scale: 2 })
    const row = { accountId, serverId: double, bucket: Date.UTC(2024, 1), up: 1, down: 2 }
    await addFlow(world.db, 'flowMonth', [row])
    const ask = async (caller: typeof user, id: number, raw?: '1') => {
      const params = { path: { serverId: id, accountId }, query: { time: yearFrom(0), raw } }
      const get = world.as(caller).GET('/api/user/flow/{serverId}/{accountId}/chart', { params })
      const { data, response } = await get
      return data?.[1] ?? response.status
    }
    expect([await ask(user, 0), await ask(user, double), await ask(user, serverId)]).toEqual([
      9, 6, 3,
    ])
    expect(await ask(user, 0, '1')).toBe(6)
    expect(await ask(await world.person(), 0)).toBe(403)
    const stranger = await world.person({ type: 'admin', groupId: 9 })
    const params = { path: { serverId }, query: { time: yearFrom(0), accountId } }
    const get = world.as(stranger).GET('/api/admin/flow/{serverId}', { params })
    expect((await get).response.status).toBe(403)
  })

  test('is spread over servers as it adds up', async () => {
    const { world, serverId, accountId } = await carried(moments, now)
    await fold(world)
    const params = {
      path: { accountId },
      query: { time: [Date.UTC(2024, 0), Date.UTC(2025, 0)] },
    }
    const get = world.as(mainAdmin).GET('/api/admin/flow/account/{accountId}', { params })
    expect((await get).data).toEqual([{ flow: 63, name: 'Tokyo', serverId }])
  })

  test('is 0 once the account is reset, and stays in its server', async () => {
    const { world, serverId, accountId } = await carried(moments, now)
    await fold(world)
    const params = { path: { accountId } }
    await world.as(mainAdmin).POST('/api/admin/account/{accountId}/resetFlow', { params })
    expect(await chart(world, serverId, { time: yearFrom(0), accountId })).toEqual(
      YEAR.map(() => 0),
    )
    expect(await chart(world, serverId, { time: yearFrom(0) })).toEqual(YEAR)
    const nobody = world.db.selectFrom('flowMonth').select(['accountId', 'down']).orderBy('bucket')
    expect(await nobody.execute()).toEqual([3, 4, 8].map((down) => ({ accountId: 0, down })))
    // Another one resets to the same months of nobody.
    const row = { accountId, serverId, bucket: Date.UTC(2024, 1), up: 0, down: 5 }
    await addFlow(world.db, 'flowMonth', [row])
    await world.as(mainAdmin).POST('/api/admin/account/{accountId}/resetFlow', { params })
    expect((await nobody.execute())[0]).toEqual({ accountId: 0, down: 8 })
  })

  test('stays in its server when account and server are deleted', async () => {
    const { world, serverId, accountId } = await carried(moments, now)
    await fold(world)
    await world.as(mainAdmin).DELETE('/api/admin/account/{accountId}', {
      params: { path: { accountId } },
    })
    expect(await chart(world, serverId, { time: yearFrom(0) })).toEqual(YEAR)
    await world.db.deleteFrom('server').execute()
    await fold(world)
    expect(await total(world, 'serverFlow', 'serverFlowMonth')).toBe(255)
    expect(await total(world, 'flowDay', 'flowMonth')).toBe(255)
  })
})

test('what an account without end has used reaches back into months', async () => {
  const now = Date.UTC(2026, 0, 15)
  const { world, serverId, accountId } = await carried(
    { [Date.UTC(2024, 1, 29)]: 1, [now - 401 * DAY]: 2, [now]: 4 },
    now,
  )
  const recounted = async () => {
    await world.db.deleteFrom('usage').execute()
    await world.db.transaction().execute((tx) => recountUsage(tx, accountId, now))
    return world.db.selectFrom('usage').select(['serverId', 'bytes']).execute()
  }
  expect(await recounted()).toEqual([{ serverId, bytes: 7 }])
  await fold(world)
  expect(await recounted()).toEqual([{ serverId, bytes: 7 }])
})

describe('since when months are known', () => {
  test('is when they began to be kept, and later what is still there', async () => {
    const { db } = await makeWorld()
    const began = Date.UTC(2026, 0, 15, 12)
    await changeSetting(db, 'monthlyFlow', { since: began })
    expect(await monthsKnownSince(db, began)).toBe(began)
    expect(await monthsKnownSince(db, began + 800 * DAY)).toBe(began)
    expect(await monthsKnownSince(db, began + 801 * DAY)).toBe(Date.UTC(2026, 0, 16))
    await db.deleteFrom('setting').where('key', '=', 'monthlyFlow').execute()
    expect(await monthsKnownSince(db, began)).toBeUndefined()
  })

  test.each([
    ['is the upgrade, of a shop that has carried nothing', [], 0],
    ['is the first day it carried something', [300], 300],
    ['is what days reach back to, of an older shop', [399, 425], 400],
  ])('%s', async (_name, days, ago) => {
    const url = process.env.TEST_DATABASE_URL
    const db = openDatabase(url ? await emptyDatabaseOn(url) : ':memory:')
    onTestFinished(() => db.destroy())
    await migrateTo(db, '038-trigrams')
    const now = Date.now()
    const rows = days.map((day) => ({ serverId: 1, bucket: now - day * DAY, up: 1, down: 1 }))
    const own = rows.map((row) => ({ ...row, accountId: 5 }))
    await addFlow(db, 'flowDay', own)
    await migrate(db)
    const since = (await monthsKnownSince(db, now)) ?? 0
    expect(Math.abs(since - (now - ago * DAY))).toBeLessThan(MINUTE)
  })

  test('is the first traffic of a server, where the accounts it was of are gone', async () => {
    const url = process.env.TEST_DATABASE_URL
    const db = openDatabase(url ? await emptyDatabaseOn(url) : ':memory:')
    onTestFinished(() => db.destroy())
    await migrateTo(db, '038-trigrams')
    const now = Date.now()
    const world = { db, clock: { at: now, set: () => undefined, add: () => undefined } }
    const [serverId] = [await aServer(world), await aServer(world, { shift: 1 })]
    await addServerFlow(db, [{ serverId, bucket: now - 30 * DAY, up: 1, down: 1 }])
    await migrate(db)
    expect(await monthsKnownSince(db, now)).toBe(now - 30 * DAY)
  })

  test('is in the status of those who are logged in', async () => {
    const world = await makeWorld()
    const since = world.clock.at - 5 * DAY
    await changeSetting(world.db, 'monthlyFlow', { since })
    for (const caller of [mainAdmin, await world.person()])
      expect((await world.as(caller).GET('/api/home/login')).data?.monthsSince).toBe(since)
  })
})
