import type { KyselyPlugin, ValuesNode } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ingest } from '../../../server/accounts/metering/ingest.ts'
import { removeOldFlow } from '../../../server/accounts/flow/retention.ts'
import { recountUsage } from '../../../server/accounts/quota/usage.ts'
import { anAccount, aServer, months } from '../../support/make.ts'
import { pass, terms } from '../../support/traffic.ts'
import { makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>
type FlowTable = 'flow5min' | 'flowHour' | 'flowDay'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const usageIn = ({ db }: Pick<World, 'db'>) =>
  db.selectFrom('usage').selectAll().orderBy('accountId').orderBy('serverId').execute()

/** Counts an account again, and returns the new sums. */
async function recounted(world: World, accountId: number) {
  await world.db.transaction().execute((tx) => recountUsage(tx, accountId, world.clock.at))
  return usageIn(world)
}

/** Rows of one account on server 1, by table and moment. */
async function fill({ db }: World, accountId: number, rows: [FlowTable, number, number][]) {
  for (const [table, bucket, up] of rows)
    await db.insertInto(table).values({ accountId, serverId: 1, bucket, up, down: 0 }).execute()
}

describe('what an account has used', () => {
  test('is stored exactly where a slot bears more than its cycle', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const account = await anAccount(world, months(world, 3))
    // The next cycle begins two minutes into a slot.
    const start = world.clock.at + 2 * MINUTE
    await world.db.updateTable('account').set({ cycleStart: start }).execute()
    const next = start + 30 * DAY
    world.clock.set(next - MINUTE)
    await pass(world, server, account, 50)
    world.clock.set(next + MINUTE)
    await pass(world, server, account, 7)
    const exact = { accountId: account, serverId: server, cycleFrom: next, bytes: 7 }
    expect(await usageIn(world)).toMatchObject([exact])
    expect(await recounted(world, account)).toMatchObject([exact])
  })

  test('begins with the first moment of its cycle', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const account = await anAccount(world, months(world, 2))
    const start = world.clock.at
    world.clock.add(MINUTE)
    await pass(world, server, account, 1, start - 1)
    expect(await usageIn(world)).toMatchObject([{ bytes: 0, lastSeen: start - 1 }])
    await pass(world, server, account, 2, start)
    expect(await usageIn(world)).toMatchObject([{ bytes: 2, lastSeen: start }])
    // News that come late reveal nothing of who was seen last.
    await pass(world, server, account, 4, start - 9)
    expect(await usageIn(world)).toMatchObject([{ bytes: 2, lastSeen: start }])
  })

  test('is summed up again when its cycle was moved to the moment of its last traffic', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const account = await anAccount(world, months(world, 2))
    world.clock.add(HOUR)
    await pass(world, server, account, 50)
    const cycleStart = world.clock.at
    await world.db.updateTable('account').set({ cycleStart }).execute()
    await pass(world, server, account, 7)
    // Nothing passed before: what came just now adds to all of it.
    expect(await usageIn(world)).toMatchObject([{ cycleFrom: cycleStart, bytes: 57 }])
  })

  test('is counted apart by account and server, of one batch too', async () => {
    const world = await makeWorld()
    const [one, two] = [await aServer(world), await aServer(world, { shift: 1 })]
    const [a, b] = [await anAccount(world), await anAccount(world)]
    const at = world.clock.at
    const deltas = [
      { key: `${two}:${b}`, up: 8, down: 0, at },
      { key: `${one}:${a}`, up: 1, down: 0, at: at - 5 },
      { key: `${two}:${a}`, up: 0, down: 2, at },
      { key: `${one}:${a}`, up: 3, down: 1, at: at - 9 },
      { key: `${one}:${b}`, up: 0, down: 0, at },
    ]
    await ingest(world.db, { id: 'mixed', deltas }, terms(world))
    expect(await usageIn(world)).toEqual([
      { accountId: a, serverId: one, cycleFrom: 0, bytes: 5, lastSeen: at - 5 },
      { accountId: a, serverId: two, cycleFrom: 0, bytes: 2, lastSeen: at },
      { accountId: b, serverId: one, cycleFrom: 0, bytes: 0, lastSeen: at },
      { accountId: b, serverId: two, cycleFrom: 0, bytes: 8, lastSeen: at },
    ])
    const rows = await world.db
      .selectFrom('flowHour')
      .select(['accountId', 'serverId', 'up', 'down'])
      .orderBy('accountId')
      .orderBy('serverId')
      .execute()
    // An account that was only seen has no traffic to store.
    expect(rows).toEqual([
      { accountId: a, serverId: one, up: 4, down: 1 },
      { accountId: a, serverId: two, up: 0, down: 2 },
      { accountId: b, serverId: two, up: 8, down: 0 },
    ])
  })

  test('is written in the order of its keys, so that two writers never deadlock', async () => {
    const world = await makeWorld()
    const [one, two] = [await aServer(world), await aServer(world, { shift: 1 })]
    const [a, b] = [await anAccount(world), await anAccount(world)]
    const written: Record<string, unknown[][]> = {}
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (node.kind !== 'InsertQueryNode' || node.values?.kind !== 'ValuesNode') return node
        const table = node.into?.table.identifier.name ?? ''
        for (const row of (node.values as ValuesNode).values)
          if (row.kind === 'PrimitiveValueListNode')
            (written[table] ??= []).push(row.values.slice(0, table === 'usage' ? 2 : 3))
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const at = Date.UTC(2026, 0, 15, 10)
    const [early, late] = [at - DAY, at]
    const of = (account: number, server: number, when: number) => {
      return { key: `${server}:${account}`, up: 1, down: 1, at: when }
    }
    const deltas = [of(b, one, late), of(b, two, early), of(a, two, late), of(b, one, early)]
    deltas.push(of(a, one, late))
    await ingest(world.db.withPlugin(plugin), { id: 'order', deltas }, terms(world))
    const slots = (step: number) =>
      [
        [a, late, one],
        [a, late, two],
        [b, early, one],
        [b, early, two],
        [b, late, one],
      ].map(([account, when = 0, server]) => [account, when - (when % step), server])
    expect(written.flow5min).toEqual(slots(5 * MINUTE))
    expect(written.flowHour).toEqual(slots(HOUR))
    expect(written.flowDay).toEqual(slots(DAY))
    expect(written.usage).toEqual([
      [a, one],
      [a, two],
      [b, one],
      [b, two],
    ])
  })
})

