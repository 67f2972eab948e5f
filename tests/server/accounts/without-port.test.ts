import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { fromBase64 } from '#rules/base64.ts'
import { countTakenPorts } from '../../../server/accounts/ports.ts'
import { findFreePort } from '../../../server/accounts/freePorts.ts'
import { grant, selectDesired } from '../../../server/fleet/plane/desired.ts'
import { trojanKey } from '../../../server/engine/trojanKey.ts'
import { aNewAccount, aNewServer, anAccount, aServer, months } from '../../support/make.ts'
import { done, ended, undone } from '../../support/jobs.ts'
import { openPlane } from '../../support/plane.ts'
import { LOCALHOST_CERT, LOCALHOST_KEY } from '../../support/localhost.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

const FIRST = 100_000
const PORT = '/api/admin/account/{accountId}/port'
const TOKEN = 'c0ffee'.padEnd(32, '0')
const EVERY = { from: 0, to: 2 ** 31 - 1 }

const at = (accountId: number) => ({ params: { path: { accountId } } })

/** A site with a Trojan server, a shared port of 2022, a port for each, and WireGuard. */
async function makeSite() {
  const world = await makeWorld({ plane: openPlane() })
  const admin = world.as(mainAdmin)
  const added = async (changes: Parameters<typeof aNewServer>[0]) => {
    const { data, error } = await admin.POST('/api/admin/server', { body: aNewServer(changes) })
    if (!data) throw new Error(String(error))
    return data.serverId
  }
  const certificate = { cert: LOCALHOST_CERT, key: LOCALHOST_KEY }
  const site = 'http://127.0.0.1:1'
  const trojan = { type: 'Trojan' as const, address: 'localhost', site, certificate, tjPort: 8443 }
  const servers = {
    // With a shift that would make a port of the number.
    plain: await added({ name: 'Plain', shift: -40_000 }),
    shared: await added({ name: 'Shared', method: '2022-blake3-aes-128-gcm', ssPort: 8388 }),
    trojan: await added({ name: 'Trojan', ...trojan }),
  }
  await aServer(world, { name: 'Tunnel', type: 'WireGuard', wgPort: 51_820, net: '10.9.0.0/16' })
  return { ...world, admin, servers }
}

const desired = async ({ db, clock }: Pick<World, 'db' | 'clock'>) => {
  const wishes = await selectDesired(db, EVERY, clock.at)
  return [...wishes.values()].flatMap(({ ports }) => grant(ports, new Map()))
}

const portOf = async ({ db }: Pick<World, 'db'>, id: number) => {
  const row = db.selectFrom('account').select('port').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).port
}

