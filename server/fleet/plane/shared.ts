import type { Outcome } from '../../engine/outcome.ts'
import type { Plane, PortState, ProbeAnswer } from '../../engine/plane.ts'
import type { Sharing } from './sharing.ts'

/**
 * A carrier that one process at a time commands, as all of them see it: the owner calls it, and the
 * others send their requests to the owner. Only the owner decides which ports are desired.
 */
export function sharedPlane(
  name: string,
  { plane: own, isOurs }: { plane: Plane; isOurs: () => boolean },
  sharing: Sharing,
): Plane {
  if (sharing.isAlone) return own
  const elsewhere = <Answer>(method: keyof Plane, ...words: unknown[]) =>
    sharing.request(name, method, words) as Promise<Answer>
  sharing.offer(name, own, isOurs)

  return {
    async change(desired, closed) {
      const states = await own.change(desired, closed)
      if (isOurs()) return states
      return desired.map(({ key, port }) => seen(key) ?? notYet(key, port))
    },
    counters: own.counters,
    clients: (key) => (isOurs() ? own.clients(key) : elsewhere('clients', key)),
    attempts: (key, since) =>
      isOurs() ? own.attempts(key, since) : elsewhere('attempts', key, since),
    outcomes: async (carrier) =>
      isOurs()
        ? own.outcomes(carrier)
        : elsewhere<Outcome[] | undefined>('outcomes', carrier).catch(() => undefined),
    peers: (key) => (isOurs() ? own.peers(key) : elsewhere('peers', key)),
    checkTunnel: (carrier, wanted) =>
      isOurs() ? own.checkTunnel(carrier, wanted) : elsewhere('checkTunnel', carrier, wanted),
    // Only who commands it orders it.
    sites: own.sites,
    probe: async (carrier, trial) =>
      isOurs()
        ? own.probe(carrier, trial)
        : elsewhere<ProbeAnswer | undefined>('probe', carrier, trial).catch(() => undefined),
    kill: (key) => (isOurs() ? own.kill(key) : elsewhere('kill', key)),
    alive: async (carrier) =>
      isOurs() ? own.alive(carrier) : elsewhere<boolean>('alive', carrier).catch(() => false),
    isAway: (carrier) => (isOurs() ? own.isAway(carrier) : !sharing.isThere(name)),
    states: () => (isOurs() ? own.states() : sharing.statesOf(name)),
    stateOf: (key) => (isOurs() ? own.stateOf(key) : seen(key)),
    onFlow: own.onFlow,
    placeOf: own.placeOf,
    foreign: own.foreign,
    settled: own.settled,
    leave: own.leave,
    close: own.close,
  }

  function seen(key: string): PortState | undefined {
    return sharing.stateOf(name, key)
  }

  function notYet(key: string, port: number): PortState {
    return { key, port, open: false, reason: sharing.isThere(name) ? 'opening' : 'engine away' }
  }
}
