import { describe, expect, test } from 'vitest'
import type { FlowDelta } from '../../server/base/plane.ts'
import { openFleet } from '../../server/traffic/plane/fleet.ts'
import { carrierOf } from '../../server/traffic/servers/carrier.ts'
import { aPlane } from '../support/plane.ts'

const port = (key: string, carrier?: string) => ({
  key,
  port: 10_000,
  method: 'aes-256-gcm',
  password: 'pw',
  budget: null,
  ...(carrier && { carrier }),
})

function aFleet() {
  const [engine, node] = [aPlane(), aPlane()]
  const freed: string[] = []
  const fleet = openFleet((name) => (name === 'node:1' ? node.plane : undefined), {
    freed: (keys) => void freed.push(...keys),
  })
  fleet.add('engine', engine.plane)
  return { fleet, engine, node, freed }
}

describe('a fleet', () => {
  test('gives each port to what carries it, and closes it where it was', async () => {
    const { fleet, engine, node, freed } = aFleet()
    const states = await fleet.change([port('1:1'), port('2:1', 'node:1')], [])
    expect(states.map(({ key, open }) => [key, open])).toEqual([
      ['1:1', true],
      ['2:1', true],
    ])
    expect([engine.open(), node.open()]).toEqual([['1:1'], ['2:1']])
    expect(await fleet.change([port('1:1', 'node:1')], [])).toMatchObject([{ reason: 'opening' }])
    await expect.poll(() => freed).toEqual(['1:1'])
    expect([engine.open(), node.open()]).toEqual([[], ['2:1']])
    await fleet.change([port('1:1', 'node:1')], [])
    expect([engine.open(), node.open()]).toEqual([[], ['2:1', '1:1']])
    await fleet.change([], ['2:1', '1:1', '9:9'])
    expect([engine.open(), node.open()]).toEqual([[], []])
    expect(fleet.states()).toEqual([])
  })

  test('opens a port elsewhere only once it has closed where it was', async () => {
    const { fleet, engine, node, freed } = aFleet()
    await fleet.change([port('1:1')], [])
    const { promise, resolve } = Promise.withResolvers<void>()
    const { change } = engine.plane
    engine.plane.change = async (...words) => promise.then(() => change(...words))
    const moved = [port('1:1', 'node:1'), port('2:2', 'node:1')]
    await fleet.change(moved, [])
    await fleet.change(moved, [])
    expect([node.open(), freed]).toEqual([['2:2'], []])
    resolve()
    await expect.poll(() => freed).toEqual(['1:1'])
    await fleet.change(moved, [])
    expect([engine.open(), node.open().toSorted()]).toEqual([[], ['1:1', '2:2']])
  })

  test('requests the attempts from the carrier of a port, and refuses where it reports none', async () => {
    const { fleet, node } = aFleet()
    const met = [{ reason: 'wrongKey', at: 7, count: 2, address: '192.0.2.7' } as const]
    node.plane.attempts = async (key, since) => (key === '2:1' && since === 5 ? met.slice() : [])
    await fleet.change([port('1:1'), port('2:1', 'node:1')], [])
    expect(await fleet.attempts?.('2:1', 5)).toEqual(met)
    await expect(fleet.attempts?.('1:1', 5)).rejects.toThrow('attempts are not watched')
    await expect(fleet.attempts?.('9:9', 5)).rejects.toThrow('attempts are not watched')
  })

  test('knows of ports that were opened elsewhere only where a carrier does', async () => {
    const { fleet, node } = aFleet()
    node.plane.foreign = () => 2
    expect(fleet.foreign?.('node:1')).toBeUndefined()
    await fleet.change([port('2:1', 'node:1')], [])
    expect([fleet.foreign?.('node:1'), fleet.foreign?.('engine')]).toEqual([2, undefined])
  })

  test('says of a port that nothing can carry that it is away', async () => {
    const { fleet } = aFleet()
    expect(await fleet.change([port('3:1', 'node:9')], [])).toEqual([
      { key: '3:1', port: 10_000, open: false, reason: 'engine away' },
    ])
    expect([await fleet.alive(), await fleet.alive('node:9')]).toEqual([true, false])
  })

  test('knows where a port is that was open before', async () => {
    const { fleet, node } = aFleet()
    await node.plane.change([port('2:7')], [])
    await fleet.change([port('2:8', 'node:1')], [])
    expect(fleet.stateOf('2:7')?.open).toBe(true)
    await fleet.change([], ['2:7'])
    expect(node.open()).toEqual(['2:8'])
  })

  test('forwards the traffic of all, also of later ones', async () => {
    const { fleet, engine, node } = aFleet()
    const deltas: FlowDelta[] = []
    fleet.onFlow(async (more) => void deltas.push(...more))
    await fleet.change([port('2:1', 'node:1')], [])
    await engine.carry('1:1', 3)
    await node.carry('2:1', 4)
    expect(deltas.map(({ key, down }) => [key, down])).toEqual([
      ['1:1', 3],
      ['2:1', 4],
    ])
    await fleet.remove('node:1')
    expect(fleet.stateOf('2:1')).toBe(undefined)
  })
})

describe('a carrier', () => {
  test('is the engine, a node, or a node program that is reached in one way', () => {
    const server = {
      id: 3,
      nodeId: null,
      host: 'a',
      port: 1,
      password: 'p',
      method: 'm',
      driver: null,
    }
    expect(carrierOf({ ...server, plane: 'embedded' })).toBe('engine')
    expect(carrierOf({ ...server, plane: 'node', nodeId: 7 })).toBe('node:7')
    const first = carrierOf({ ...server, plane: 'manager' })
    expect(first).toMatch(/^server:3:[0-9a-f]{12}$/)
    expect(carrierOf({ ...server, plane: 'manager' })).toBe(first)
    expect(carrierOf({ ...server, plane: 'manager', port: 2 })).not.toBe(first)
    expect(first).not.toContain('p')
  })
})