describe('an account without a port', () => {
  test('is a member of what all share by its key, and has no port anywhere', async () => {
    const site = await makeSite()
    const { plain, shared, trojan } = site.servers
    const one = await anAccount(site, { port: FIRST, password: 'same' })
    const two = await anAccount(site, { port: FIRST + 1, password: 'same' })
    const own = await anAccount(site, { port: 50_000, password: 'same' })
    const orders = await desired(site)
    const keys = orders.map(({ key, port }) => `${key} ${port}`)
    expect(keys.toSorted()).toEqual(
      [
        `${plain}:${own} 10000`,
        ...[one, two, own].flatMap((id) => [`${shared}:${id} 8388`, `${trojan}:${id} 8443`]),
      ].toSorted(),
    )
    // Customers choose passwords: the same one must not be the same key.
    expect(
      new Set(orders.map(({ key, password }) => `${key.split(':')[0]} ${password}`)).size,
    ).toBe(orders.length)
    const inTls = orders.find(({ key }) => key === `${trojan}:${one}`)
    expect(inTls?.password).toBe(trojanKey(`${FIRST}:same`))
  })

  test('has these servers alone in its links, on its pages, and in what older screens read', async () => {
    const site = await makeSite()
    const { shared, trojan } = site.servers
    const owner = await site.person()
    const id = await anAccount(site, { port: FIRST, subscribe: TOKEN, userId: owner.id })
    const names = [shared, trojan].toSorted((a, b) => a - b)

    const path = { token: TOKEN }
    const fetched = async (query: object) => {
      const url = '/api/user/account/subscribe/{token}'
      return String((await site.as(null).GET(url, { params: { path, query } })).data)
    }
    const { proxies } = parse(await fetched({ type: 'mihomo', flow: '1' }))
    expect(proxies.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['Shared', 'Trojan']),
    )
    expect(proxies.map(({ name }: { name: string }) => name)).not.toContain('Plain')
    expect(proxies.map(({ name }: { name: string }) => name)).not.toContain('Tunnel')
    // A number that is no port would make apps refuse all of it, notes included.
    for (const { port } of proxies) expect(port).toBeLessThanOrEqual(65_535)
    const inTls = proxies.find(({ type }: { type: string }) => type === 'trojan')
    expect(inTls).toMatchObject({ port: 8443, password: `${FIRST}:secret` })
    const ssd = JSON.parse(fromBase64((await fetched({ type: 'ssd' })).slice(6)) ?? '')
    expect(ssd.port).toBeLessThanOrEqual(65_535)

    const preview = '/api/admin/account/{accountId}/subscribe/preview'
    const params = { path: { accountId: id }, query: { type: 'mihomo' as const } }
    const { data: handed } = await site.admin.GET(preview, { params })
    expect(handed?.leftOut.map(({ name, reason }) => `${name} ${reason}`)).toEqual([
      'Plain noPort',
      'Tunnel noPort',
    ])

    const { data: shown } = await site.admin.GET('/api/admin/account/{accountId}', at(id))
    expect(shown).toMatchObject({ port: FIRST, server: null })
    expect(shown?.connections?.map(({ serverId }) => serverId).toSorted()).toEqual(names)
    expect(shown?.access?.map(({ serverId }) => serverId)).toEqual([shared])
    const { data: mine } = await site.as(owner).GET('/api/user/account')
    expect(mine?.[0]?.server?.toSorted((a, b) => a - b)).toEqual(names)
    expect(names).toContain(mine?.[0]?.idle)
  })

  test('gets its servers also where none of them works, and one does that it is not on', async () => {
    const site = await makeSite()
    const { shared, trojan } = site.servers
    const id = await anAccount(site, { port: FIRST, subscribe: TOKEN })
    const red = { state: 'red' as const, cause: 'silent' as const, since: 0, value: null }
    const { lights } = site.world
    const before = lights.of
    lights.of = (one) => ({
      ...before(one),
      handshake:
        one === shared || one === trojan ? red : { ...red, state: 'green' as const, cause: null },
    })
    const url = '/api/user/account/subscribe/{token}'
    const asked = { path: { token: TOKEN }, query: { type: 'mihomo' as const } }
    const { data } = await site.as(null).GET(url, { params: asked })
    const names = parse(String(data)).proxies.map(({ name }: { name: string }) => name)
    expect(names.toSorted()).toEqual(['Shared', 'Trojan'])
    const preview = '/api/admin/account/{accountId}/subscribe/preview'
    const params = { path: { accountId: id }, query: { type: 'mihomo' as const } }
    const { data: handed } = await site.admin.GET(preview, { params })
    expect(handed?.entries.map(({ serverId }) => serverId).toSorted()).toEqual(
      [shared, trojan].toSorted(),
    )
    expect(handed?.leftOut.map(({ reason }) => reason)).toEqual(['noPort', 'noPort'])
  })

  test('is found by its number, and sorted after those with a port', async () => {
    const site = await makeSite()
    await anAccount(site, { port: 50_000 })
    const id = await anAccount(site, { port: FIRST })
    await anAccount(site, { port: 65_535 })
    const list = async (body: object) => {
      const sent = { page: 1, pageSize: 30, sort: 'port_asc', ...body } as never
      const { data } = await site.admin.POST('/api/admin/accountWithPage', { body: sent })
      return data?.account.map(({ port }) => port)
    }
    expect(await list({})).toEqual([50_000, 65_535, FIRST])
    expect(await list({ search: '10000' })).toEqual([FIRST])
    const by = '/api/admin/account/port/{port}'
    const { data } = await site.admin.GET(by, { params: { path: { port: FIRST } } })
    expect(data?.id).toBe(id)
  })

  test('stands in the way of no port and no shift', async () => {
    const site = await makeWorld()
    const admin = site.as(mainAdmin)
    await aServer(site, { shift: 0 })
    await anAccount(site, { port: FIRST })
    // With this shift its number would be port 60000.
    const body = aNewServer({ name: 'Shifted', shift: -40_000 })
    expect((await admin.POST('/api/admin/server', { body })).error).toBeUndefined()
    const consolePort = 8080
    const ranges = [{ start: 60_000, end: 60_000 }]
    expect(await findFreePort(site.db, ranges, { consolePort })).toBe(60_000)
    expect(await countTakenPorts(site.db, ranges, consolePort)).toBe(0)
    const created = await admin.POST('/api/admin/account', { body: aNewAccount({ port: 60_000 }) })
    expect(created.error).toBeUndefined()
  })
})

