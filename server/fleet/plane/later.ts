import type { FlowDelta, Plane } from '../../engine/plane.ts'

/** A plane that is still being made: calls wait for it; until then it has no ports. */
export function laterPlane(making: Promise<Plane>): Plane {
  let made: Plane | undefined
  let listener: ((deltas: FlowDelta[]) => Promise<void>) | undefined
  const ready = making.then((plane) => {
    made = plane
    if (listener) plane.onFlow(listener)
    return plane
  })
  // The caller gets the rejection.
  ready.catch(() => {})

  return {
    change: async (desired, closed) => (await ready).change(desired, closed),
    counters: async () => (await ready).counters(),
    clients: async (key) => (await ready).clients(key),
    kill: async (key) => (await ready).kill(key),
    alive: async () => made?.alive() ?? false,
    states: () => made?.states() ?? [],
    stateOf: (key) => made?.stateOf(key),
    foreign: (carrier) => made?.foreign?.(carrier),
    onFlow: (next) => {
      listener = next
      made?.onFlow(next)
    },
    leave: async () => {
      const plane = await ready.catch(() => undefined)
      await (plane?.leave ?? plane?.close)?.()
    },
    close: async () => (await ready.catch(() => undefined))?.close(),
  }
}
