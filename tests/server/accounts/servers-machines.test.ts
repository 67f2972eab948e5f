import { describe, expect, test } from 'vitest'
import type { Body } from '#contract'
import type { Plane } from '../../../server/engine/plane.ts'
import { aNewServer, anAccount, aNode, aServer } from '../../support/make.ts'
import { aPlane } from '../../support/plane.ts'
import { aTunnelPlane, aTunnelServer } from '../../support/wireguard.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const SERVER = '/api/admin/server/{serverId}'

/** A console with two machines that have joined; those in `away` do not answer. */
async function aShop() {
  const away = new Set<string>()
  const plane: Plane = {
    ...aPlane().plane,
    alive: async (carrier = 'engine') => !away.has(carrier),
  }
  const world = await makeWorld({ plane })
  const [tokyo, osaka] = [await aNode(world), await aNode(world)]
  const as = world.as(mainAdmin)
  const on = (nodeId: number) => ({ plane: 'node' as const, nodeId })
  const add = async (changes: Partial<Body<'createServer'>>) => {
    const { data, response, error } = await as.POST('/api/admin/server', {
      body: aNewServer(changes),
    })
    return data ?? [response.status, error]
  }
  const edit = async (serverId: number, changes: Partial<Body<'editServer'>>) => {
    const params = { path: { serverId } }
    const { response, error } = await as.PUT(SERVER, { params, body: aNewServer(changes) })
    return [response.status, error]
  }
  const rowOf = (id: number) =>
    world.db.selectFrom('server').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { world, away, tokyo, osaka, on, add, edit, rowOf }
}

describe('createServer on a machine that has joined', () => {
  test('adds a Shadowsocks server there, beside what it carries', async () => {
    const { world, tokyo, on, add, rowOf } = await aShop()
    await aServer(world, on(tokyo))
    await anAccount(world, { port: 50_000 })
    expect(await add({ ...on(tokyo), shift: 0 })).toEqual([403, 'shift in use'])
    const made = await add({ ...on(tokyo), shift: 1_000 })
    const { serverId } = made as { serverId: number }
    const row = { plane: 'node', nodeId: tokyo, shift: 1_000, type: 'Shadowsocks', port: 0 }
    expect(await rowOf(serverId)).toMatchObject(row)
    expect(world.woken.times).toBe(1)
  })

  test('is refused where the machine does not answer, was revoked or never came', async () => {
    const { world, away, tokyo, osaka, on, add } = await aShop()
    const unreachable = [403, 'server unreachable']
    away.add(`node:${tokyo}`)
    expect(await add(on(tokyo))).toEqual(unreachable)
    await world.db.updateTable('node').set({ state: 'revoked' }).where('id', '=', osaka).execute()
    expect(await add(on(osaka))).toEqual(unreachable)
    expect(await add(on(osaka + 1))).toEqual(unreachable)
    expect(await add({ plane: 'node' })).toEqual([
      400,
      expect.stringContaining('body/nodeId is needed'),
    ])
    expect(await add({ ...on(tokyo), method: 'rc4-md5' })).toEqual([
      400,
      expect.stringContaining('body/method'),
    ])
    expect(await world.db.selectFrom('server').select('id').execute()).toEqual([])
  })
})

