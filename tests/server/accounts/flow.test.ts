import { describe, expect, test } from 'vitest'
import { anAccount, aServer, months } from '../../support/make.ts'
import { pass } from '../../support/traffic.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

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
        await world.as(user).GET('/api/user/flow/{serverId}/{accountId}', {
          params: { path: { serverId, accountId } },
        })
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

  test('adds up all servers as server 0', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const [one, other] = [await aServer(world), await aServer(world)]
    const [account, another] = [
      await anAccount(world, { userId: user.id }),
      await anAccount(world, { userId: user.id }),
    ]
    await pass(world, one, account, 10)
    await pass(world, other, account, 7)
    await pass(world, other, another, 100)
    const { data } = await world.as(user).GET('/api/user/flow/{serverId}/{accountId}/chart', {
      params: { path: { serverId: 0, accountId: account }, query: { type: 'day' } },
    })
    expect(data?.[12]).toBe(17)
  })
})

describe('what a customer reads of today', () => {
  test('is one figure in chart and sum, and another only where the raw bytes are requested', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const [one, half, gone] = [
      await aServer(world),
      await aServer(world, { shift: 1, scale: 0.5 }),
      await aServer(world, { shift: 2, scale: 3 }),
    ]
    const accountId = await anAccount(world, { userId: user.id })
    await pass(world, one, accountId, 10)
    await pass(world, half, accountId, 5)
    await pass(world, gone, accountId, 2)
    const chart = async (serverId: number, raw?: '0' | '1') => {
      const { data } = await world.as(user).GET('/api/user/flow/{serverId}/{accountId}/chart', {
        params: { path: { serverId, accountId }, query: { type: 'day', raw } },
      })
      expect(data).toHaveLength(24)
      return data?.reduce((sum, bytes) => sum + bytes, 0)
    }
    const today = async () => (await world.as(user).GET('/api/user/usage')).data?.[0]
    expect([await chart(0), await today()]).toEqual([19, 19])
    expect([await chart(0, '1'), await chart(half, '1')]).toEqual([17, 5])
    expect([await chart(one), await chart(half), await chart(half, '0')]).toEqual([10, 3, 3])
    // What a server counted that is gone counts as it is.
    await world.db.deleteFrom('server').where('id', '=', gone).execute()
    expect([await chart(0), await today()]).toEqual([15, 15])
  })
})

describe.each([
  ['getMyFlow', '/api/user/flow/{serverId}/{accountId}'],
  ['getMyLastConnect', '/api/user/flow/{serverId}/{accountId}/lastConnect'],
  ['getMyFlowChart', '/api/user/flow/{serverId}/{accountId}/chart'],
] as const)('%s', (_id, path) => {
  test('refuses someone else’s account', async () => {
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

  test('begins today where the clocks of the caller changed within the month', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const account = await anAccount(world, { userId: user.id })
    world.clock.set(Date.UTC(2026, 2, 31, 12))
    // Half past midnight in London, where summer began on the 29th.
    await pass(world, await aServer(world), account, 7, Date.UTC(2026, 2, 30, 23, 30))
    const query = { tz: 'Europe/London' }
    const { data } = await world.as(user).GET('/api/user/usage', { params: { query } })
    expect(data).toEqual([7, 7, 7])
  })

  test('still counts what was used on a server that is gone', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const serverId = await aServer(world)
    await pass(world, serverId, await anAccount(world, { userId: user.id }), 7)
    const path = '/api/admin/server/{serverId}'
    await world.as(mainAdmin).DELETE(path, { params: { path: { serverId } } })
    expect((await world.as(user).GET('/api/user/usage')).data).toEqual([7, 7, 7])
  })
})

describe('getAccountFlow', () => {
  test('is for admins of the group, on an existing server', async () => {
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
  test('reports to the owner', async () => {
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
