import { describe, expect, test } from 'vitest'
import type { Query } from '#contract'
import { parseShadowsocksLink } from '../../support/shadowsocksLink.ts'
import { aNotice, aServer, anAccount, months } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const MAC = 'aabbcc001122'
type Made = Awaited<ReturnType<typeof makeWorld>>

/** A user with a device, on a site where users may register any. */
async function withDevice(account: Parameters<typeof anAccount>[1] = {}) {
  const world = await makeWorld()
  await world
    .as(mainAdmin)
    .PUT('/api/admin/setting/account', { body: { data: { macAccount: true } } })
  const user = await world.person({ groupId: 3 })
  const accountId = await anAccount(world, { userId: user.id, port: 21_003, ...account })
  const device = { mac: MAC, userId: user.id, accountId, createTime: world.now() }
  await world.db.insertInto('macAccount').values(device).execute()
  return { world, user, accountId }
}

const get = (world: Made, query: Query<'getMacConfig'> = {}, mac = 'AA:BB:CC:00:11:22') =>
  world.as(null).GET('/api/user/account/mac/{mac}', { params: { path: { mac }, query } })

describe('getMacConfig', () => {
  test('sends a router how to connect, the preferred server first', async () => {
    const { world } = await withDevice({ password: 'mine' })
    await aServer(world, { name: 'A', host: '192.0.2.1' })
    const second = await aServer(world, {
      name: 'B',
      host: '192.0.2.2:shown.test',
      shift: 100,
      method: 'chacha20-ietf-poly1305',
      comment: 'near',
      password: 'node secret',
    })
    await world.db.updateTable('macAccount').set({ serverId: second }).execute()
    const { data, response } = await get(world)
    expect(data?.default).toEqual({
      site: 'http://test',
      id: second,
      name: 'B',
      address: 'shown.test',
      port: 21_103,
      password: 'mine',
      method: 'chacha20-ietf-poly1305',
      comment: 'near',
      currentFlow: -1,
    })
    expect(data?.servers).toMatchObject([
      { name: 'A', port: 21_003, flow: -1, expire: null, status: 'checked' },
      { name: 'B', address: 'shown.test', publicKey: null, gateway: null, endpointPort: null },
    ])
    expect(parseShadowsocksLink(data?.servers[1]?.base64 ?? '')).toMatchObject({
      method: 'chacha20-ietf-poly1305',
      password: 'mine',
      host: 'shown.test',
      port: 21_103,
    })
    expect(JSON.stringify(data)).not.toContain('node secret')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('counts the use of a quota, and says what is banned', async () => {
    const { world, accountId } = await withDevice({ multiServerFlow: 0, flow: 1_000_000 })
    await world.db.updateTable('account').set(months(world, 2)).execute()
    const serverId = await aServer(world, { scale: 2 })
    const used = { accountId, serverId, cycleFrom: world.now(), bytes: 1000, lastSeen: 0 }
    await world.db.insertInto('usage').values(used).execute()
    await world.db
      .insertInto('ban')
      .values({ accountId, serverId, until: world.now() + 1000 })
      .execute()
    const { data } = await get(world)
    expect(data?.servers).toMatchObject([
      {
        currentFlow: 2000,
        flow: 2_000_000,
        expire: world.now() + 2 * 2_592_000_000,
        status: 'ban',
      },
    ])
    const quiet = await get(world, { noFlow: '1', noPassword: 'true' })
    expect(quiet.data?.servers).toMatchObject([{ currentFlow: -1 }])
    expect(quiet.data?.default.password).toBeUndefined()
  })

  test('gives a tunnel where WireGuard is requested', async () => {
    const { world } = await withDevice()
    await aServer(world, { name: 'Plain' })
    await aServer(world, {
      type: 'WireGuard',
      plane: 'manager',
      name: 'Tunnel',
      host: '192.0.2.9',
      net: '10.100.0.0/16',
      key: 'server key',
      wgPort: 51_820,
    })
    const { data } = await get(world, { type: 'WireGuard' })
    expect(data?.servers).toMatchObject([
      {
        name: 'Tunnel',
        address: '10.100.82.176',
        endpointHost: '192.0.2.9',
        endpointPort: 51_820,
        publicKey: 'server key',
        gateway: '10.100.0.1',
      },
    ])
    const link = new URL(data?.servers[0]?.base64 ?? '')
    expect(link.host).toBe('192.0.2.9:51820')
    expect(link.searchParams.get('prikey')).toBe(data?.default.privateKey)
    expect(data?.default.privateKey).toMatch(/^.{43}=$/)
  })

  test('never opens what its owner no longer has', async () => {
    const { world, accountId } = await withDevice()
    await aServer(world)
    const other = await world.person()
    await world.db
      .updateTable('account')
      .set({ userId: other.id })
      .where('id', '=', accountId)
      .execute()
    expect((await get(world)).response.status).toBe(403)
  })

  test('is silent while users may not register devices', async () => {
    const { world } = await withDevice()
    await aServer(world)
    await world
      .as(mainAdmin)
      .PUT('/api/admin/setting/account', { body: { data: { macAccount: false } } })
    expect((await get(world)).response.status).toBe(403)
  })

  test('stops hearing a client that guesses', async () => {
    const { world } = await withDevice()
    await aServer(world)
    for (let guess = 0; guess < 9; guess += 1)
      expect((await get(world, {}, `00112233445${guess}`)).response.status).toBe(403)
    expect((await get(world)).response.status).toBe(200)
    await get(world, {}, '001122334459')
    expect((await get(world)).response.status).toBe(403)
    world.clock.add(600_001)
    expect((await get(world)).response.status).toBe(200)
  })

  test('still serves a network in which one client polls the same device over and over', async () => {
    const { world } = await withDevice()
    await aServer(world)
    for (let time = 0; time < 15; time += 1)
      expect((await get(world, {}, '001122334455')).response.status).toBe(403)
    expect((await get(world)).response.status).toBe(200)
  })
})

describe('listMacNotices', () => {
  test('shows what the owner of the device sees', async () => {
    const { world } = await withDevice()
    const mine = await aNotice(world, { title: 'For three', forGroups: 1 })
    const theirs = await aNotice(world, { title: 'For four', forGroups: 1 })
    await aNotice(world, { title: 'For all' })
    await world.db
      .insertInto('noticeGroup')
      .values([
        { noticeId: mine, groupId: 3 },
        { noticeId: theirs, groupId: 4 },
      ])
      .execute()
    const path = { mac: MAC }
    const { data } = await world.as(null).GET('/api/user/notice/mac/{mac}', { params: { path } })
    expect(data?.map(({ title }) => title)).toEqual(['For all', 'For three'])
    const unknown = await world
      .as(null)
      .GET('/api/user/notice/mac/{mac}', { params: { path: { mac: '001122334455' } } })
    expect(unknown.response.status).toBe(403)
  })
})

describe('the list of accounts', () => {
  test('ends with the devices when they are requested', async () => {
    const { world, accountId } = await withDevice()
    for (let port = 1; port <= 4; port += 1) await anAccount(world, { port: 30_000 + port })
    const admin = await world.person({ type: 'admin', groupId: 9 })
    const list = async (body: object, as = mainAdmin) => {
      const filter = { expired: true, unexpired: true, unlimit: true, mac: true }
      const sent = { body: { pageSize: 3, filter, ...body } }
      return (await world.as(as).POST('/api/admin/accountWithPage', sent)).data
    }
    expect(await list({})).toMatchObject({ total: 6, maxPage: 2 })
    const second = await list({ page: 2 })
    expect(second?.account.map((row) => ('mac' in row ? row.mac : row.port))).toEqual([
      30_003,
      30_004,
      MAC,
    ])
    expect(second?.account[2]).toMatchObject({ accountId, port: 21_003 })
    expect(await list({ search: 'CC:00', page: 1 })).toMatchObject({
      total: 1,
      account: [{ mac: MAC }],
    })
    expect((await list({ page: 3 }))?.account).toEqual([])
    expect((await list({ filter: { unlimit: true } }))?.total).toBe(5)
    expect((await list({}, admin))?.total).toBe(0)
  })
})
