import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { WritableBoard } from '../../../server/fleet/health/board.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'
import { aNewServer, anAccount, aServer, months } from '../../support/make.ts'

const TOKEN = 'c0ffee'.padEnd(32, '0')
const HOUR = 3_600_000
const plain = (text: string) => Buffer.from(text, 'base64').toString()
type World = Awaited<ReturnType<typeof makeWorld>>

const NAMES = ['a.example', 'b.example', 'c.example', 'd.example']
const THREE = { host: NAMES[0]!, spares: JSON.stringify(NAMES.slice(1)) }

async function read(world: World, type: string, token = TOKEN) {
  const url = `/api/user/account/subscribe/${token}?type=${type}&ip=0&flow=0`
  const { payload, statusCode } = await world.app.inject({ url })
  expect(statusCode).toBe(200)
  return payload
}

const ONE = '/api/admin/server/{serverId}'
const at = (serverId: number) => ({ params: { path: { serverId } } })
const getServer = async (world: World, id: number) =>
  (await world.as(mainAdmin).GET(ONE, at(id))).data!
const swap = (world: World, id: number, name: string) =>
  world.as(mainAdmin).POST(`${ONE}/name/blocked`, { ...at(id), body: { name } })
const unblock = (world: World, id: number, name: string) =>
  world.as(mainAdmin).POST(`${ONE}/name/unblocked`, { ...at(id), body: { name } })
const followers = async (world: World, id: number) =>
  (await world.as(mainAdmin).GET(`${ONE}/name/followers`, at(id))).data!

/** Says of names of a server that they do not answer. */
function light(world: World, serverId: number, red: readonly string[]) {
  const green = { state: 'green' as const, cause: null, value: null }
  const names = NAMES.map((name) =>
    red.includes(name)
      ? { name, state: 'red' as const, cause: 'silent' as const }
      : { name, state: 'green' as const, cause: null },
  )
  const seen = { agent: green, ports: green, handshake: green, names }
  const board = world.world.lights as WritableBoard
  board.note(serverId, seen, world.clock.at)
}

