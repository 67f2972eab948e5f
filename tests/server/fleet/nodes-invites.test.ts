/** @module-tag long */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newIdentity } from '../../../server/fleet/nodes/channel/keys.ts'
import { hostOf, join } from '../../../server/fleet/nodes/join.ts'
import { selectDesired } from '../../../server/fleet/plane/desired.ts'
import { aHello } from '../../support/links.ts'
import { anAccount } from '../../support/make.ts'
import { call, invite, inviteOf, nodeConsole } from '../../support/nodes.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const MINUTE_MS = 60_000
const everything = async ({ db }: Awaited<ReturnType<typeof nodeConsole>>) => ({
  nodes: await db.selectFrom('node').selectAll().execute(),
  servers: await db.selectFrom('server').selectAll().execute(),
  invites: await db.selectFrom('nodeInvite').selectAll().execute(),
})

describe('createNodeInvite', () => {
  test('gives a command with the token, of which only a hash is stored', async () => {
    const world = await nodeConsole({ SITE: 'https://shop.example.com' })
    const made = await invite(world)
    expect(made.command).toMatch(
      /&& curl -fsS https:\/\/shop\.example\.com\/api\/node\/join\/[\w-]{22} \| sh -s [\w-]{22}$/,
    )
    expect(made.expireTime).toBe(world.clock.at + 15 * MINUTE_MS)
    expect(made.hash).not.toBe(made.token)
    const stored = await everything(world)
    expect(JSON.stringify(stored)).not.toContain(made.token)
    expect(stored.invites[0]?.tokenHash).toBe(made.hash)
    const entries = await world.db.selectFrom('audit').selectAll().execute()
    expect(entries).toMatchObject([{ operation: 'createNodeInvite', subject: 'nodeInvite' }])
    expect(JSON.stringify(entries)).not.toContain(made.hash)
  })

  test('checks the script by its hash where nothing else protects it', async () => {
    const world = await nodeConsole()
    const { command, hash } = await invite(world)
    const [, sum] = /echo "([0-9a-f]{64}) {2}\$join" \| sha256sum/.exec(command) ?? []
    const script = await (await fetch(`${world.url}/api/node/join/${hash}`)).text()
    expect(createHash('sha256').update(script).digest('hex')).toBe(sum)
  })

  test('refuses a server that cannot be, a node there is not, and a console without a build', async () => {
    const world = await nodeConsole()
    const post = async (body: object, to = world) => {
      const { response, error } = await to.as(mainAdmin).POST('/api/admin/node/invite', {
        body: body as never,
      })
      return [response.status, error as unknown]
    }
    expect(await post({ server: { name: 'Tokyo', method: 'rc4-md5' } })).toEqual([
      400,
      expect.any(String),
    ])
    const tunnel = { name: 'Tokyo', type: 'WireGuard', net: '10.101.0.0/16' }
    expect(await post({ server: tunnel })).toEqual([400, expect.stringContaining('body/net')])
    expect(await post({ server: { name: '  ' } })).toEqual([400, expect.any(String)])
    expect(await post({})).toEqual([400, expect.any(String)])
    expect(await post({ nodeId: 1, server: { name: 'Tokyo' } })).toEqual([400, expect.any(String)])
    expect((await post({ nodeId: 7 }))[0]).toBe(404)
    const unbuilt = await makeWorld({ env: { NODE_AGENT: '/nowhere' } })
    const server = { name: 'Tokyo' }
    expect(await post({ server }, unbuilt as typeof world)).toEqual([403, 'not built'])
  })
})

test('a machine can join with a WireGuard server, whose keys are made then', async () => {
  const world = await nodeConsole()
  const server = { name: 'Tokyo', type: 'WireGuard' as const, wgPort: 4500, mtu: 1280 }
  const { token } = await invite(world, { server })
  const { node } = await call(world, { token })
  const { servers } = await everything(world)
  expect(servers).toMatchObject([
    {
      type: 'WireGuard',
      plane: 'node',
      nodeId: node,
      net: '10.100.0.0/16',
      net6: 'fd10:100::/64',
      wgPort: 4500,
      mtu: 1280,
      key: expect.stringMatching(/^.{43}=$/),
      privateKey: expect.any(String),
    },
  ])
})

