import { describe, expect, test } from 'vitest'
import type { Body } from '#contract'
import { unseal } from '../../../server/database/sealed.ts'
import { findSecret } from '../../../server/database/secret/secret.ts'
import { selectDesired } from '../../../server/fleet/plane/desired.ts'
import { findFreeShift } from '../../../server/accounts/servers/shift.ts'
import { aNode, anAccount, aServer } from '../../support/make.ts'
import { aTunnelPlane, aTunnelServer } from '../../support/wireguard.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const EVERY = { from: 0, to: 1_000_000 }
const SERVER = '/api/admin/server/{serverId}'
type World = Awaited<ReturnType<typeof makeWorld>>

const rowOf = ({ db }: World, id: number) =>
  db.selectFrom('server').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const tried = async (world: World, changes: Partial<Body<'createServer'>>) => {
  const body = { type: 'WireGuard' as const, name: 'Second', address: '192.0.2.1', ...changes }
  const { response, error } = await world.as(mainAdmin).POST('/api/admin/server', { body })
  return [response.status, error]
}
const edited = async (world: World, serverId: number, changes: Partial<Body<'editServer'>>) => {
  const body = { type: 'WireGuard' as const, name: 'Tunnel', address: '192.0.2.1', ...changes }
  const params = { path: { serverId } }
  const { response, error } = await world.as(mainAdmin).PUT(SERVER, { params, body })
  return [response.status, error]
}

