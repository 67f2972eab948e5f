import { setTimeout as pause } from 'node:timers/promises'
import { inTime } from '../../base/inTime.ts'
import type { Plane, Probe, ProbeAnswer, TunnelProbe } from '../../engine/plane.ts'
import type { Trial } from './seeing.ts'

/** What a node that carries these servers is asked to try; nothing where it may not know how. */
export type ProbeFor = (servers: readonly number[]) => Promise<Probe | TunnelProbe | undefined>

type Deps = {
  plane: Plane
  /** Nodes to ask, as carriers, each with its servers. */
  places: readonly [string, number[]][]
  probeFor: ProbeFor
  /** How long one trial takes at most, ms. */
  trialMs: number
  trialOf: (answer: ProbeAnswer) => Trial
}

/** So many are asked: one alone may stand in a network with troubles of its own, or lie. */
const NODES = 3
/** How much later than its trial an answer may come, ms. */
const LATE_MS = 2_000

/**
 * How a server is reached from other nodes, a few of them, other ones each time: as the best of them
 * says. Takes no longer than a trial, also where some do not answer; undefined where none did.
 */
export async function trialFromSome({
  plane,
  places,
  probeFor,
  trialMs,
  trialOf,
}: Deps): Promise<Trial | undefined> {
  const rest = places.toSorted(() => Math.random() - 0.5)
  const trials: Trial[] = []
  const end = performance.now() + trialMs + LATE_MS
  const done = Promise.all(Array.from({ length: NODES }, askOne))
  await Promise.race([done, pause(trialMs + LATE_MS, undefined, { ref: false })])
  return trials.find(({ ok }) => ok) ?? trials[0]

  /** The next one that answers. */
  async function askOne(): Promise<void> {
    for (let place = rest.shift(); place && performance.now() < end; place = rest.shift()) {
      const [carrier, servers] = place
      const answer = await ask(carrier, servers).catch(() => undefined)
      if (answer) return void trials.push(trialOf(answer))
    }
  }

  async function ask(carrier: string, servers: readonly number[]) {
    const probe = await probeFor(servers)
    if (!probe || !(await plane.alive(carrier)) || !plane.probe) return undefined
    return inTime(plane.probe(carrier, probe), trialMs + LATE_MS, 'no answer')
  }
}
