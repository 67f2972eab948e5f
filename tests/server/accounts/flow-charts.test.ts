import { describe, expect, test } from 'vitest'
import { removeOldFlow } from '../../../server/accounts/flow/retention.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { pass, terms } from '../../support/traffic.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

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
    expect(await chart(world, server, { type: 'day', ...mine })).toEqual(
      slots(24, { 11: 4, 12: 1 }),
    )
    expect(await chart(world, server, { type: 'week', ...mine })).toEqual(slots(7, { 0: 8, 4: 5 }))
    expect(await chart(world, server, { type: 'day', time: [noon - DAY] })).toEqual(slots(24, {}))
  })

  test('sums up one account over all servers as server 0, and no server is called so', async () => {
    const world = await makeWorld()
    const [tokyo, osaka] = [await aServer(world), await aServer(world)]
    const [one, two] = [await anAccount(world), await anAccount(world)]
    const noon = world.clock.at
    world.clock.add(59 * MINUTE)
    await pass(world, tokyo, one, 1, noon)
    await pass(world, osaka, one, 2, noon)
    await pass(world, osaka, two, 4, noon)
    expect((await chart(world, 0, { type: 'day', accountId: one }))?.[12]).toBe(3)
    expect((await chart(world, osaka, { type: 'day', accountId: one }))?.[12]).toBe(2)
    const params = { path: { serverId: 0 }, query: { type: 'day' } } as const
    expect((await world.as(mainAdmin).GET(CHART, { params })).response.status).toBe(404)
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

  test('reads days that are older than hours are stored', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const account = await anAccount(world)
    const noon = world.clock.at
    await pass(world, server, account, 5)
    world.clock.add(100 * DAY)
    await removeOldFlow(world.db, terms(world))
    const query: ChartQuery = { type: 'week', time: [noon], accountId: account }
    expect(await chart(world, server, query)).toEqual([0, 0, 0, 0, 5, 0, 0])
    expect(await chart(world, server, { ...query, type: 'hour' })).toEqual(Array(12).fill(0))
  })

  test('is empty at the end of all dates', async () => {
    const world = await makeWorld()
    const [server, accountId] = [await aServer(world), await anAccount(world)]
    const end = 8_640_000_000_000_000
    expect(await chart(world, server, { type: 'week', time: [end] })).toEqual(Array(7).fill(0))
    const midnight = Date.UTC(2026, 0, 15)
    expect(await chart(world, server, { time: [midnight, end], accountId })).toEqual([0])
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
    expect(await list(mainAdmin)).toEqual([{ ...mine, username: mine.userName, flow: 10 }, nobody])
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
