import { describe, expect, test } from 'vitest'
import { anAccount, aServer } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const BAN = '/api/admin/account/{serverId}/{accountId}/ban'
const HOUR = 3_600_000

async function aWorld() {
  const world = await makeWorld()
  const serverId = await aServer(world)
  const accountId = await anAccount(world)
  const admin = world.as(mainAdmin)
  const at = (id: number) => ({ params: { path: { serverId: id, accountId } } })
  const ban = (time: number, id = serverId) => admin.POST(BAN, { ...at(id), body: { time } })
  const until = async (id = serverId) => (await admin.GET(BAN, at(id))).data?.banTime
  return { world, serverId, accountId, ban, until }
}

describe('banAccount', () => {
  test('bans on one server, replaces a ban and lifts it', async () => {
    const { world, serverId, accountId, ban } = await aWorld()
    await aServer(world, { shift: 1 })
    const bans = () => world.db.selectFrom('ban').selectAll().execute()
    await ban(HOUR)
    expect(await bans()).toEqual([{ serverId, accountId, until: world.clock.at + HOUR }])
    expect(world.woken.times).toBe(1)
    await ban(2 * HOUR)
    expect(await bans()).toEqual([{ serverId, accountId, until: world.clock.at + 2 * HOUR }])
    await ban(0)
    expect(await bans()).toEqual([])
    expect(world.woken.times).toBe(3)
  })

  test('refuses unknown accounts and servers, other admins, and impossible lengths', async () => {
    const { world, serverId, accountId, ban } = await aWorld()
    const other = await world.person({ type: 'admin' })
    for (const [caller, path] of [
      [mainAdmin, { serverId: 99, accountId }],
      [mainAdmin, { serverId, accountId: 99 }],
      [other, { serverId, accountId }],
    ] as const) {
      const { response } = await world
        .as(caller)
        .POST(BAN, { params: { path }, body: { time: HOUR } })
      expect(response.status).toBe(403)
    }
    for (const time of [-1, 31_536_000_001, 0.5])
      expect((await ban(time)).response.status).toBe(400)
    expect(await world.db.selectFrom('ban').selectAll().execute()).toEqual([])
  })
})

describe('getAccountBan', () => {
  test('reports the end of a ban on that server until it is over', async () => {
    const { world, ban, until } = await aWorld()
    const other = await aServer(world, { shift: 1 })
    expect(await until()).toBe(0)
    await ban(HOUR)
    expect([await until(), await until(other)]).toEqual([world.clock.at + HOUR, 0])
    world.clock.add(HOUR)
    expect(await until()).toBe(0)
  })

  test('refuses unknown accounts and servers, and other admins', async () => {
    const { world, serverId, accountId } = await aWorld()
    const other = await world.person({ type: 'admin' })
    for (const [caller, path] of [
      [mainAdmin, { serverId: 99, accountId }],
      [mainAdmin, { serverId, accountId: 99 }],
      [other, { serverId, accountId }],
    ] as const)
      expect((await world.as(caller).GET(BAN, { params: { path } })).response.status).toBe(403)
  })
})

describe('getIpInfo', () => {
  test.each([
    ['202.96.128.86', 'zh-CN', '中国'],
    ['202.96.128.86', 'en-US', 'China'],
    ['2001:4860:4860::8888', 'ru-RU', 'Соединенные Штаты'],
    ['10.0.0.1', 'en-US', ''],
    ['1.2.3', 'en-US', ''],
  ] as const)('places %s in %s', async (ip, language, place) => {
    const world = await makeWorld()
    const { data } = await world.as(mainAdmin).GET('/api/admin/account/ip/{ip}', {
      params: { path: { ip }, query: { language } },
    })
    expect(data).toEqual([place, ''])
  })

  test('names places in the language of the site by default', async () => {
    const world = await makeWorld()
    const { data } = await world.as(mainAdmin).GET('/api/admin/account/ip/{ip}', {
      params: { path: { ip: '202.96.128.86' } },
    })
    expect(data).toEqual(['中国', ''])
  })
})

describe('listAccounts, filtered by what is running out', () => {
  test('finds accounts that end soon, and those that used most of their traffic', async () => {
    const world = await makeWorld()
    const server = await aServer(world, { scale: 2 })
    const DAY = 24 * HOUR
    const now = world.clock.at
    const month = { type: 3, cycles: 1, multiServerFlow: 1 as const, flow: 1000 }
    const cycleStart = now - 28 * DAY
    const ends = { ...month, cycleStart, expireTime: cycleStart + 30 * DAY }
    const soon = await anAccount(world, { port: 5001, ...ends })
    await anAccount(world, { port: 5002, ...month, cycleStart: now, expireTime: now + 30 * DAY })
    const used = await anAccount(world, { port: 5003, type: 1, flow: 1000, multiServerFlow: 1 })
    const usage = (accountId: number, cycleFrom: number, bytes: number) =>
      world.db
        .insertInto('usage')
        .values({ accountId, serverId: server, cycleFrom, bytes, lastSeen: now })
        .execute()
    await usage(soon, cycleStart, 300)
    await usage(used, 0, 400)
    const ports = async (filter: object) => {
      const shown = { expired: 1, unexpired: 1, unlimit: 1, ...filter } as const
      const body = { filter: shown }
      const { data } = await world.as(mainAdmin).POST('/api/admin/accountWithPage', { body })
      return data?.account.map((row) => row.port)
    }
    expect(await ports({ endsWithin: 3 })).toEqual([5001])
    expect(await ports({ endsWithin: 1 })).toEqual([])
    expect(await ports({ usedOver: 60 })).toEqual([5001, 5003])
    expect(await ports({ usedOver: 80 })).toEqual([5003])
    await world.db
      .insertInto('flowPack')
      .values({ accountId: used, flow: 1000, createTime: now })
      .execute()
    expect(await ports({ usedOver: 80 })).toEqual([])
    expect(await ports({ usedOver: 60, endsWithin: 3 })).toEqual([5001])
    // What was used in a cycle that is over does not count.
    await world.db
      .updateTable('usage')
      .set({ cycleFrom: 1 })
      .where('accountId', '=', soon)
      .execute()
    expect(await ports({ usedOver: 60 })).toEqual([])
  })
})
