import type { Log } from '../../base/log.ts'
import type { FlowDelta, Plane } from '../../engine/plane.ts'
import { every } from '../../base/timers.ts'
import type { Lease } from '../../database/lease.ts'
import { noPlane } from '../../engine/noPlane.ts'

type Deps = {
  lease: Pick<Lease, 'isHeld' | 'isElsewhere'>
  /** Begins to command what carries the traffic. */
  open: () => Plane
  /** Is called once it has begun: no desired port was ordered yet. */
  opened: () => void
  log: Log
}

/** How often it is checked whether this process holds the lease, ms. */
const LOOK_MS = 500

/**
 * What only one process at a time may command: opened with the lease, and released when another has
 * it. While the database is away it stays, because no other process can have got the lease either.
 */
export function ownedPlane({ lease, open, opened, log }: Deps) {
  const none = noPlane()
  let own: Plane | undefined
  let listener: ((deltas: FlowDelta[]) => Promise<void>) | undefined
  const job = every(LOOK_MS, look, log)
  if (lease.isHeld()) begin()
  const current = () => own ?? none
  const end = async (how: 'leave' | 'close') => {
    await job.stop()
    const last = own
    own = undefined
    await last?.[how]()
  }

  const plane: Plane = {
    change: (desired, closed) => current().change(desired, closed),
    counters: () => current().counters(),
    clients: (key) => current().clients(key),
    attempts: (key, since) => current().attempts(key, since),
    outcomes: (carrier) => current().outcomes(carrier),
    peers: (key) => current().peers(key),
    checkTunnel: (carrier, wanted) => current().checkTunnel(carrier, wanted),
    sites: (carrier, sites) => current().sites(carrier, sites),
    probe: (carrier, trial) => current().probe(carrier, trial),
    kill: (key) => current().kill(key),
    alive: (carrier) => current().alive(carrier),
    states: () => current().states(),
    stateOf: (key) => current().stateOf(key),
    // Of what is on this machine, or nowhere.
    isAway: () => false,
    placeOf: (key) => current().placeOf(key),
    foreign: (carrier) => current().foreign(carrier),
    settled: () => current().settled(),
    onFlow(next) {
      listener = next
      own?.onFlow(next)
    },
    leave: () => end('leave'),
    close: () => end('close'),
  }
  return { plane, isOurs: () => own !== undefined }

  function begin(): void {
    own = open()
    if (listener) own.onFlow(listener)
    opened()
  }

  async function look(): Promise<void> {
    if (!own && lease.isHeld()) return begin()
    if (!own || !lease.isElsewhere()) return
    const lost = own
    own = undefined
    await lost.leave()
  }
}