describe('several names of a server in subscriptions', () => {
  async function withNames() {
    const world = await makeWorld()
    const id = await aServer(world, THREE)
    await aServer(world, { name: 'Tokyo 2', host: 'osaka.example', shift: 1 })
    await anAccount(world, { port: 5000, password: 'secret', subscribe: TOKEN })
    return { world, id }
  }

  test('are a group that fails over, in the order of the names, for Clash and mihomo', async () => {
    const { world } = await withNames()
    for (const type of ['clash', 'mihomo']) {
      const profile = parse(await read(world, type))
      const hostOf = new Map(
        profile.proxies.map(({ name, server }: { name: string; server: string }) => [name, server]),
      )
      const group = profile['proxy-groups'].find(({ name }: { name: string }) => name === 'Tokyo')
      expect(group).toMatchObject({ type: 'fallback', interval: 60 })
      expect(group.proxies.map((name: string) => hostOf.get(name))).toEqual(NAMES.slice(0, 3))
      // Another server keeps its name, and no name is there twice.
      expect(hostOf.get('Tokyo 2')).toBe('osaka.example')
      expect(hostOf.size).toBe(profile.proxies.length)
      expect(profile['proxy-groups'][0].proxies).toEqual(['Auto', 'Tokyo', 'Tokyo 2', 'DIRECT'])
    }
  })

  test('are a group for sing-box and Surge', async () => {
    const { world } = await withNames()
    const { outbounds } = JSON.parse(await read(world, 'singbox'))
    const of = (tag: string) => outbounds.find((one: { tag: string }) => one.tag === tag)
    expect(of('Tokyo')).toMatchObject({ type: 'urltest', interval: '60s' })
    expect(of('Tokyo').outbounds.map((tag: string) => of(tag).server)).toEqual(NAMES.slice(0, 3))
    const surge = await read(world, 'surge')
    const [, members = ''] = /^Tokyo = fallback, (.*), url=\S+, interval=60$/m.exec(surge) ?? []
    const hosts = members
      .split(', ')
      .map((name) => new RegExp(`^${name} = ss, ([^,]+),`, 'm').exec(surge)?.[1])
    expect(hosts).toEqual(NAMES.slice(0, 3))
  })

  test('are further entries with a number for all others', async () => {
    const { world } = await withNames()
    const links = plain(await read(world, 'shadowrocket')).split('\r\n')
    const names = links.map((link) => decodeURIComponent(link.split('#')[1] ?? ''))
    expect(names).toEqual(['Tokyo', 'Tokyo 3', 'Tokyo 4', 'Tokyo 2'])
    const { servers } = JSON.parse(await read(world, 'sip008'))
    expect(servers.map(({ server }: { server: string }) => server)).toEqual([
      ...NAMES.slice(0, 3),
      'osaka.example',
    ])
    expect(new Set(servers.map(({ id }: { id: string }) => id)).size).toBe(4)
    const ssd = JSON.parse(plain((await read(world, 'ssd')).slice('ssd://'.length)))
    expect(new Set(ssd.servers.map(({ id }: { id: number }) => id)).size).toBe(4)
    for (const type of ['loon', 'quantumultx', 'mellow', 'potatso'])
      for (const host of NAMES.slice(0, 3)) {
        const text = await read(world, type)
        const decoded = type === 'potatso' ? plain(text) : text
        const isWhole = type === 'potatso' || decoded.includes(host)
        expect([type, host, isWhole]).toEqual([type, host, true])
      }
    expect(JSON.parse(await read(world, 'outline')).server).toBe('a.example')
  })

  test('never begin with a red one, and stay as they are where all are red', async () => {
    const { world, id } = await withNames()
    const first = async () => JSON.parse(await read(world, 'outline')).server
    light(world, id, ['a.example'])
    expect(await first()).toBe('b.example')
    light(world, id, NAMES)
    expect(await first()).toBe('a.example')
    light(world, id, NAMES.slice(0, 3))
    expect(await first()).toBe('d.example')
  })

  test('are in the groups of a template of the operator', async () => {
    const { world } = await withNames()
    const content = [
      'proxy-groups:',
      '  - { name: Mine, type: select, proxies: ["{servers}", DIRECT] }',
      '  - { name: Tokyo 1, type: select, proxies: [DIRECT] }',
      'rules: ["MATCH,Mine"]',
    ].join('\n')
    const { response } = await world.as(mainAdmin).PUT('/api/admin/setting/profile/{app}', {
      params: { path: { app: 'mihomo' } },
      body: { content },
    })
    expect(response.status).toBe(200)
    const profile = parse(await read(world, 'mihomo'))
    const groups = profile['proxy-groups'] as { name: string; proxies: string[] }[]
    expect(groups.map(({ name }) => name)).toEqual(['Mine', 'Tokyo 1', 'Tokyo'])
    expect(groups[0]!.proxies).toEqual(['Tokyo', 'Tokyo 2', 'DIRECT'])
    const names = profile.proxies.map(({ name }: { name: string }) => name)
    expect(groups[2]!.proxies.every((name) => names.includes(name))).toBe(true)
    expect(names).not.toContain('Tokyo 1')
  })

  test('of WireGuard are the first alone: one key cannot be in two tunnels', async () => {
    const { world, id } = await withNames()
    await world.db
      .updateTable('server')
      .set({ type: 'WireGuard', key: `${'a'.repeat(43)}=`, net: '10.1.0.0/16', wgPort: 51_820 })
      .where('id', '=', id)
      .execute()
    light(world, id, ['a.example'])
    const { proxies } = parse(await read(world, 'mihomo'))
    const tunnels = proxies.filter(({ type }: { type: string }) => type === 'wireguard')
    expect(tunnels.map(({ server }: { server: string }) => server)).toEqual(['b.example'])
  })
})