describe('a WireGuard server of this machine', () => {
  test('gets keys, a network and a port where it is sent none', async () => {
    const { plane, requested } = aTunnelPlane()
    const world = await makeWorld({ plane })
    const id = await aTunnelServer(world)
    const row = await rowOf(world, id)
    expect(row).toMatchObject({
      type: 'WireGuard',
      plane: 'embedded',
      shift: 0,
      key: expect.stringMatching(/^.{43}=$/),
      net: '10.100.0.0/16',
      net6: 'fd10:100::/64',
      wgPort: 51_820,
      dns: null,
      mtu: null,
    })
    const networks = { net: '10.100.0.0/15', net6: 'fd10:100::/64' }
    expect(requested).toEqual([{ carrier: 'engine', listenPort: 51_820, ...networks }])
    const opened = unseal(row.privateKey ?? '', await findSecret(world.db))
    expect(opened).toMatch(/^.{43}=$/)
    expect(opened).not.toBe(row.key)
  })

  test('reports its private key in no answer', async () => {
    const { plane } = aTunnelPlane()
    const world = await makeWorld({ plane })
    const serverId = await aTunnelServer(world)
    const user = await world.person()
    await anAccount(world, { userId: user.id })
    const answers = [
      await world.as(mainAdmin).GET('/api/admin/server'),
      await world.as(mainAdmin).GET(SERVER, { params: { path: { serverId } } }),
      await world.as(user).GET('/api/user/server'),
      await world.as(mainAdmin).GET('/api/admin/audit'),
    ]
    const { privateKey } = await rowOf(world, serverId)
    const said = JSON.stringify(answers.map(({ data }) => data))
    expect(said).not.toContain(privateKey)
    expect(said).not.toContain(unseal(privateKey ?? '', await findSecret(world.db)))
    const [mine] = (answers[2]?.data ?? []) as unknown as object[]
    expect(mine).toMatchObject({ net6: 'fd10:100::/64', dns: null, mtu: null, wgPort: 51_820 })
  })

  test('gets what is free beside the others', async () => {
    const { plane } = aTunnelPlane()
    const world = await makeWorld({ plane })
    await aTunnelServer(world)
    await aServer(world, { shift: 1 })
    await anAccount(world, { port: 51_820 })
    const second = await rowOf(world, await aTunnelServer(world, { net6: null }))
    // An account has 51821 on the other server.
    expect(second).toMatchObject({ wgPort: 51_822, net: '10.102.0.0/16', net6: null })
  })

  test.each([
    ['noRights', 'no rights'],
    ['noTun', 'no tun'],
    ['noProgram', 'wireguard missing'],
    ['noFirewall', 'nftables missing'],
    ['portTaken', 'port in use'],
    ['rangeTaken', 'range in use'],
  ] as const)('is refused where the machine says %s', async (state, word) => {
    const { plane } = aTunnelPlane({ state })
    const world = await makeWorld({ plane })
    expect(await tried(world, {})).toEqual([403, word])
    expect(await world.db.selectFrom('server').select('id').execute()).toEqual([])
  })

  test('is refused while the machine does not answer, and not where there is none to check', async () => {
    const { plane } = aTunnelPlane('away')
    const world = await makeWorld({ plane })
    expect(await tried(world, {})).toEqual([403, 'server unreachable'])
    expect(await tried(await makeWorld(), {})).toEqual([200, undefined])
  })

  test.each([
    [{ wgPort: 51_820 }, 'port in use'],
    [{ wgPort: 50_007 }, 'port in use'],
    [{ net: '10.100.0.0/16' }, 'range in use'],
    [{ net6: 'fd10:100::/64' }, 'range in use'],
    [{ net: '10.104.0.0/16', wgPort: 52_000, net6: 'fd10:104::/64' }, undefined],
  ])('with %j beside another is refused with %j', async (changes, word) => {
    const { plane } = aTunnelPlane()
    const world = await makeWorld({ plane })
    await aTunnelServer(world)
    await aServer(world)
    await anAccount(world, { port: 50_007 })
    expect(await tried(world, changes)).toEqual([word ? 403 : 200, word])
  })

  test.each([
    [{ net: '10.101.0.0/16' }, 'body/net must be a private /16'],
    [{ net: '8.8.0.0/16' }, 'body/net must be a private /16'],
    [{ net: '10.100.0.0/24' }, 'body/net must be a private /16'],
    [{ net6: 'fd10::100::/64' }, 'body/net6 must be an IPv6 /64'],
    [{ dns: '1.1.1.300' }, 'body/dns must be IP addresses'],
    [{ plane: 'node' as const }, 'body/nodeId is needed'],
    [{ type: 'Trojan' as const }, 'body/site must be'],
  ])('with %j is bad input', async (changes, sentence) => {
    const { plane } = aTunnelPlane()
    const world = await makeWorld({ plane })
    const [status, error] = await tried(world, changes)
    expect([status, error]).toEqual([400, expect.stringContaining(sentence)])
  })

  test('is one of two when two want the same at one moment', async () => {
    const { plane } = aTunnelPlane()
    const world = await makeWorld({ plane })
    const wanted = { net: '10.100.0.0/16', wgPort: 51_820 }
    const both = await Promise.all([tried(world, wanted), tried(world, wanted)])
    const rows = await world.db.selectFrom('server').select(['net', 'wgPort']).execute()
    expect(both.map(([status]) => status).sort()).toEqual([200, 403])
    expect(rows).toHaveLength(1)
  })
})

describe('a changed WireGuard server', () => {
  test('keeps its keys, and what an older console leaves out', async () => {
    const { plane, requested } = aTunnelPlane()
    const world = await makeWorld({ plane })
    const id = await aTunnelServer(world, { dns: '1.1.1.1', mtu: 1280, net6: 'fd00::/64' })
    const before = await rowOf(world, id)
    requested.length = 0
    const key = 'fYOaOoGyB1YUZ8Tq0nXxH6cWbC1b3vK5uH0p2S6Q20Q='
    expect(await edited(world, id, { name: 'Other', key })).toEqual([200, undefined])
    expect(await rowOf(world, id)).toEqual({ ...before, name: 'Other' })
    // Nothing changed that could be in anybody's way.
    expect(requested).toEqual([])
    expect(await edited(world, id, { dns: null, mtu: null, net6: null })).toEqual([200, undefined])
    expect(await rowOf(world, id)).toMatchObject({ dns: null, mtu: null, net6: null })
  })

  test('moves to another port and network after the same look', async () => {
    const { plane, requested, say } = aTunnelPlane()
    const world = await makeWorld({ plane })
    const id = await aTunnelServer(world)
    const { key } = await rowOf(world, id)
    const next = { net: '10.120.0.0/16', wgPort: 52_000 }
    expect(await edited(world, id, next)).toEqual([200, undefined])
    expect(requested.at(-1)).toMatchObject({
      net: '10.120.0.0/15',
      listenPort: 52_000,
      serverId: id,
    })
    expect(await rowOf(world, id)).toMatchObject({ ...next, key })
    say({ state: 'rangeTaken' })
    expect(await edited(world, id, { net: '10.122.0.0/16' })).toEqual([403, 'range in use'])
    expect(await rowOf(world, id)).toMatchObject(next)
    // What it has already is not in its own way.
    expect(await edited(world, id, { name: 'Same', ...next })).toEqual([200, undefined])
  })

  test('that was of another type gets keys then, and one that becomes another loses them', async () => {
    const { plane } = aTunnelPlane()
    const world = await makeWorld({ plane })
    const id = await aServer(world)
    expect(await edited(world, id, {})).toEqual([200, undefined])
    expect(await rowOf(world, id)).toMatchObject({
      net: '10.100.0.0/16',
      privateKey: expect.any(String),
    })
    expect(await edited(world, id, { type: 'Shadowsocks' })).toEqual([200, undefined])
    expect(await rowOf(world, id)).toMatchObject({ key: null, privateKey: null, net6: null })
  })
})

