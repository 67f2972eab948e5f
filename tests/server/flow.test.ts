import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ingest } from '../../server/flow/ingest.ts'
import { startQueue } from '../../server/flow/queue.ts'
import { leftOn, type Quota, usedOn } from '../../server/flow/quota.ts'
import { removeOldFlow } from '../../server/flow/retention.ts'
import { recountUsage } from '../../server/flow/usage.ts'
import type { FlowDelta } from '../../server/plane/plane.ts'
import { anAccount, aServer, months } from '../support/make.ts'
import { mainAdmin, makeWorld } from '../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Lets traffic of some bytes (down) pass at a moment, by default now. */
async function pass(
  world: World,
  serverId: number,
  accountId: number,
  down: number,
  at = world.clock.at,
) {
  const deltas = [{ key: `${serverId}:${accountId}`, up: 0, down, at }]
  passed += 1
  return ingest(world.db, { id: `test ${passed}`, deltas }, terms(world))
}

const terms = ({ clock, config }: World) => ({ now: clock.at, timeZone: config.timeZone })
let passed = 0

const usageOf = (world: World, accountId: number) =>
  world.db.selectFrom('usage').selectAll().where('accountId', '=', accountId).execute()

describe('ingest', () => {
  test('adds every byte once to every table', async () => {
    const world = await makeWorld({ env: { TZ: 'Asia/Tokyo' } })
    const servers = [await aServer(world), await aServer(world, { shift: 1 })]
    const accounts = [await anAccount(world), await anAccount(world), await anAccount(world)]
    const delta = fc.record({
      server: fc.constantFrom(...servers),
      account: fc.constantFrom(...accounts),
      up: fc.nat(1_000_000),
      down: fc.nat(2 ** 40),
      ago: fc.nat(3 * DAY),
    })
    let batches = 0
    let carried = 0
    await fc.assert(
      fc.asyncProperty(fc.array(delta, { minLength: 1, maxLength: 60 }), async (rows) => {
        batches += 1
        const deltas = rows.map(({ server, account, ago, ...bytes }) => ({
          key: `${server}:${account}`,
          at: world.clock.at - ago,
          ...bytes,
        }))
        await ingest(world.db, { id: `batch ${batches}`, deltas }, terms(world))
        carried += deltas.reduce((sum, { up, down }) => sum + up + down, 0)
        for (const table of ['flow5min', 'flowHour', 'flowDay', 'serverFlow'] as const) {
          const stored = await world.db.selectFrom(table).select(['up', 'down']).execute()
          expect(stored.reduce((sum, { up, down }) => sum + up + down, 0), table).toBe(carried)
        }
        const usage = await world.db.selectFrom('usage').select('bytes').execute()
        expect(usage.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(carried)
      }),
      { numRuns: 30 },
    )
    const days = await world.db.selectFrom('flowDay').select('bucket').distinct().execute()
    expect(days.every(({ bucket }) => (bucket + 9 * HOUR) % DAY === 0)).toBe(true)
  })

  test('counts a batch once however often it is told', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const account = await anAccount(world)
    const deltas = [{ key: `${server}:${account}`, up: 1, down: 2, at: world.clock.at }]
    const batch = { id: 'again', deltas }
    await ingest(world.db, batch, terms(world))
    await ingest(world.db, batch, terms(world))
    expect((await usageOf(world, account))[0]?.bytes).toBe(3)
  })

  test('keeps the traffic of an account that is gone, for the server', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    await pass(world, server, 99, 500)
    const rows = await world.db.selectFrom('serverFlow').select('down').execute()
    expect(rows).toEqual([{ down: 500 }])
    expect(await usageOf(world, 99)).toEqual([])
  })

  test('starts anew with the next cycle, and counts late news to the cycle before', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const account = await anAccount(world, months(world, 3))
    const start = world.clock.at
    await pass(world, server, account, 100)
    world.clock.add(30 * DAY + MINUTE)
    await pass(world, server, account, 7)
    await pass(world, server, account, 50, start + 30 * DAY - 1)
    expect(await usageOf(world, account)).toMatchObject([
      { bytes: 7, cycleFrom: start + 30 * DAY, lastSeen: world.clock.at },
    ])
  })

  test('sums up the cycle again when somebody moved it', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const account = await anAccount(world, months(world, 3))
    const start = world.clock.at
    await pass(world, server, account, 100)
    world.clock.add(2 * DAY)
    await pass(world, server, account, 20)
    const cycleStart = start + DAY
    await world.db.updateTable('account').set({ cycleStart }).where('id', '=', account).execute()
    await pass(world, server, account, 3)
    expect(await usageOf(world, account)).toMatchObject([{ bytes: 23, cycleFrom: cycleStart }])

    await world.db
      .updateTable('account')
      .set({ cycleStart: start - DAY })
      .where('id', '=', account)
      .execute()
    await world.db.transaction().execute((tx) => recountUsage(tx, account, world.clock.at))
    expect(await usageOf(world, account)).toMatchObject([{ bytes: 123, cycleFrom: start - DAY }])
  })

  test('says when a quota is used up: of one server, or of all together', async () => {
    const world = await makeWorld()
    const one = await aServer(world)
    const two = await aServer(world, { shift: 1, scale: 2 })
    const own = await anAccount(world, { ...months(world, 1), flow: 1000 })
    expect(await pass(world, one, own, 999)).toBe(false)
    expect(await pass(world, two, own, 499)).toBe(false)
    expect(await pass(world, two, own, 1)).toBe(true)
    const shared = await anAccount(world, { ...months(world, 1), flow: 1000, multiServerFlow: 1 })
    expect(await pass(world, one, shared, 500)).toBe(false)
    expect(await pass(world, two, shared, 250)).toBe(true)
  })
})