describe('editServer to another machine', () => {
  test('moves a server there and back, with the cipher clients are set to', async () => {
    const { world, tokyo, osaka, on, add, edit, rowOf } = await aShop()
    const method = 'chacha20-ietf-poly1305'
    const { serverId } = (await add({ method })) as { serverId: number }
    const terms = { method: undefined, address: '192.0.2.9' }
    expect(await edit(serverId, { ...terms, ...on(tokyo) })).toEqual([200, undefined])
    expect(await rowOf(serverId)).toMatchObject({ ...on(tokyo), method, host: '192.0.2.9' })
    // Whoever leaves out where it is leaves it there.
    expect(await edit(serverId, terms)).toEqual([200, undefined])
    expect(await edit(serverId, { ...terms, plane: 'node', nodeId: null })).toEqual([
      200,
      undefined,
    ])
    expect(await rowOf(serverId)).toMatchObject(on(tokyo))
    expect(await edit(serverId, { ...terms, ...on(osaka) })).toEqual([200, undefined])
    expect(await edit(serverId, { ...terms, plane: 'embedded' })).toEqual([200, undefined])
    expect(await rowOf(serverId)).toMatchObject({ plane: 'embedded', nodeId: null, method })
    const left = await world.db.selectFrom('serverMove').selectAll().orderBy('nodeId').execute()
    expect(left).toEqual([
      { nodeId: tokyo, serverId, time: world.clock.at },
      { nodeId: osaka, serverId, time: world.clock.at },
    ])
    expect(world.woken.times).toBe(6)
  })

  test('is refused for what is in the way there, and leaves it where it was', async () => {
    const { world, away, tokyo, osaka, on, edit, rowOf } = await aShop()
    const serverId = await aServer(world, on(tokyo))
    const beside = await aServer(world, on(osaka))
    expect(await edit(serverId, on(osaka))).toEqual([403, 'shift in use'])
    const one = { port: 50_000, server: JSON.stringify([serverId]) }
    await anAccount(world, one)
    await anAccount(world, { port: 51_000, server: JSON.stringify([beside]) })
    expect(await edit(serverId, { ...on(osaka), shift: 1_000 })).toEqual([403, 'port clash'])
    away.add(`node:${osaka}`)
    expect(await edit(serverId, { ...on(osaka), shift: 2_000 })).toEqual([
      403,
      'server unreachable',
    ])
    away.add('engine')
    expect(await edit(serverId, { plane: 'embedded' })).toEqual([403, 'server unreachable'])
    expect(await rowOf(serverId)).toMatchObject(on(tokyo))
    // What stays on a machine that is away is changed all the same.
    away.add(`node:${tokyo}`)
    expect(await edit(serverId, { ...on(tokyo), name: 'Other' })).toEqual([200, undefined])
  })
})

describe('a WireGuard server', () => {
  test('moves WireGuard after asking the machine, and keeps its keys', async () => {
    const { plane, requested: asked, say } = aTunnelPlane()
    const world = await makeWorld({ plane })
    const [one, two] = [await aNode(world), await aNode(world)]
    const id = await aTunnelServer(world, { plane: 'node', nodeId: one })
    const rowOf = () =>
      world.db.selectFrom('server').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const edited = async (changes: Partial<Body<'editServer'>>) => {
      const body = { type: 'WireGuard' as const, name: 'Tunnel', address: '192.0.2.1', ...changes }
      const params = { path: { serverId: id } }
      const { response, error } = await world.as(mainAdmin).PUT(SERVER, { params, body })
      return [response.status, error]
    }
    const { key, privateKey, net, wgPort } = await rowOf()
    const there = { plane: 'node' as const, nodeId: two }
    say({ state: 'portTaken' })
    expect(await edited(there)).toEqual([403, 'port in use'])
    say({ state: 'ready' })
    expect(await edited(there)).toEqual([200, undefined])
    expect(asked.at(-1)?.carrier).toBe(`node:${two}`)
    const stays = { key, privateKey, net, wgPort }
    expect(await rowOf()).toMatchObject({ nodeId: two, ...stays })
    expect(await edited({ plane: 'embedded' })).toEqual([200, undefined])
    expect(await rowOf()).toMatchObject({ plane: 'embedded', nodeId: null, ...stays })
  })
})

describe('getFreeShift', () => {
  test('looks at the machine that is named', async () => {
    const { world, tokyo, osaka, on } = await aShop()
    await aServer(world, on(tokyo))
    await anAccount(world, { port: 50_000 })
    const shiftOn = async (nodeId?: number) => {
      const query = nodeId === undefined ? {} : { nodeId }
      const path = '/api/admin/server/freeShift'
      return (await world.as(mainAdmin).GET(path, { params: { query } })).data?.shift
    }
    expect(await shiftOn()).toBe(0)
    expect(await shiftOn(osaka)).toBe(0)
    expect(await shiftOn(tokyo)).not.toBe(0)
  })
})