describe('a WireGuard server of a node', () => {
  test('is added to a machine that has joined, which is checked', async () => {
    const { plane, requested } = aTunnelPlane()
    const world = await makeWorld({ plane })
    const nodeId = await aNode(world)
    await aTunnelServer(world)
    const id = await aTunnelServer(world, { plane: 'node', nodeId })
    // Nothing of this machine is in the way of that one.
    expect(await rowOf(world, id)).toMatchObject({ nodeId, plane: 'node', net: '10.100.0.0/16' })
    expect(requested.at(-1)?.carrier).toBe(`node:${nodeId}`)
    expect(await edited(world, id, { name: 'Same' })).toEqual([200, undefined])
    expect(await rowOf(world, id)).toMatchObject({ nodeId, name: 'Same' })
    const nowhere = { plane: 'node' as const, nodeId: nodeId + 1 }
    expect(await edited(world, id, nowhere)).toEqual([403, 'server unreachable'])
  })
})

describe('what ought to be open by WireGuard', () => {
  test('is each account with its address, keys made for those without', async () => {
    const { plane } = aTunnelPlane()
    const world = await makeWorld({ plane })
    const serverId = await aTunnelServer(world, { mtu: 1380 })
    const id = await anAccount(world, { port: 50_000 })
    const high = await anAccount(world, { port: 65_024 })
    const elsewhere = await anAccount(world, { server: '[]' })
    const wishes = await selectDesired(world.db, EVERY, world.clock.at)
    const [port] = wishes.get(id)?.ports ?? []
    const { publicKey } = await world.db
      .selectFrom('account')
      .select('publicKey')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { privateKey: _, ...tunnel } = port?.tunnel ?? { privateKey: '' }
    expect(port).toMatchObject({
      key: `${serverId}:${id}`,
      port: 50_000,
      method: 'wireguard',
      password: publicKey,
      peers: [{ deviceId: 0, publicKey, addresses: ['10.100.196.217', 'fd10:100::1:c350'] }],
    })
    expect(tunnel).toEqual({
      serverId,
      listenPort: 51_820,
      net: '10.100.0.0/15',
      net6: 'fd10:100::/64',
      mtu: 1380,
    })
    expect(wishes.get(high)?.ports).toEqual([])
    expect(wishes.get(elsewhere)?.ports ?? []).toEqual([])
  })

  test('makes the keys of many at once, each its own, and once', async () => {
    const { plane } = aTunnelPlane()
    const world = await makeWorld({ plane })
    await aTunnelServer(world)
    for (let count = 0; count < 260; count += 1) await anAccount(world)
    const keysOf = async () =>
      (await selectDesired(world.db, EVERY, world.clock.at))
        .values()
        .map(({ ports }) => ports[0]?.password)
        .toArray()
    const [one, other] = await Promise.all([keysOf(), keysOf()])
    expect(new Set(one).size).toBe(260)
    expect(other).toEqual(one)
  })

  test('closes where the account ends or is banned, as by Shadowsocks', async () => {
    const { plane } = aTunnelPlane()
    const world = await makeWorld({ plane })
    const serverId = await aTunnelServer(world)
    const accountId = await anAccount(world, { type: 3, cycleStart: 0, cycles: 1, expireTime: 1 })
    const banned = await anAccount(world)
    const ban = { accountId: banned, serverId, until: world.clock.at + 1 }
    await world.db.insertInto('ban').values(ban).execute()
    const wishes = await selectDesired(world.db, EVERY, world.clock.at)
    expect(wishes.get(accountId)?.ports ?? []).toEqual([])
    expect(wishes.get(banned)?.ports).toEqual([])
  })
})