describe('leftOn', () => {
  test('is the fewest bytes that use the quota up', () => {
    const scale = fc.constantFrom(0.1, 0.3, 0.5, 1, 1.5, 2, 3.7)
    const raw = fc.nat(100_000)
    fc.assert(
      fc.property(fc.nat(500_000), raw, raw, scale, scale, fc.boolean(), (flow, a, b, s, t, shared) => {
        const scales = new Map([
          [1, s],
          [2, t],
        ])
        const quota: Quota = { flow: flow + 1, flowPack: 10, shared, scales, raw: new Map([[2, b]]) }
        const used = (bytes: number) =>
          usedOn({ ...quota, raw: new Map([...quota.raw, [1, bytes]]) }, 1)
        const left = leftOn(quota, 1, (id) => (id === 1 ? a : 0))!
        expect(used(a + left)).toBeGreaterThanOrEqual(flow + 11)
        if (left > 0) expect(used(a + left - 1)).toBeLessThan(flow + 11)
      }),
    )
  })

  test('is no end without a quota, or where nothing is charged', () => {
    const quota: Quota = { flow: 0, flowPack: 0, shared: false, raw: new Map(), scales: new Map() }
    expect(leftOn(quota, 1)).toBe(null)
    expect(leftOn({ ...quota, flow: 5, scales: new Map([[1, 0]]) }, 1)).toBe(null)
  })
})

describe('startQueue', () => {
  test('keeps traffic in memory while the database fails, and counts it once', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const account = await anAccount(world)
    const queue = startQueue(world.world, () => {})
    const delta: FlowDelta = { key: `${server}:${account}`, up: 1, down: 9, at: world.clock.at }
    // The last of its tables is missing, so that each try fails half way.
    await world.db.schema.alterTable('usage').renameTo('away').execute()
    queue.add([delta])
    queue.add([delta, { ...delta, at: 0 }])
    expect(await queue.drain(250)).toBe(false)
    expect(queue.pending()).toEqual(new Map([[delta.key, 30]]))
    await world.db.schema.alterTable('away').renameTo('usage').execute()
    expect(await queue.drain(5_000)).toBe(true)
    expect(queue.pending().size).toBe(0)
    expect((await usageOf(world, account))[0]?.bytes).toBe(30)
    const rows = await world.db.selectFrom('serverFlow').select(['up', 'down']).execute()
    expect(rows).toEqual([{ up: 3, down: 27 }])
  })
})