test('what was chosen for a WireGuard server is what its machine is to carry', async () => {
  const world = await nodeConsole()
  const server = {
    name: 'Tokyo',
    type: 'WireGuard' as const,
    wgPort: 4500,
    net: '172.20.0.0/16',
    net6: null,
    dns: '9.9.9.9',
    mtu: 1380,
  }
  const { node } = await call(world, { token: (await invite(world, { server })).token })
  const { name: _, ...terms } = server
  expect((await everything(world)).servers).toMatchObject([terms])
  const id = await anAccount(world)
  const wishes = await selectDesired(world.db, [id], world.clock.at)
  expect(wishes.get(id)?.ports).toMatchObject([
    { carrier: `node:${node}`, tunnel: { listenPort: 4500, net: '172.20.0.0/15', mtu: 1380 } },
  ])
  expect(wishes.get(id)?.ports[0]?.tunnel).not.toHaveProperty('net6')
})

test('a second WireGuard server on a machine gets what is free there', async () => {
  const world = await nodeConsole()
  const identity = newIdentity()
  const server = { name: 'Tokyo', type: 'WireGuard' as const, net: '10.100.0.0/16', wgPort: 51_820 }
  const join = async (changes = {}) =>
    call(world, {
      identity,
      token: (await invite(world, { server: { ...server, ...changes } })).token,
    })
  await join()
  await join()
  // Only the port of this one is in the way.
  await join({ net: '10.200.0.0/16', net6: 'fd00::/64' })
  expect((await everything(world)).servers).toMatchObject([
    { wgPort: 51_820, net: '10.100.0.0/16', net6: 'fd10:100::/64' },
    { wgPort: 51_821, net: '10.102.0.0/16', net6: 'fd10:102::/64' },
    { wgPort: 51_822, net: '10.200.0.0/16', net6: 'fd00::/64' },
  ])
})

describe('getNodeInvite', () => {
  test('reports its progress', async () => {
    const world = await nodeConsole()
    const { id, hash, token } = await invite(world)
    expect(await inviteOf(world, id)).toMatchObject({ state: 'waiting', node: null, problem: null })
    await fetch(`${world.url}/api/node/join/${hash}`)
    expect(await inviteOf(world, id)).toMatchObject({ state: 'fetched' })
    const { node, close } = await call(world, { token })
    await expect
      .poll(() => inviteOf(world, id))
      .toMatchObject({ state: 'joined', node, server: 1, address: '127.0.0.1', isLinked: 1 })
    close()
    await expect.poll(() => inviteOf(world, id)).toMatchObject({ state: 'joined', isLinked: 0 })
    expect(await inviteOf(world, 99)).toBeUndefined()
  })

  test('says that it is too late', async () => {
    const world = await nodeConsole()
    const { id } = await invite(world)
    world.clock.add(15 * MINUTE_MS - 1)
    expect(await inviteOf(world, id)).toMatchObject({ state: 'waiting' })
    world.clock.add(1)
    expect(await inviteOf(world, id)).toMatchObject({ state: 'expired' })
  })
})

