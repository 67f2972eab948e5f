import { describe, expect, test } from 'vitest'
import type { Body } from '#contract'
import type { Caller } from '../../../server/http/contract.ts'
import { noPlane } from '../../../server/engine/noPlane.ts'
import { anAccount, aServer, months } from '../../support/make.ts'
import { openPlane } from '../../support/plane.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const PAGE = '/api/admin/accountWithPage'
const ALL = '/api/admin/account'
const FREE = '/api/admin/user/account'
const ONE = '/api/admin/account/{accountId}'
const BY_PORT = '/api/admin/account/port/{port}'
const NEW_PORT = '/api/admin/account/newPort'
const ONLINE = '/api/admin/account/online'
const IPS = '/api/admin/account/{accountId}/ip'
const SERVER_IPS = '/api/admin/account/{serverId}/{accountId}/ip'
const HOUR = 3_600_000

type World = Awaited<ReturnType<typeof makeWorld>>
type Query = Body<'listAccounts'>

const everything = { expired: true, unexpired: true, unlimit: true, mac: true }

async function ports(world: World, body: Query, caller = mainAdmin) {
  const { data } = await world.as(caller).POST(PAGE, { body })
  return data?.account.map(({ port }) => port)
}

/** Four accounts: valid until next month, expired, endless, and endless without an owner. */
async function someAccounts() {
  const world = await makeWorld()
  const ann = await world.person({ email: 'Ann@Example.com', groupId: 2 })
  const bob = await world.person({ email: 'bob@b.com', groupId: 3 })
  await anAccount(world, { ...months(world, 1), port: 1003, userId: ann.id, password: 'Nuts' })
  await anAccount(world, { ...months(world, -1), port: 1001, userId: bob.id, orderId: 4 })
  await anAccount(world, { port: 1004, userId: bob.id })
  await anAccount(world, { port: 2002 })
  return world
}