describe('removeOldFlow', () => {
  test('removes what is too old for its table, in slices', async () => {
    const world = await makeWorld()
    const now = world.clock.at
    const row = (bucket: number) => ({ accountId: 1, serverId: 1, bucket, up: 1, down: 1 })
    const old = Array.from({ length: 1_500 }, (_, n) => row(now - 7 * DAY - (n + 1) * 5 * MINUTE))
    for (let at = 0; at < old.length; at += 500)
      await world.db.insertInto('flow5min').values(old.slice(at, at + 500)).execute()
    await world.db.insertInto('flow5min').values(row(now)).execute()
    await world.db.insertInto('flowHour').values([row(now - 59 * DAY), row(now - 61 * DAY)]).execute()
    await world.db
      .insertInto('serverFlow')
      .values([0, 1, 401].map((ago) => ({ serverId: ago, bucket: now - ago * DAY, up: 1, down: 1 })))
      .execute()
    expect(await removeOldFlow(world.db, now)).toBe(1_502)
    expect(await world.db.selectFrom('flow5min').selectAll().execute()).toHaveLength(1)
    expect(await world.db.selectFrom('serverFlow').selectAll().execute()).toHaveLength(2)
  })
})

const CHART = '/api/admin/flow/{serverId}'
type ChartQuery = {
  type?: 'hour' | 'day' | 'week'
  time?: number[]
  tz?: string
  accountId?: number
}
const chart = async (world: World, serverId: number, query: ChartQuery) =>
  (await world.as(mainAdmin).GET(CHART, { params: { path: { serverId }, query } })).data

