import { noPlane } from '../../server/engine/noPlane.ts'
import type { DesiredPort, FlowDelta, Plane, PortState } from '../../server/engine/plane.ts'

/**
 * A plane without sockets: it records its calls, and carries the traffic a test gives it. An
 * exclusive one gives no port to two keys, as a real one cannot.
 */
export function aPlane({ isExclusive = false } = {}) {
  const applied: DesiredPort[][] = []
  const open = new Map<string, DesiredPort>()
  const states = new Map<string, PortState>()
  let report = async (_deltas: FlowDelta[]) => {}
  let failures = 0
  const plane: Plane = {
    ...noPlane(),
    checkTunnel: async () => ({ state: 'ready', used: [] }),
    async change(desired, closed) {
      if (failures-- > 0) throw new Error('away')
      applied.push(desired)
      for (const key of closed) {
        open.delete(key)
        states.delete(key)
      }
      for (const { key, port } of desired) if (open.get(key)?.port !== port) open.delete(key)
      const held = new Set(isExclusive ? [...open.values()].map(({ port }) => port) : [])
      for (const one of desired) {
        const isHeld = held.has(one.port) && !open.has(one.key)
        const state = stateOf(one)
        states.set(one.key, isHeld ? { ...state, open: false, reason: 'port in use' } : state)
        if (isHeld) continue
        held.add(one.port)
        open.set(one.key, one)
      }
      return desired.flatMap(({ key }) => states.get(key) ?? [])
    },
    alive: async (carrier = 'engine') => carrier === 'engine',
    states: () => [...states.values()],
    stateOf: (key) => states.get(key),
    onFlow: (listener) => void (report = listener),
  }
  return {
    plane,
    applied,
    fail: (times: number) => void (failures = times),
    carry: (key: string, down: number) => report([{ key, up: 0, down, at: 0 }]),
    ports: open,
    open: () => [...open.keys()],
  }
}

/** A plane on which every port is open. */
export function openPlane(): Plane {
  return { ...aPlane().plane, stateOf: (key) => ({ key, port: 0, open: true }) }
}

const stateOf = ({ key, port }: DesiredPort): PortState => ({ key, port, open: true })