describe('listAccounts', () => {
  test('shows a page of what there is, with the counts', async () => {
    const world = await someAccounts()
    const body = { page: 2, pageSize: 3, filter: everything }
    const { data } = await world.as(mainAdmin).POST(PAGE, { body })
    expect(data).toMatchObject({ total: 4, page: 2, pageSize: 3, maxPage: 2 })
    expect(data?.account).toMatchObject([{ port: 2002, user: null, state: 'unlimited' }])
    const none = await world.as(mainAdmin).POST(PAGE, { body: { search: 'nobody' } })
    expect(none.data).toMatchObject({ total: 0, maxPage: 0, account: [] })
  })

  test('sorts by port and by end; accounts without one end last', async () => {
    const world = await someAccounts()
    expect(await ports(world, {})).toEqual([1001, 1003, 1004, 2002])
    expect(await ports(world, { sort: 'port_desc' })).toEqual([2002, 1004, 1003, 1001])
    expect(await ports(world, { sort: 'expire_asc' })).toEqual([1001, 1003, 1004, 2002])
    expect(await ports(world, { sort: 'expire_desc' })).toEqual([2002, 1004, 1003, 1001])
    const sort = 'password_asc' as 'port_asc'
    expect((await world.as(mainAdmin).POST(PAGE, { body: { sort } })).response.status).toBe(400)
  })

  test('leaves devices out of what only accounts can meet, and counts accounts apart', async () => {
    const world = await someAccounts()
    const userId = (await world.person()).id
    const device = { mac: 'aabbccddeeff', userId, accountId: null, serverId: null }
    await world.db
      .insertInto('macAccount')
      .values({ ...device, createTime: world.clock.at })
      .execute()
    const counts = async (filter: Query['filter']) => {
      const body = { filter: { ...everything, ...filter } }
      const { data } = await world.as(mainAdmin).POST(PAGE, { body })
      return [data?.total, data?.accounts, data?.account.length]
    }
    expect(await counts({})).toEqual([5, 4, 5])
    expect(await counts({ mac: false })).toEqual([4, 4, 4])
    expect(await counts({ endsWithin: 31 })).toEqual([1, 1, 1])
    expect(await counts({ usedOver: 1 })).toEqual([0, 0, 0])
    // As on the wire.
    expect(await counts({ orderId: 99 })).toEqual([1, 0, 1])
  })

  test('filters as the wire has it: `expired` shows what is valid', async () => {
    const world = await someAccounts()
    expect(await ports(world, { filter: { expired: 1 } })).toEqual([1003])
    expect(await ports(world, { filter: { unexpired: true } })).toEqual([1001])
    expect(await ports(world, { filter: { unlimit: true } })).toEqual([1004, 2002])
    expect(await ports(world, { filter: {} })).toEqual([])
    expect(await ports(world, { filter: { ...everything, orderId: 4 } })).toEqual([1001])
    expect(await ports(world, { filter: { ...everything, noUser: true } })).toEqual([2002])
    expect(await ports(world, { filter: { ...everything, hasUser: 1 } })).toEqual([
      1001, 1003, 1004,
    ])
    const both = { ...everything, hasUser: true, noUser: true }
    expect(await ports(world, { filter: both })).toHaveLength(4)
  })

  test("searches owner, port and password; the owner's letters in any case", async () => {
    const world = await someAccounts()
    expect(await ports(world, { search: ' ann@EX' })).toEqual([1003])
    expect(await ports(world, { search: '00' })).toEqual([1001, 1003, 1004, 2002])
    expect(await ports(world, { search: '100' })).toEqual([1001, 1003, 1004])
    expect(await ports(world, { search: 'Nut' })).toEqual([1003])
    expect(await ports(world, { search: 'nut' })).toEqual([])
    expect(await ports(world, { search: '%' })).toEqual([])
    expect(await ports(world, { search: "' or 1=1 --" })).toEqual([])
  })

  test('finds any part of the present values, with any characters', async () => {
    const world = await makeWorld()
    const owner = await world.person({ email: 'Ünal.Über@Example.com' })
    const id = await anAccount(world, { userId: owner.id, port: 40_123, password: 'aXb-ü%_"😀z' })
    await anAccount(world, { port: 50_999, password: '1' })
    const one = [40_123]
    for (const search of ['aX', 'Xb-', 'ü%_', '_"', '"😀', '😀z', 'aXb-ü%_"😀z', '%', '😀'])
      expect(await ports(world, { search }), search).toEqual(one)
    for (const search of ['ax', 'xB', 'aXb-ü%_"😀zz', 'a😀', '2 3', '*', '23"'])
      expect(await ports(world, { search }), search).toEqual([])
    for (const search of ['23', '401', 'EXAM', 'nal.', '@e', 'COM'])
      expect(await ports(world, { search }), search).toEqual(one)
    const changed = { password: 'other', port: 40_777 }
    await world.db.updateTable('account').set(changed).where('id', '=', id).execute()
    expect(await ports(world, { search: 'aX' })).toEqual([])
    expect(await ports(world, { search: 'othe' })).toEqual([40_777])
    await world.db
      .updateTable('user')
      .set({ email: 'new@b.test' })
      .where('id', '=', owner.id)
      .execute()
    expect(await ports(world, { search: 'exam' })).toEqual([])
    expect(await ports(world, { search: 'NEW@b' })).toEqual([40_777])
    await world.db.deleteFrom('account').where('id', '=', id).execute()
    expect(await ports(world, { search: 'other' })).toEqual([])
  })

  test('finds the same page when many match', async () => {
    const world = await makeWorld()
    const owner = await world.person({ email: 'many@example.com' })
    for (let port = 3000; port < 4010; port++) await anAccount(world, { port, userId: owner.id })
    const { data } = await world
      .as(mainAdmin)
      .POST(PAGE, { body: { search: 'MANY', sort: 'port_desc', page: 2, pageSize: 2 } })
    expect(data?.total).toBe(1010)
    expect(data?.account.map(({ port }) => port)).toEqual([4007, 4006])
    const { data: fewer } = await world
      .as(mainAdmin)
      .POST(PAGE, { body: { search: 'many', filter: { ...everything, hasUser: true }, page: 400 } })
    expect([fewer?.total, fewer?.account]).toEqual([1010, []])
  })

  test('charges by scale, in the current cycle, and shows packs and the last use', async () => {
    const world = await makeWorld()
    const [a, b] = [await aServer(world, { scale: 1.5 }), await aServer(world, { scale: 2 })]
    const time = months(world, 1)
    const shared = await anAccount(world, { ...time, flow: 40, multiServerFlow: 1, port: 1 })
    const single = await anAccount(world, { ...time, flow: 40, port: 2 })
    const bought = { flow: 2, createTime: world.clock.at }
    const early = { accountId: shared, flow: 9, createTime: world.clock.at - 1 }
    await world.db
      .insertInto('flowPack')
      .values([{ accountId: shared, ...bought }, early])
      .execute()
    const usage = [shared, single].flatMap((accountId) => [
      { accountId, serverId: a, cycleFrom: time.cycleStart, bytes: 11, lastSeen: 50 },
      { accountId, serverId: b, cycleFrom: time.cycleStart, bytes: 20, lastSeen: 70 },
      { accountId, serverId: 99, cycleFrom: time.cycleStart - 1, bytes: 1000, lastSeen: 20 },
    ])
    await world.db.insertInto('usage').values(usage).execute()

    const { data } = await world.as(mainAdmin).POST(PAGE, { body: {} })
    expect(data?.account).toMatchObject([
      { flowUsed: 57, state: 'over', lastConnect: 70, data: { flowPack: 2 } },
      { flowUsed: 40, state: 'open', lastConnect: 70, data: { flowPack: 0 } },
    ])
    const banned = { accountId: single, until: world.clock.at + HOUR }
    await world.db
      .insertInto('ban')
      .values([
        { ...banned, serverId: a },
        { ...banned, serverId: b },
      ])
      .execute()
    const again = await world.as(mainAdmin).POST(PAGE, { body: {} })
    expect(again.data?.account[1]).toMatchObject({ state: 'banned' })
  })
})