describe('taking the port of an account away, and giving it one', () => {
  const moved = (site: { admin: ReturnType<World['as']> }, id: number, port: number) =>
    site.admin.PUT(PORT, { ...at(id), body: { port } })

  test('gives it a number, which it keeps, and another time a port', async () => {
    const site = await makeSite()
    const id = await anAccount(site, { port: 50_000 })
    const other = await anAccount(site, { port: 50_001 })
    expect((await moved(site, id, 0)).data).toBe('success')
    expect(await portOf(site, id)).toBe(FIRST)
    expect((await moved(site, id, 0)).data).toBe('success')
    expect((await moved(site, id, FIRST)).data).toBe('success')
    expect(await portOf(site, id)).toBe(FIRST)
    expect((await moved(site, other, 0)).data).toBe('success')
    expect(await portOf(site, other)).toBe(FIRST + 1)
    // No number but its own, and nothing between the ports and the numbers.
    for (const port of [FIRST, FIRST + 1, FIRST + 2, 65_536, 99_999])
      if (port !== (await portOf(site, other)))
        expect((await moved(site, other, port)).response.status).toBe(400)
    expect((await moved(site, other, 50_000)).data).toBe('success')
    expect((await moved(site, id, 50_000)).error).toBe('port exists')
    // What no server could open for it is refused as for others.
    expect((await moved(site, id, 40_000)).response.status).toBe(400)
    expect(await portOf(site, id)).toBe(FIRST)
  })

  test('two at once do not get the same number, nor the same port', async () => {
    const site = await makeSite()
    const ids = await Promise.all(
      Array.from({ length: 6 }, (_, n) => anAccount(site, { port: 50_000 + n })),
    )
    const taken = await Promise.all(ids.map((id) => moved(site, id, 0)))
    expect(taken.map(({ data }) => data)).toEqual(Array(6).fill('success'))
    const rows = await site.db.selectFrom('account').select('port').orderBy('port').execute()
    expect(rows.map(({ port }) => port)).toEqual(ids.map((_, n) => FIRST + n))
    const given = await Promise.all(ids.map((id) => moved(site, id, 50_000)))
    expect(given.filter(({ data }) => data === 'success')).toHaveLength(1)
    expect(given.filter(({ error }) => error === 'port exists')).toHaveLength(5)
  })

  test('by the form: an older console sends the number back as it is', async () => {
    const site = await makeSite()
    const id = await anAccount(site, { port: FIRST })
    const edit = (body: object) =>
      site.admin.PUT('/api/admin/account/{accountId}/data', { ...at(id), body })
    expect((await edit({ port: FIRST, flow: 5 })).data).toBe('success')
    expect(await portOf(site, id)).toBe(FIRST)
    expect((await edit({ flow: 6 })).data).toBe('success')
    expect((await edit({ port: FIRST + 1 })).response.status).toBe(400)
    expect((await edit({ port: 50_000 })).data).toBe('success')
    expect(await portOf(site, id)).toBe(50_000)
    expect((await edit({ port: 0 })).data).toBe('success')
    expect(await portOf(site, id)).toBe(FIRST)
  })
})