describe('getServerFlow', () => {
  test('deals the traffic of hour, day and week out to slots', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const [one, two] = [await anAccount(world), await anAccount(world)]
    // Thursday, 12:00.
    const noon = world.clock.at
    world.clock.add(59 * MINUTE)
    await pass(world, server, one, 1, noon)
    await pass(world, server, two, 2, noon + 5 * MINUTE)
    await pass(world, server, one, 4, noon - 1)
    await pass(world, server, one, 8, noon - 4 * DAY)
    const slots = (length: number, filled: Record<number, number>) =>
      Array.from({ length }, (_, slot) => filled[slot] ?? 0)

    expect(await chart(world, server, { type: 'hour' })).toEqual(slots(12, { 0: 1, 1: 2 }))
    expect(await chart(world, server, { type: 'day' })).toEqual(slots(24, { 11: 4, 12: 3 }))
    expect(await chart(world, server, { type: 'week' })).toEqual(slots(7, { 0: 8, 4: 7 }))
    const mine = { accountId: one }
    expect(await chart(world, server, { type: 'hour', ...mine })).toEqual(slots(12, { 0: 1 }))
    expect(await chart(world, server, { type: 'day', ...mine })).toEqual(slots(24, { 11: 4, 12: 1 }))
    expect(await chart(world, server, { type: 'week', ...mine })).toEqual(slots(7, { 0: 8, 4: 5 }))
    expect(await chart(world, server, { type: 'day', time: [noon - DAY] })).toEqual(slots(24, {}))
  })

  test('cuts at the borders of the caller’s zone', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const account = await anAccount(world)
    const noon = world.clock.at
    await pass(world, server, account, 5, noon - 5 * MINUTE)
    // 17:25 in India, where hours begin between those of UTC.
    const query: ChartQuery = { type: 'day', tz: 'Asia/Kolkata', accountId: account }
    expect((await chart(world, server, query))?.indexOf(5)).toBe(17)
    expect((await chart(world, server, { ...query, accountId: undefined }))?.indexOf(5)).toBe(17)
    // A day further there.
    await pass(world, server, account, 6, noon - 1)
    const week: ChartQuery = { type: 'week', tz: 'Pacific/Kiritimati', accountId: account }
    expect((await chart(world, server, week))?.indexOf(11)).toBe(5)
    const { response } = await world.as(mainAdmin).GET(CHART, {
      params: { path: { serverId: server }, query: { type: 'day', tz: 'Mars/Base' } },
    })
    expect(response.status).toBe(400)
  })

  test('gives the slots between listed times, half open, and nothing for nothing', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const account = await anAccount(world)
    const noon = world.clock.at
    await pass(world, server, account, 1, noon - HOUR)
    await pass(world, server, account, 2, noon - 5 * MINUTE)
    await pass(world, server, account, 4, noon)
    const time = [noon - 2 * HOUR, noon - HOUR, noon, noon + 1_234]
    expect(await chart(world, server, { time })).toEqual([0, 3, 4])
    expect(await chart(world, server, { time, accountId: account })).toEqual([0, 3, 4])
    expect(await chart(world, server, { time: [noon] })).toEqual([])
    expect(await chart(world, server, {})).toEqual([])
  })

  test('reads days that are older than hours are kept', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const account = await anAccount(world)
    const noon = world.clock.at
    await pass(world, server, account, 5)
    world.clock.add(100 * DAY)
    await removeOldFlow(world.db, world.clock.at)
    const query: ChartQuery = { type: 'week', time: [noon], accountId: account }
    expect(await chart(world, server, query)).toEqual([0, 0, 0, 0, 5, 0, 0])
    expect(await chart(world, server, { ...query, type: 'hour' })).toEqual(Array(12).fill(0))
  })

  test('shows another admin accounts of the own group only', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const stranger = await world.person({ groupId: 2 })
    const account = await anAccount(world, { userId: stranger.id })
    const admin = await world.person({ type: 'admin', groupId: 1 })
    const ask = async (path: number, accountId?: number) =>
      (
        await world.as(admin).GET(CHART, {
          params: { path: { serverId: path }, query: { type: 'day', accountId } },
        })
      ).response.status
    expect(await ask(server)).toBe(200)
    expect(await ask(server, account)).toBe(403)
    expect(await ask(99)).toBe(404)
  })
})

describe('getServerLastHour', () => {
  test('ends with the last full five minutes', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    world.clock.add(7 * MINUTE)
    await pass(world, server, 99, 1, world.clock.at - 7 * MINUTE)
    await pass(world, server, 99, 2)
    const { data } = await world
      .as(mainAdmin)
      .GET('/api/admin/flow/{serverId}/lastHour', { params: { path: { serverId: server } } })
    expect(data?.time).toEqual([5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 0])
    expect(data?.flow).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  })
})

describe('listServerFlowByUser', () => {
  test('spreads a window over accounts, those that are gone as one', async () => {
    const world = await makeWorld()
    const server = await aServer(world, { shift: 100 })
    const owner = await world.person({ email: 'owner@example.com', groupId: 3 })
    const account = await anAccount(world, { port: 20_000, userId: owner.id })
    await pass(world, server, account, 10)
    await pass(world, server, account, 5, world.clock.at - DAY)
    await pass(world, server, 98, 1)
    await pass(world, server, 99, 2)
    const path = { serverId: server }
    const list = async (caller: typeof owner, type?: 'week') =>
      (
        await world
          .as(caller)
          .GET('/api/admin/flow/{serverId}/user', { params: { path, query: { type } } })
      ).data
    const mine = { accountId: account, port: 20_100, userName: 'owner@example.com' }
    const nobody = { accountId: 0, port: 0, userName: null, username: null, flow: 3 }
    expect(await list(mainAdmin)).toEqual([
      { ...mine, username: mine.userName, flow: 10 },
      nobody,
    ])
    expect(await list(mainAdmin, 'week')).toContainEqual({
      ...mine,
      username: mine.userName,
      flow: 15,
    })
    const other = await world.person({ type: 'admin', groupId: 3 })
    expect(await list(other)).toHaveLength(1)
    const foreign = await world.person({ type: 'admin', groupId: 4 })
    expect(await list(foreign)).toEqual([])
  })
})

