import type { DesiredPort, FlowDelta, Plane, PortState } from '../../server/plane/plane.ts'

/** A plane without sockets: it notes what it is asked, and carries what a test tells it to. */
export function aPlane() {
  const applied: DesiredPort[][] = []
  let states: PortState[] = []
  let hear = async (_deltas: FlowDelta[]) => {}
  let failures = 0
  const plane: Plane = {
    async apply(desired) {
      if (failures-- > 0) throw new Error('away')
      applied.push(desired)
      states = desired.map(({ key, port }) => ({ key, port, open: true }))
      return states
    },
    counters: async () => new Map(),
    clients: async () => [],
    kill: async () => {},
    alive: async () => true,
    states: () => states,
    onFlow: (listener) => void (hear = listener),
    close: async () => {},
  }
  return {
    plane,
    applied,
    fail: (times: number) => void (failures = times),
    carry: (key: string, down: number) => hear([{ key, up: 0, down, at: 0 }]),
    open: () => (applied.at(-1) ?? []).map(({ key }) => key),
  }
}