describe('a recount', () => {
  test('reads five minutes up to the first full hour, and hours from then on', async () => {
    const world = await makeWorld()
    await aServer(world)
    const hour = world.clock.at
    const cycleStart = hour + 12 * MINUTE
    const account = await anAccount(world, { ...months(world, 1), cycleStart })
    world.clock.add(3 * HOUR)
    await fill(world, account, [
      ['flow5min', hour + 5 * MINUTE, 1],
      ['flow5min', hour + 10 * MINUTE, 2],
      ['flow5min', hour + 55 * MINUTE, 4],
      ['flow5min', hour + HOUR, 8],
      ['flowHour', hour, 16],
      ['flowHour', hour + HOUR, 32],
      ['flowHour', hour + 2 * HOUR, 64],
      ['flowDay', hour - 12 * HOUR, 128],
    ])
    const lastSeen = hour + 2 * HOUR
    expect(await recounted(world, account)).toEqual([
      { accountId: account, serverId: 1, cycleFrom: cycleStart, bytes: 2 + 4 + 32 + 64, lastSeen },
    ])
  })

  test('reads hours where the cycle begins with one, or before five minutes are stored', async () => {
    const world = await makeWorld()
    await aServer(world)
    const account = await anAccount(world, months(world, 1))
    const hour = world.clock.at
    await fill(world, account, [
      ['flow5min', hour, 1],
      ['flow5min', hour + 10 * MINUTE, 2],
      ['flowHour', hour - HOUR, 4],
      ['flowHour', hour, 8],
      ['flowHour', hour + HOUR, 16],
      ['flowDay', hour - 12 * HOUR, 32],
    ])
    const from = async (cycleStart: number, age: number) => {
      await world.db.deleteFrom('usage').execute()
      await world.db.updateTable('account').set({ cycleStart }).execute()
      world.clock.set(cycleStart + age)
      return (await recounted(world, account))[0]?.bytes
    }
    expect(await from(hour, 2 * HOUR)).toBe(24)
    expect(await from(hour + 10 * MINUTE, 7 * DAY)).toBe(18)
    expect(await from(hour + 10 * MINUTE, 7 * DAY + 1)).toBe(24)
  })

  test('reads days for an account without cycles', async () => {
    const world = await makeWorld()
    const account = await anAccount(world)
    const [now, day] = [world.clock.at, world.clock.at - 12 * HOUR]
    await fill(world, account, [
      ['flow5min', now, 1],
      ['flowHour', now, 2],
      ['flowDay', day - 100 * DAY, 4],
      ['flowDay', day, 8],
    ])
    expect(await recounted(world, account)).toMatchObject([{ cycleFrom: 0, bytes: 12 }])
  })

  test('of an account that is gone is nothing', async () => {
    const world = await makeWorld()
    await fill(world, 99, [['flowDay', 0, 4]])
    expect(await recounted(world, 99)).toEqual([])
  })
})

describe('old traffic', () => {
  test.each([
    ['flow5min', 7],
    ['flowHour', 60],
    ['flowDay', 400],
    ['serverFlow', 400],
  ] as const)('of %s is deleted after %d days and not before', async (table, days) => {
    const world = await makeWorld()
    const now = world.clock.at
    const edge = now - days * DAY
    const rows = [0, 1, 7].flatMap((serverId) =>
      [edge - 1, edge, now].map((bucket) => ({ serverId, bucket, up: 1, down: 1 })),
    )
    const own = rows.map((row) => ({ ...row, accountId: 5 }))
    if (table === 'serverFlow') await world.db.insertInto(table).values(rows).execute()
    else await world.db.insertInto(table).values(own).execute()
    expect(await removeOldFlow(world.db, { now, timeZone: 'UTC' })).toBe(3)
    expect(await removeOldFlow(world.db, { now, timeZone: 'UTC' })).toBe(0)
    const left = await world.db.selectFrom(table).select('bucket').distinct().execute()
    expect(left.map(({ bucket }) => bucket).toSorted()).toEqual([edge, now])
  })
})
