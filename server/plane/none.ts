import type { Plane, PortState } from './plane.ts'

/** A plane that carries nothing: for a console without an engine, and for tests of the rest. */
export function noPlane(): Plane {
  let states: PortState[] = []
  return {
    async apply(desired) {
      states = desired.map(({ key, port }) => ({ key, port, open: false, reason: 'engine is off' }))
      return states
    },
    counters: async () => new Map(),
    clients: async () => [],
    kill: async () => {},
    alive: async () => false,
    states: () => states,
    onFlow: () => {},
    close: async () => {},
  }
}