describe('a new account', () => {
  const create = (world: World, body: object) =>
    world.as(mainAdmin).POST('/api/admin/account', { body: { type: 1, password: 'a', ...body } })
  const setPorts = (world: World, port: object) =>
    world.as(mainAdmin).PUT('/api/admin/setting/account', { body: { data: { port } } })

  test('without a word about its port has a free one, and one less where none is left', async () => {
    const world = await makeWorld()
    await setPorts(world, { start: 50_000, end: 50_000 })
    const shared = await aServer(world, { method: '2022-blake3-aes-128-gcm', ssPort: 8388 })
    const plain = await aServer(world)
    expect((await create(world, {})).data).toBeDefined()
    expect((await create(world, {})).error).toBe('no port')
    expect((await create(world, { server: [plain] })).error).toBe('no port')
    const { data } = await create(world, { server: [shared] })
    expect(await portOf(world, data!.id)).toBe(FIRST)
    // Who says so gets none, whatever its servers are.
    const { data: none } = await create(world, { port: 0, server: [plain] })
    expect(await portOf(world, none!.id)).toBe(FIRST + 1)
    expect((await create(world, { port: FIRST + 7 })).response.status).toBe(400)
  })

  test('has none where the setting gives ports only where they are needed', async () => {
    const world = await makeWorld()
    await setPorts(world, { start: 50_000, end: 50_009, onlyWhereNeeded: true })
    const shared = await aServer(world, { method: '2022-blake3-aes-128-gcm', ssPort: 8388 })
    const { data } = await create(world, {})
    expect(await portOf(world, data!.id)).toBe(FIRST)
    const plain = await aServer(world)
    const { data: mixed } = await create(world, { server: [shared, plain] })
    expect(await portOf(world, mixed!.id)).toBe(50_000)
  })
})

describe('an account without a port that was deleted', () => {
  test('comes back under its number, or under another where that is another account’s now', async () => {
    const world = await makeWorld()
    await aServer(world, { method: '2022-blake3-aes-128-gcm', ssPort: 8388 })
    const remove = (id: number) => done(world, { of: 'account', ids: [id] }, { kind: 'delete' })
    const id = await anAccount(world, { port: FIRST, subscribe: TOKEN })
    expect(await undone(world, (await remove(id)).id)).toMatchObject({ failures: [] })
    expect(await portOf(world, id)).toBe(FIRST)
    const job = await remove(id)
    const body = aNewAccount({ port: 0 })
    const { data: other } = await world.as(mainAdmin).POST('/api/admin/account', { body })
    expect(await portOf(world, other!.id)).toBe(FIRST)
    expect(await undone(world, job.id)).toMatchObject({ failures: [] })
    expect(await portOf(world, id)).toBe(FIRST + 1)
    expect(await portOf(world, other!.id)).toBe(FIRST)
  })
})

test('used up and banned is what it is on the servers that it is on', async () => {
  const site = await makeSite()
  const { shared, trojan } = site.servers
  const terms = months(site, 1)
  const id = await anAccount(site, { port: FIRST, flow: 1_000, multiServerFlow: 0, ...terms })
  const shown = async () => {
    const { data } = await site.admin.GET('/api/admin/account/{accountId}', at(id))
    return data?.state
  }
  const { cycleStart: cycleFrom } = terms
  const used = { accountId: id, cycleFrom, bytes: 1_000, lastSeen: site.clock.at }
  expect(await shown()).toBe('open')
  for (const serverId of [shared, trojan])
    await site.db
      .insertInto('usage')
      .values({ ...used, serverId })
      .execute()
  expect(await shown()).toBe('over')
  for (const serverId of [shared, trojan])
    await site.db
      .insertInto('ban')
      .values({ accountId: id, serverId, until: site.clock.at + 5_000 })
      .execute()
  expect(await shown()).toBe('banned')
})

test('an export with accounts without ports is imported as it was', async () => {
  const world = await makeWorld()
  const table = 'port,password,type\n100007,one,1\n50000,two,1\n99999,three,1\n100007,four,1\n'
  const body = { of: 'account', table, expected: 2 } as const
  const { data } = await world.as(mainAdmin).POST('/api/admin/import', { body })
  await ended(world, data!.id)
  const rows = await world.db.selectFrom('account').select(['port', 'password']).execute()
  expect(rows.toSorted((a, b) => a.port - b.port)).toEqual([
    { port: 50_000, password: 'two' },
    { port: 100_007, password: 'one' },
  ])
})
