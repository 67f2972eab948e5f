import type { Plane, PortState } from '../../engine/plane.ts'

/** A plane that carries nothing: for a console without an engine, and for tests of the rest. */
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
    kill: async () => {},
    alive: async () => false,
    states: () => [...states.values()],
    stateOf: (key) => states.get(key),
    onFlow: () => {},
    close: async () => {},
  }
}