describe('listAllAccounts', () => {
  test('lists every account, lowest port first', async () => {
    const world = await someAccounts()
    const { data } = await world.as(mainAdmin).GET(ALL)
    expect(data?.map(({ port }) => port)).toEqual([1001, 1003, 1004, 2002])
    expect(data?.[0]).toMatchObject({ state: 'expired' })
  })
})

describe('listUnassignedAccounts', () => {
  test('lists accounts without owner, to any admin', async () => {
    const world = await someAccounts()
    const admin = await world.person({ type: 'admin', groupId: 9 })
    const { data } = await world.as(admin).GET(FREE)
    expect(data?.map(({ port }) => port)).toEqual([2002])
  })
})

describe('other admins', () => {
  test("are confined to their own group's accounts (D8)", async () => {
    const world = await someAccounts()
    const admin = await world.person({ type: 'admin', groupId: 2 })
    const as = world.as(admin)
    expect(await ports(world, { filter: everything }, admin)).toEqual([1003])
    expect(await ports(world, { search: '1004' }, admin)).toEqual([])
    expect((await as.GET(ALL)).data?.map(({ port }) => port)).toEqual([1003])
    const { data: all } = await world.as(mainAdmin).GET(ALL)
    for (const { id: accountId, port } of all ?? []) {
      const status = port === 1003 ? 200 : 403
      const path = { params: { path: { accountId } } }
      expect((await as.GET(ONE, path)).response.status).toBe(status)
      expect((await as.GET(IPS, path)).response.status).toBe(status)
      const byPort = { params: { path: { port } } }
      expect((await as.GET(BY_PORT, byPort)).response.status).toBe(status)
    }
  })
})

describe('getAccountByPort', () => {
  test('finds the account on a base port', async () => {
    const world = await someAccounts()
    const find = (port: number) => world.as(mainAdmin).GET(BY_PORT, { params: { path: { port } } })
    expect((await find(1001)).data).toMatchObject({ port: 1001, user: 'bob@b.com' })
    expect((await find(9)).response.status).toBe(403)
    expect((await find(70_000)).response.status).toBe(400)
  })
})

describe('getNewPort', () => {
  test('names the lowest free port of the range, then none', async () => {
    const world = await makeWorld()
    const setting = { body: { data: { port: { start: 100, end: 102 } } } }
    await world.as(mainAdmin).PUT('/api/admin/setting/account', setting)
    await anAccount(world, { port: 100 })
    await anAccount(world, { port: 102 })
    expect((await world.as(mainAdmin).GET(NEW_PORT)).data).toEqual({ port: 101 })
    await anAccount(world, { port: 101 })
    const { response, error } = await world.as(mainAdmin).GET(NEW_PORT)
    expect([response.status, error]).toEqual([403, 'no free port'])
  })
})