describe('the names in the form', () => {
  test('are kept, in their order, and stay where an older console leaves them out', async () => {
    const world = await makeWorld()
    const admin = world.as(mainAdmin)
    const spares = ['b.example', '[2001:db8::1]', 'a.example', 'b.example']
    const { data } = await admin.POST('/api/admin/server', {
      body: aNewServer({ address: 'a.example', spares }),
    })
    const id = data!.serverId
    expect((await getServer(world, id)).spares).toEqual(['b.example', '2001:db8::1'])
    await admin.PUT(ONE, { ...at(id), body: aNewServer({ address: 'a.example', name: 'Kyoto' }) })
    expect(await getServer(world, id)).toMatchObject({
      name: 'Kyoto',
      spares: ['b.example', '2001:db8::1'],
    })
    await admin.PUT(ONE, { ...at(id), body: aNewServer({ spares: [] }) })
    expect((await getServer(world, id)).spares).toEqual([])
  })

  test.each(['a.example:443', 'https://b.example', 'a.example:b.example'])(
    'are refused where one is none: %s',
    async (name) => {
      const world = await makeWorld()
      const body = aNewServer({ spares: ['b.example', name] })
      const { response } = await world.as(mainAdmin).POST('/api/admin/server', { body })
      expect(response.status).toBe(400)
    },
  )

  test('may be eight', async () => {
    const world = await makeWorld()
    const some = (count: number) => Array.from({ length: count }, (_one, at) => `s${at}.example`)
    const add = (count: number) =>
      world.as(mainAdmin).POST('/api/admin/server', { body: aNewServer({ spares: some(count) }) })
    expect((await add(9)).response.status).toBe(400)
    expect((await add(8)).response.status).toBe(200)
  })
})

describe('swapServerName', () => {
  test('puts the next in the place of a blocked one, and Undo puts all back', async () => {
    const world = await makeWorld()
    const id = await aServer(world, THREE)
    const before = await getServer(world, id)
    expect((await swap(world, id, 'a.example')).data).toBe('success')
    const after = await getServer(world, id)
    expect(after).toMatchObject({
      host: 'b.example',
      spares: ['c.example', 'd.example'],
      blocked: [{ name: 'a.example', time: world.clock.at }],
      swapTime: world.clock.at,
    })
    const { data: log } = await world.as(mainAdmin).GET('/api/admin/audit', {})
    expect(log!.entries[0]).toMatchObject({
      operation: 'swapServerName',
      before: { host: 'a.example' },
      after: { host: 'b.example', blocked: ['a.example'] },
    })
    expect((await unblock(world, id, 'a.example')).data).toBe('success')
    expect(await getServer(world, id)).toEqual(before)
  })

  test('takes the first that is not known to be dead', async () => {
    const world = await makeWorld()
    const id = await aServer(world, THREE)
    light(world, id, ['a.example', 'b.example'])
    await swap(world, id, 'a.example')
    expect(await getServer(world, id)).toMatchObject({
      host: 'c.example',
      spares: ['b.example', 'd.example'],
    })
  })

  test('does it once, whoever asks how often', async () => {
    const world = await makeWorld()
    const id = await aServer(world, THREE)
    const answers = await Promise.all([1, 2, 3].map(() => swap(world, id, 'a.example')))
    expect(answers.map(({ response }) => response.status).toSorted()).toEqual([200, 403, 403])
    expect((await getServer(world, id)).host).toBe('b.example')
    const { error } = await swap(world, id, 'a.example')
    expect(error).toBe('not in use')
  })

  test('keeps the last name, and the way of the console to a node', async () => {
    const world = await makeWorld()
    const alone = await aServer(world)
    expect((await swap(world, alone, '192.0.2.1')).error).toBe('no spare')
    const node = { plane: 'manager', driver: 'ssmgr', port: 6001, password: 'x' } as const
    const far = await aServer(world, { ...node, spares: '["b.example"]' })
    await swap(world, far, '192.0.2.1')
    expect((await getServer(world, far)).host).toBe('192.0.2.1:b.example')
    await unblock(world, far, '192.0.2.1')
    expect(await getServer(world, far)).toMatchObject({ host: '192.0.2.1', spares: ['b.example'] })
  })

  test('takes a spare one away, too', async () => {
    const world = await makeWorld()
    const id = await aServer(world, THREE)
    await swap(world, id, 'c.example')
    expect(await getServer(world, id)).toMatchObject({
      host: 'a.example',
      spares: ['b.example', 'd.example'],
    })
  })

  test('refuses a form that was opened before', async () => {
    const world = await makeWorld()
    const id = await aServer(world, THREE)
    const { revision } = await getServer(world, id)
    await swap(world, id, 'a.example')
    const body = { ...aNewServer({ address: 'a.example' }), ...(revision && { revision }) }
    const { response } = await world.as(mainAdmin).PUT(ONE, { ...at(id), body })
    expect(response.status).toBe(409)
  })
})