describe('listAccountFlowByServer', () => {
  test('spreads a window over servers', async () => {
    const world = await makeWorld()
    const [tokyo, paris] = [await aServer(world), await aServer(world, { name: 'Paris', shift: 1 })]
    const account = await anAccount(world)
    await pass(world, tokyo, account, 10)
    await pass(world, paris, account, 7)
    await pass(world, 77, account, 1)
    const ask = (accountId: number) =>
      world
        .as(mainAdmin)
        .GET('/api/admin/flow/account/{accountId}', { params: { path: { accountId } } })
    const { data } = await ask(account)
    expect(data?.map(({ name, flow }) => [name, flow]).toSorted()).toEqual([
      ['#77', 1],
      ['Paris', 7],
      ['Tokyo', 10],
    ])
    expect((await ask(999)).response.status).toBe(403)
  })
})

describe('listTopFlow', () => {
  test('puts the user with the most traffic since midnight first', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const one = await world.person({ email: 'one@example.com', groupId: 1 })
    const two = await world.person({ email: 'two@example.com' })
    const first = await anAccount(world, { userId: one.id, port: 20_000 })
    const second = await anAccount(world, { userId: one.id })
    const other = await anAccount(world, { userId: two.id })
    await pass(world, server, first, 10)
    await pass(world, server, second, 20)
    await pass(world, server, other, 25)
    await pass(world, server, other, 500, world.clock.at - DAY)
    await pass(world, server, await anAccount(world), 99)
    const top = async (caller: typeof one, query: { number?: number; tz?: string }) =>
      (await world.as(caller).GET('/api/admin/flow/top', { params: { query } })).data
    expect(await top(mainAdmin, {})).toEqual([
      { sumFlow: 30, userId: one.id, email: 'one@example.com', port: 20_000, accountId: first },
      expect.objectContaining({ sumFlow: 25, userId: two.id }),
    ])
    expect(await top(mainAdmin, { number: 1, tz: 'Asia/Kolkata' })).toHaveLength(1)
    const admin = await world.person({ type: 'admin', groupId: 1 })
    expect((await top(admin, {}))?.map(({ userId }) => userId)).toEqual([one.id])
  })
})

describe('getMyFlow', () => {
  test('is charged by each server’s scale: on one server, or shared over all', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const [one, half] = [await aServer(world), await aServer(world, { shift: 1, scale: 0.5 })]
    const own = await anAccount(world, { ...months(world, 1), userId: user.id })
    const shared = await anAccount(world, { userId: user.id, multiServerFlow: 1 })
    for (const account of [own, shared]) {
      await pass(world, one, account, 10)
      await pass(world, half, account, 5)
    }
    const flow = async (serverId: number, accountId: number) =>
      (
        await world
          .as(user)
          .GET('/api/user/flow/{serverId}/{accountId}', { params: { path: { serverId, accountId } } })
      ).data
    expect(await flow(half, own)).toEqual([3])
    expect(await flow(half, shared)).toEqual([13])
    world.clock.add(40 * DAY)
    expect(await flow(half, own)).toEqual([0])
  })
})

describe('getMyFlowChart', () => {
  test('shows the day of an account of mine', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const server = await aServer(world)
    const account = await anAccount(world, { userId: user.id })
    await pass(world, server, account, 10)
    const { data } = await world.as(user).GET('/api/user/flow/{serverId}/{accountId}/chart', {
      params: { path: { serverId: server, accountId: account }, query: { type: 'day' } },
    })
    expect(data?.[12]).toBe(10)
  })
})

