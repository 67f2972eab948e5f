import { describe, expect, test } from 'vitest'
import type { FlowDelta } from '../../../server/engine/plane.ts'
import { openFleet } from '../../../server/fleet/plane/fleet.ts'
import { carrierOf } from '../../../server/accounts/servers/carrier.ts'
import { FIRST_SHARE_BYTES } from '../../../server/fleet/plane/desired.ts'
import { aPlane } from '../../support/plane.ts'

const port = (key: string, carrier?: string, budget: number | null = null) => ({
  key,
  port: 10_000,
  method: 'aes-256-gcm',
  password: 'pw',
  budget,
  ...(carrier && { carrier }),
})

function aFleet(kind: Parameters<typeof aPlane>[0] = {}) {
  const [engine, node, program] = [aPlane(), aPlane(kind), aPlane()]
  const freed: string[] = []
  const known = new Map([
    ['node:1', node.plane],
    ['server:3:a', program.plane],
    ['server:3:b', program.plane],
  ])
  const fleet = openFleet((name) => known.get(name), {
    freed: (keys) => void freed.push(...keys),
    awayMs: 20,
  })
  fleet.add('engine', engine.plane)
  return { fleet, engine, node, program, freed }
}

/** Keeps a plane from answering until it is let go. */
function held({ plane }: ReturnType<typeof aPlane>) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { change } = plane
  plane.change = async (...words) => promise.then(() => change(...words))
  return resolve
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
    const moved = { ...port('1:1', 'node:1'), port: 10_001 }
    expect(await fleet.change([moved], [])).toMatchObject([{ reason: 'opening' }])
    await expect.poll(() => freed).toEqual(['1:1'])
    expect([engine.open(), node.open()]).toEqual([[], ['2:1', '1:1']])
    await fleet.change([{ ...port('1:1', 'node:1'), port: 10_001 }], [])
    expect([engine.open(), node.open()]).toEqual([[], ['2:1', '1:1']])
    await fleet.change([], ['2:1', '1:1', '9:9'])
    expect([engine.open(), node.open()]).toEqual([[], []])
    expect(fleet.states()).toEqual([])
  })

  test('closes a port on a machine only once it is open on another, with a share until then', async () => {
    const { fleet, engine, node, freed } = aFleet()
    const whole = 5 * FIRST_SHARE_BYTES
    const small = { ...port('1:2', undefined, 7), port: 10_001 }
    await fleet.change([port('1:1', undefined, whole), small], [])
    const [openNode, closeEngine] = [held(node), held(engine)]
    const moved = [port('1:1', 'node:1', whole), { ...small, carrier: 'node:1' }]
    await fleet.change(moved, [])
    await fleet.change(moved, [])
    expect([engine.open(), node.open()]).toEqual([['1:1', '1:2'], []])
    openNode()
    await expect.poll(() => node.open()).toEqual(['1:1', '1:2'])
    // Both carry it, and only the first is shown.
    expect([engine.open(), freed]).toEqual([['1:1', '1:2'], []])
    expect(fleet.states()).toHaveLength(2)
    expect(node.ports.get('1:1')?.budget).toBe(FIRST_SHARE_BYTES)
    expect(node.ports.get('1:2')?.budget).toBe(7)
    closeEngine()
    await expect.poll(() => freed).toEqual(['1:1', '1:2'])
    await fleet.change(moved, [])
    expect(engine.open()).toEqual([])
    expect(node.ports.get('1:1')?.budget).toBe(whole)
  })

  test('leaves a port where it was that another machine cannot open, and says so', async () => {
    const { fleet, engine, node, freed } = aFleet({ isExclusive: true })
    await fleet.change([port('1:1'), port('2:1', 'node:1')], [])
    await fleet.change([port('1:1', 'node:1')], [])
    const failing = { key: '1:1', open: false, reason: 'port in use' }
    await expect.poll(() => fleet.stateOf('1:1')).toMatchObject(failing)
    expect(fleet.states()).toContainEqual(expect.objectContaining(failing))
    expect([engine.open(), node.open(), freed]).toEqual([['1:1'], ['2:1'], []])
    // Whoever is in the way goes.
    await fleet.change([port('1:1', 'node:1')], ['2:1'])
    await expect.poll(() => freed).toEqual(['1:1'])
    expect([engine.open(), node.open()]).toEqual([[], ['1:1']])
    expect(fleet.states()).toMatchObject([{ key: '1:1', open: true }])
  })

  test('asks again for a port whose new machine is away, and keeps it where it was until then', async () => {
    const { fleet, engine, node, freed } = aFleet()
    await fleet.change([port('1:1')], [])
    node.fail(1)
    await fleet.change([port('1:1', 'node:1')], [])
    await expect.poll(() => freed).toEqual(['1:1'])
    expect([engine.open(), node.open()]).toEqual([['1:1'], []])
    expect(fleet.stateOf('1:1')).toMatchObject({ reason: 'engine away' })
    await fleet.change([port('1:1', 'node:1')], [])
    await expect.poll(() => node.open()).toEqual(['1:1'])
    await expect.poll(() => engine.open()).toEqual([])
  })

  test('looks soon again where another process is about to open a port, and closes it then', async () => {
    const { fleet, engine, node, freed } = aFleet()
    await fleet.change([port('1:1')], [])
    const { change } = node.plane
    const opening = { key: '1:1', port: 10_000, open: false, reason: 'opening' }
    node.plane.change = async (desired) => (desired.length > 0 ? [opening] : [])
    await fleet.change([port('1:1', 'node:1')], [])
    await expect.poll(() => freed, { timeout: 5_000 }).toEqual(['1:1'])
    expect(engine.open()).toEqual(['1:1'])
    node.plane.change = change
    await fleet.change([port('1:1', 'node:1')], [])
    await expect.poll(() => engine.open()).toEqual([])
  })

  test('forgets that a port did not open elsewhere once it is to stay', async () => {
    const { fleet, node } = aFleet()
    await fleet.change([port('1:1')], [])
    node.fail(1)
    await fleet.change([port('1:1', 'node:1')], [])
    await expect.poll(() => fleet.stateOf('1:1')?.open).toBe(false)
    await fleet.change([port('1:1')], [])
    expect(fleet.stateOf('1:1')?.open).toBe(true)
  })

  test('closes a port in both places that is wanted nowhere while it moves', async () => {
    const { fleet, engine, node, freed } = aFleet()
    await fleet.change([port('1:1')], [])
    const openNode = held(node)
    await fleet.change([port('1:1', 'node:1')], [])
    const closed = fleet.change([], ['1:1'])
    openNode()
    await closed
    await expect.poll(() => node.applied.length).toBeGreaterThan(1)
    expect([engine.open(), node.open(), freed]).toEqual([[], [], []])
  })

  test('closes a port first where two ways may lead to one program', async () => {
    const { fleet, program, freed } = aFleet()
    await fleet.change([port('3:1', 'server:3:a')], [])
    await fleet.change([port('3:1', 'server:3:b')], [])
    await expect.poll(() => freed).toEqual(['3:1'])
    expect(program.open()).toEqual([])
    await fleet.change([port('3:1', 'server:3:b')], [])
    expect(program.open()).toEqual(['3:1'])
  })

  test('requests the attempts from the carrier of a port, and knows none where it reports none', async () => {
    const { fleet, node } = aFleet()
    const met = [{ reason: 'wrongKey', at: 7, count: 2, address: '192.0.2.7' } as const]
    node.plane.attempts = async (key, since) => (key === '2:1' && since === 5 ? met.slice() : [])
    await fleet.change([port('1:1'), port('2:1', 'node:1')], [])
    expect(await fleet.attempts('2:1', 5)).toEqual(met)
    expect(await fleet.attempts('1:1', 5)).toBeUndefined()
    expect(await fleet.attempts('9:9', 5)).toBeUndefined()
  })

  test('knows of ports that were opened elsewhere only where a carrier does', async () => {
    const { fleet, node } = aFleet()
    node.plane.foreign = () => 2
    expect(fleet.foreign('node:1')).toBeUndefined()
    await fleet.change([port('2:1', 'node:1')], [])
    expect([fleet.foreign('node:1'), fleet.foreign('engine')]).toEqual([2, undefined])
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
