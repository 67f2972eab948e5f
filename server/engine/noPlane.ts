import type { Plane, PortState } from './plane.ts'

/**
 * A plane that carries nothing, and answers what a carrier says that cannot tell: for a console
 * without an engine, for carriers that can do a part of it, and for tests of the rest.
 */
export function noPlane(): Plane {
  const states = new Map<string, PortState>()
  return {
    async change(desired, closed) {
      for (const key of closed) states.delete(key)
      return desired.map(({ key, port }) => {
        const state = { key, port, open: false, reason: 'engine is off' }
        states.set(key, state)
        return state
      })
    },
    counters: async () => new Map(),
    clients: async () => [],
    attempts: async () => undefined,
    outcomes: async () => undefined,
    peers: async () => [],
    checkTunnel: () => Promise.reject(new Error('engine away')),
    sites: () => Promise.reject(new Error('engine away')),
    probe: async () => undefined,
    kill: async () => {},
    alive: async () => false,
    states: () => [...states.values()],
    stateOf: (key) => states.get(key),
    isAway: () => false,
    placeOf: () => undefined,
    foreign: () => undefined,
    onFlow: () => {},
    settled: () => {},
    leave: async () => {},
    close: async () => {},
  }
}