describe.each([
  ['getMyFlow', '/api/user/flow/{serverId}/{accountId}'],
  ['getMyLastConnect', '/api/user/flow/{serverId}/{accountId}/lastConnect'],
  ['getMyFlowChart', '/api/user/flow/{serverId}/{accountId}/chart'],
] as const)('%s', (_id, path) => {
  test('refuses somebody else’s account', async () => {
    const world = await makeWorld()
    const accountId = await anAccount(world, { userId: (await world.person()).id })
    const { response } = await world
      .as(await world.person())
      .GET(path, { params: { path: { serverId: await aServer(world), accountId } } })
    expect(response.status).toBe(403)
  })
})

describe('getMyUsage', () => {
  test('sums up today, this week and this month over all my accounts', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const [one, half] = [await aServer(world), await aServer(world, { shift: 1, scale: 0.5 })]
    const [a, b] = [
      await anAccount(world, { userId: user.id }),
      await anAccount(world, { userId: user.id }),
    ]
    const now = world.clock.at
    await pass(world, one, a, 1)
    await pass(world, half, b, 3)
    await pass(world, one, b, 10, now - 2 * DAY)
    await pass(world, one, b, 100, now - 10 * DAY)
    await pass(world, one, b, 1000, now - 20 * DAY)
    await pass(world, one, await anAccount(world), 5)
    const usage = async (tz?: string) =>
      (await world.as(user).GET('/api/user/usage', { params: { query: { tz } } })).data
    expect(await usage()).toEqual([3, 13, 113])
    expect(await usage('America/New_York')).toEqual([3, 13, 113])
  })
})

describe('getAccountFlow', () => {
  test('is for admins of the group, on a server that is there', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const owner = await world.person({ groupId: 2 })
    const account = await anAccount(world, { userId: owner.id })
    await pass(world, server, account, 9)
    const ask = (caller: typeof owner, serverId: number) =>
      world.as(caller).GET('/api/admin/flow/{serverId}/{accountId}', {
        params: { path: { serverId, accountId: account } },
      })
    expect((await ask(mainAdmin, server)).data).toEqual([9])
    expect((await ask(mainAdmin, 99)).response.status).toBe(404)
    const foreign = await world.person({ type: 'admin', groupId: 1 })
    expect((await ask(foreign, server)).response.status).toBe(403)
  })
})

describe('getAccountLastConnect', () => {
  test('is the newest use of more than 100,000 bytes on the server', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const account = await anAccount(world)
    const ask = async () =>
      (
        await world.as(mainAdmin).GET('/api/admin/flow/{serverId}/{accountId}/lastConnect', {
          params: { path: { serverId: server, accountId: account } },
        })
      ).data?.lastConnect
    expect(await ask()).toBe(0)
    world.clock.add(MINUTE)
    const used = world.clock.at
    await pass(world, server, account, 100_001)
    expect(await ask()).toBe(used)
    world.clock.add(HOUR)
    await pass(world, server, account, 100_000)
    expect(await ask()).toBe(used - MINUTE)
  })
})

describe('getMyLastConnect', () => {
  test('tells the owner', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const server = await aServer(world)
    const account = await anAccount(world, { userId: user.id })
    await pass(world, server, account, 200_000)
    const { data } = await world.as(user).GET('/api/user/flow/{serverId}/{accountId}/lastConnect', {
      params: { path: { serverId: server, accountId: account } },
    })
    expect(data).toEqual({ lastConnect: world.clock.at })
  })
})

describe('getAccountLastConnectAnywhere', () => {
  test('takes any traffic on any server', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const account = await anAccount(world)
    await pass(world, server, account, 1)
    const { data } = await world
      .as(mainAdmin)
      .GET('/api/admin/user/{accountId}/lastConnect', { params: { path: { accountId: account } } })
    expect(data).toEqual({ lastConnect: world.clock.at })
  })
})