describe('a port that WireGuard listens on', () => {
  test('is given to no account, and no shift leads there', async () => {
    const { plane } = aTunnelPlane()
    const world = await makeWorld({ plane })
    await aTunnelServer(world, { wgPort: 50_000 })
    const shadow = await aServer(world)
    const admin = world.as(mainAdmin)
    expect((await admin.GET('/api/admin/account/newPort')).data).toEqual({ port: 50_001 })
    const body = { type: 1 as const, port: 50_000, password: 'secret-1' }
    expect((await admin.POST('/api/admin/account', { body })).error).toBe('port exists')
    // Accounts without that server need no port on it.
    const free = { ...body, server: [shadow + 100] }
    await aServer(world, { id: shadow + 100, plane: 'manager', driver: 'libev' })
    expect((await admin.POST('/api/admin/account', { body: free })).error).toBeUndefined()
    await anAccount(world, { port: 49_000 })
    const shifted = { name: 'Shifted', address: '192.0.2.1', shift: 1000 }
    const reply = await admin.POST('/api/admin/server', { body: shifted })
    expect(reply.error).toBe('port clash')
    expect(await findFreeShift(world.db, 8080)).not.toBe(1000)
  })
})

test('the open ports of a server are shown with public keys', async () => {
  const { plane } = aTunnelPlane()
  const world = await makeWorld({ plane })
  const serverId = await aTunnelServer(world)
  const id = await anAccount(world, { port: 50_000, publicKey: 'public', privateKey: 'private' })
  const wishes = await selectDesired(world.db, EVERY, world.clock.at)
  await plane.change(
    (wishes.get(id)?.ports ?? []).map((port) => ({ ...port, budget: null })),
    [],
  )
  const { data } = await world.as(mainAdmin).GET(SERVER, { params: { path: { serverId } } })
  expect([data?.portCount, data?.ports]).toEqual([1, [{ port: 50_000, password: 'public' }]])
})

describe('whether a client can connect by WireGuard', () => {
  const stateOf = async (world: World, accountId: number) => {
    const params = { path: { accountId } }
    const { data } = await world.as(mainAdmin).GET('/api/admin/account/{accountId}', { params })
    return data?.connections?.map(({ state, reason }) => [state, reason])
  }

  test('is reported for a port without an address, and for what the machine lacks', async () => {
    const fake = aTunnelPlane()
    const reasons = new Map<string, string>()
    const plane = {
      ...fake.plane,
      stateOf: (key: string) => ({
        key,
        port: 1,
        open: !reasons.has(key),
        reason: reasons.get(key),
      }),
    }
    const world = await makeWorld({ plane: plane as typeof fake.plane })
    const serverId = await aTunnelServer(world)
    const high = await anAccount(world, { port: 65_024 })
    const id = await anAccount(world)
    expect(await stateOf(world, high)).toEqual([['portFailed', 'no address']])
    expect(await stateOf(world, id)).toEqual([['open', undefined]])
    for (const reason of ['no rights', 'no tun', 'wireguard missing', 'nftables missing']) {
      reasons.set(`${serverId}:${id}`, reason)
      expect(await stateOf(world, id)).toEqual([['serverDown', reason]])
    }
    reasons.set(`${serverId}:${id}`, 'key in use')
    expect(await stateOf(world, id)).toEqual([['portFailed', 'key in use']])
  })
})