describe('joining', () => {
  test('makes a node and its server together, and has the ports follow', async () => {
    const world = await nodeConsole()
    const server = { name: 'Tokyo', scale: 2, shift: 3, method: 'aes-128-gcm', comment: 'fast' }
    const { token } = await invite(world, { server })
    const { node, identity } = await call(world, { token })
    const { nodes, servers } = await everything(world)
    expect(nodes).toMatchObject([
      { id: node, name: 'Tokyo', publicKey: identity.publicKey, state: 'active' },
    ])
    expect(servers).toMatchObject([
      { ...server, plane: 'node', nodeId: node, host: '192.0.2.10', type: 'Shadowsocks' },
    ])
    expect(world.woken.times).toBe(1)
  })

  test('is refused when the link was used, and changes nothing', async () => {
    const world = await nodeConsole()
    const { token, id } = await invite(world)
    const first = await call(world, { token })
    const before = await everything(world)
    await expect(call(world, { token })).rejects.toMatchObject({ reason: 'used' })
    expect((await inviteOf(world, id))?.problem).toBe('used')
    const after = await everything(world)
    expect(after.nodes.map(({ id }) => id)).toEqual(before.nodes.map(({ id }) => id))
    expect(after.servers).toEqual(before.servers)
    expect(first.state.isEnded).toBe(false)
  })

  test('is answered again for the machine that joined: the answer may have been lost', async () => {
    const world = await nodeConsole()
    const { token } = await invite(world)
    const identity = newIdentity()
    const first = await call(world, { token, identity })
    expect((await call(world, { token, identity })).node).toBe(first.node)
    expect((await everything(world)).servers).toHaveLength(1)
  })

  test('is refused when it is expired, or with an unknown token', async () => {
    const world = await nodeConsole()
    const { token, id } = await invite(world)
    world.clock.add(15 * MINUTE_MS)
    await expect(call(world, { token })).rejects.toMatchObject({ reason: 'late' })
    expect((await inviteOf(world, id))?.problem).toBe('late')
    await expect(call(world, { token: 'x'.repeat(22) })).rejects.toMatchObject({
      reason: 'unknown link',
    })
    expect(await everything(world)).toMatchObject({ nodes: [], servers: [] })
  })

  test('accepts one of many at the same moment', async () => {
    const world = await nodeConsole()
    const { token } = await invite(world)
    const verdicts = await Promise.all(
      Array.from({ length: 8 }, () => {
        const called = { key: newIdentity().publicKey, node: null, token, hello: aHello() }
        return join(world.world, { called, address: '192.0.2.10' })
      }),
    )
    expect(verdicts.filter((one) => 'ok' in one)).toHaveLength(1)
    expect(verdicts.filter((one) => 'refused' in one && one.refused === 'used')).toHaveLength(7)
    expect(await everything(world)).toMatchObject({ nodes: [{ id: 1 }], servers: [{ id: 1 }] })
  })

  test('gives a second server to a machine that is a node already', async () => {
    const world = await nodeConsole()
    const identity = newIdentity()
    const first = await call(world, { identity, token: (await invite(world)).token })
    const { token } = await invite(world, { server: { name: 'Osaka', host: 'osaka.example.com' } })
    const second = await call(world, { identity, token })
    expect(second.node).toBe(first.node)
    expect((await everything(world)).servers).toMatchObject([
      { name: 'Tokyo', nodeId: 1 },
      { name: 'Osaka', nodeId: 1, host: 'osaka.example.com' },
    ])
  })

  test('a new invite replaces the old key, and ends its link', async () => {
    const world = await nodeConsole()
    const old = await call(world, { token: (await invite(world)).token })
    const { token } = await invite(world, { nodeId: old.node })
    const fresh = await call(world, { token })
    expect(fresh.node).toBe(old.node)
    await expect.poll(() => old.state.isEnded).toBe(true)
    expect(old.received.at(-1)).toEqual({ leave: 'replaced' })
    await expect(call(world, { identity: old.identity })).rejects.toMatchObject({
      reason: 'unknown key',
    })
    const { nodes, servers } = await everything(world)
    expect(nodes).toMatchObject([{ publicKey: fresh.identity.publicKey }])
    expect(servers).toHaveLength(1)
  })

  test('a new invite is refused to a machine that is another node', async () => {
    const world = await nodeConsole()
    const one = await call(world, { token: (await invite(world)).token })
    const other = await call(world, { token: (await invite(world)).token })
    const { token } = await invite(world, { nodeId: one.node })
    await expect(call(world, { token, identity: other.identity })).rejects.toMatchObject({
      reason: 'other node',
    })
  })
})

test.each([
  ['198.41.0.4', [], '198.41.0.4'],
  ['::ffff:198.41.0.4', [], '198.41.0.4'],
  ['127.0.0.1', ['10.0.0.7', '198.41.0.4'], '198.41.0.4'],
  ['10.0.0.1', ['10.0.0.7'], '10.0.0.1'],
  ['127.0.0.1', ['10.0.0.7'], '10.0.0.7'],
  ['2a00::1', ['2a00::1', '198.41.0.4'], '198.41.0.4'],
])('a machine that called from %s and has %j is found at %s', (from, own, host) => {
  expect(hostOf(from, own)).toBe(host)
})
