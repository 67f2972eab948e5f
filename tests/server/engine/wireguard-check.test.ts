import { describe, expect, test } from 'vitest'
import { noPlane } from '../../../server/engine/noPlane.ts'
import type { Body } from '#contract'
import { anAccount, aNode, aServer } from '../../support/make.ts'
import { aTunnelPlane, aTunnelServer } from '../../support/wireguard.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

describe('checkWireGuard', () => {
  const checked = async (world: World, changes: Partial<Body<'checkWireGuard'>> = {}) => {
    const body = { nodeId: null, wgPort: 51_820, net: '10.100.0.0/16', ...changes }
    return world.as(mainAdmin).POST('/api/admin/server/wireguard', { body })
  }

  test('says what the machine says, and what is free there', async () => {
    const used = [{ net: '10.100.7.0/24', on: 'docker0' }]
    const { plane } = aTunnelPlane({ state: 'rangeTaken', backend: 'kernel', used })
    const world = await makeWorld({ plane })
    expect((await checked(world)).data).toEqual({
      state: 'rangeTaken',
      backend: 'kernel',
      used,
      suggestion: { wgPort: 51_820, net: '10.102.0.0/16', net6: 'fd10:102::/64' },
    })
  })

  test('finds room where others use all of the usual range', async () => {
    const used = [{ net: '10.0.0.0/8', on: 'eth1' }]
    const { plane } = aTunnelPlane({ state: 'rangeTaken', used })
    const { data } = await checked(await makeWorld({ plane }))
    expect(data?.suggestion).toMatchObject({ net: '172.18.0.0/16', net6: 'fd72:18::/64' })
  })

  test('sees servers of ours, but for the one that is to be changed', async () => {
    const { plane } = aTunnelPlane()
    const world = await makeWorld({ plane })
    const serverId = await aTunnelServer(world)
    const { data } = await checked(world)
    expect(data).toMatchObject({
      state: 'portTaken',
      used: [{ net: '10.100.0.0/15', on: 'Tunnel' }],
      suggestion: { wgPort: 51_821, net: '10.102.0.0/16' },
    })
    expect((await checked(world, { serverId })).data?.state).toBe('ready')
    const { data: near } = await checked(world, { wgPort: 52_000, net: '10.101.0.0/16' })
    expect(near?.state).toBe('rangeTaken')
  })

  test('says what has the port, where that is known', async () => {
    const { plane } = aTunnelPlane({ state: 'portTaken', program: 'dnsmasq' })
    const world = await makeWorld({ plane })
    expect((await checked(world)).data?.holder).toEqual({ kind: 'program', name: 'dnsmasq' })
    await aServer(world, { name: 'Proxies' })
    await anAccount(world, { port: 51_820 })
    expect((await checked(world)).data?.holder).toEqual({ kind: 'account', name: 'Proxies' })
    await aServer(world, { type: 'WireGuard', name: 'Tunnel', wgPort: 51_820 })
    expect((await checked(world)).data?.holder).toEqual({ kind: 'server', name: 'Tunnel' })
  })

  test('compares one that has yet to join with the servers there are, wherever they are', async () => {
    const { plane, requested } = aTunnelPlane('away')
    const world = await makeWorld({ plane })
    const nodeId = await aNode(world)
    await aServer(world, { type: 'WireGuard', plane: 'node', nodeId, net: '10.100.0.0/16' })
    const suggestion = { wgPort: 51_820, net: '10.102.0.0/16', net6: 'fd10:102::/64' }
    const { data } = await checked(world, { toJoin: true, net: '10.100.0.0/16' })
    const used = [{ net: '10.100.0.0/15', on: 'Tokyo' }]
    expect(data).toEqual({ state: 'rangeShared', backend: null, used, suggestion })
    const other = await checked(world, { toJoin: true, net: '10.102.0.0/16' })
    expect(other.data).toMatchObject({ state: 'later', used })
    // Nobody can be asked yet.
    expect(requested).toEqual([])
  })

  test('suggests also where the machine is away, and knows no other machine', async () => {
    const { plane, say } = aTunnelPlane('away')
    const world = await makeWorld({ plane })
    const nodeId = await aNode(world)
    const { data } = await checked(world, { nodeId })
    const suggestion = { wgPort: 51_820, net: '10.100.0.0/16', net6: 'fd10:100::/64' }
    expect(data).toEqual({ state: 'away', backend: null, used: [], suggestion })
    expect((await checked(world, { nodeId: nodeId + 1 })).response.status).toBe(404)
    expect((await checked(await makeWorld({ plane: noPlane() }))).data?.state).toBe('away')
    say({ state: 'noRights', used: [] })
    expect((await checked(world)).data?.state).toBe('noRights')
  })
})