describe('unblockServerName', () => {
  test('gives a name again behind the others, where another one has its place by now', async () => {
    const world = await makeWorld()
    const id = await aServer(world, THREE)
    await swap(world, id, 'a.example')
    await swap(world, id, 'b.example')
    await unblock(world, id, 'a.example')
    expect(await getServer(world, id)).toMatchObject({
      host: 'c.example',
      spares: ['d.example', 'a.example'],
    })
    expect((await unblock(world, id, 'a.example')).error).toBe('not blocked')
  })

  test('knows no more of a name that was entered again', async () => {
    const world = await makeWorld()
    const id = await aServer(world, THREE)
    await swap(world, id, 'a.example')
    const body = aNewServer({ address: 'a.example' })
    await world.as(mainAdmin).PUT(ONE, { ...at(id), body })
    expect((await getServer(world, id)).blocked).toEqual([])
    expect((await unblock(world, id, 'a.example')).error).toBe('not blocked')
  })

  test('gives none that would be one too many', async () => {
    const world = await makeWorld()
    const spares = Array.from({ length: 8 }, (_one, at) => `s${at}.example`)
    const id = await aServer(world, { host: 'a.example', spares: JSON.stringify(spares) })
    await swap(world, id, 's0.example')
    const more = [...spares.slice(1), 'new.example']
    const body = aNewServer({ address: 'a.example', spares: more })
    await world.as(mainAdmin).PUT(ONE, { ...at(id), body })
    expect((await unblock(world, id, 's0.example')).error).toBe('too many')
  })
})

describe('listNameFollowers', () => {
  test('counts who has fetched since, of those who have the server, and names the others', async () => {
    const world = await makeWorld()
    const id = await aServer(world, THREE)
    const other = await aServer(world, { name: 'Other' })
    const tokens = ['1', '2', '3'].map((digit) => digit.padEnd(32, '0'))
    const [early, late] = await Promise.all(
      tokens.map((subscribe, at) => anAccount(world, { subscribe, port: 6001 + at })),
    )
    const only = await anAccount(world, { server: `[${id}]`, port: 6010 })
    await anAccount(world, { server: `[${other}]`, port: 6011 })
    await anAccount(world, { ...months(world, 1), expireTime: world.clock.at - 1, port: 6012 })
    await anAccount(world, { active: 0, port: 6013 })
    expect(await followers(world, id)).toEqual({ since: null, total: 4, fetched: 0, waiting: [] })
    await read(world, 'clash', tokens[0])
    const fetchTime = world.clock.at
    world.clock.at += HOUR
    await swap(world, id, 'a.example')
    world.clock.at += 1
    await read(world, 'clash', tokens[1])
    const { total, fetched, waiting } = await followers(world, id)
    expect({ total, fetched }).toEqual({ total: 4, fetched: 1 })
    expect(waiting.map(({ id: one }) => one)).not.toContain(late)
    expect(waiting[0]).toEqual({ id: early, port: 6001, username: null, fetchTime })
    expect(waiting.find((one) => one.id === only)).toMatchObject({ fetchTime: null })
    // A look of an admin or of a browser is no fetch of an app.
    await world.app.inject({
      url: `/api/user/account/subscribe/${tokens[2]}`,
      headers: { 'user-agent': 'Mozilla/5.0', accept: 'text/html' },
    })
    expect((await followers(world, id)).fetched).toBe(1)
    await unblock(world, id, 'a.example')
    expect((await followers(world, id)).since).toBeNull()
  })
})