describe('listOnlineAccounts', () => {
  test('counts by server, or names the accounts of one', async () => {
    const world = await makeWorld()
    const [a, b] = [await aServer(world), await aServer(world)]
    const [one, two] = [await anAccount(world), await anAccount(world)]
    const bucket = world.clock.at
    const rows = [
      { accountId: one, serverId: a, bucket, up: 10_000, down: 1 },
      { accountId: two, serverId: a, bucket, up: 5000, down: 5000 },
      { accountId: two, serverId: b, bucket: bucket - 900_000, up: 90_000, down: 0 },
    ]
    await world.db.insertInto('flow5min').values(rows).execute()
    world.clock.add(240_000)
    expect((await world.as(mainAdmin).GET(ONLINE)).data).toEqual({ [a]: 1 })
    const at = (serverId: number) => ({ params: { query: { serverId } } })
    expect((await world.as(mainAdmin).GET(ONLINE, at(a))).data).toEqual([one])
    expect((await world.as(mainAdmin).GET(ONLINE, at(b))).data).toEqual([])
  })
})

describe('listAccountIps', () => {
  test('gathers addresses over all servers; a silent one has none', async () => {
    const plane = {
      ...noPlane(),
      clients: async (key: string) => {
        if (key.startsWith('3:')) throw new Error('silent')
        return [`192.0.2.${key.split(':')[0]}`, '192.0.2.9']
      },
    }
    const world = await makeWorld({ plane })
    for (let count = 0; count < 3; count += 1) await aServer(world)
    const accountId = await anAccount(world)
    const { data } = await world.as(mainAdmin).GET(IPS, { params: { path: { accountId } } })
    expect(data?.ip.toSorted()).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.9'])

    const ask = (serverId: number, account = accountId) =>
      world.as(mainAdmin).GET(SERVER_IPS, { params: { path: { serverId, accountId: account } } })
    expect((await ask(2)).data).toEqual({ ip: ['192.0.2.2', '192.0.2.9'] })
    for (const { response } of [await ask(3), await ask(4), await ask(1, 99)])
      expect(response.status).toBe(403)
  })
})

describe('countMyAccountIps', () => {
  /** Two servers, of which each names the addresses of `seen`; without any it is silent. */
  async function used(seen: Record<string, string[]>) {
    const asked: string[] = []
    const plane = {
      ...openPlane(),
      clients: async (key: string) => {
        asked.push(key)
        const addresses = seen[key.split(':')[0]!]
        if (!addresses) throw new Error('silent')
        return addresses
      },
    }
    const world = await makeWorld({ plane })
    const owner = await world.person()
    const servers = [await aServer(world), await aServer(world, { shift: 1_000 })]
    const accountId = await anAccount(world, { userId: owner.id })
    const count = (caller: Caller | null, id = accountId) =>
      world
        .as(caller)
        .GET('/api/user/account/{accountId}/ip', { params: { path: { accountId: id } } })
    return { world, owner, servers, accountId, asked, count }
  }

  test('counts each address once, and a network of IPv6 as one', async () => {
    const phone = ['2001:db8:1:2::a', '2001:db8:1:2::b', '2001:db8:1:3::a']
    const { owner, count } = await used({ 1: ['192.0.2.1', ...phone], 2: ['192.0.2.1'] })
    expect((await count(owner)).data).toEqual({ count: 3 })
  })

  test('says nothing where a server that is open does not answer', async () => {
    const { world, owner, servers, accountId, count } = await used({ 1: ['192.0.2.1'] })
    expect((await count(owner)).data).toEqual({ count: null })
    // One that is closed to the account carries nothing of it, and is not asked.
    await world.db
      .insertInto('ban')
      .values({ serverId: servers[1]!, accountId, until: world.clock.at + 1 })
      .execute()
    expect((await count(owner)).data).toEqual({ count: 1 })
    world.clock.add(1)
    expect((await count(owner)).data).toEqual({ count: null })
  })

  test("is refused for another's account, and no server is asked", async () => {
    const { world, accountId, asked, count } = await used({ 1: [], 2: [] })
    const other = await world.person()
    expect((await count(other)).response.status).toBe(403)
    expect((await count(other, 999)).response.status).toBe(403)
    expect((await count(null)).response.status).toBe(401)
    expect((await count(mainAdmin, accountId)).response.status).toBe(401)
    expect(asked).toEqual([])
  })
})

describe('listAccountServerIps', () => {
  test('refuses an admin of another group', async () => {
    const world = await makeWorld()
    const admin = await world.person({ type: 'admin', groupId: 2 })
    const path = { serverId: await aServer(world), accountId: await anAccount(world) }
    expect((await world.as(admin).GET(SERVER_IPS, { params: { path } })).response.status).toBe(403)
  })
})
