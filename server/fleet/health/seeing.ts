import type { Light, NameLight } from '../../base/lights.ts'
import type { Outcome } from '../../engine/outcome.ts'
import type { PortState } from '../../engine/plane.ts'

type Seen = Omit<Light, 'since'>

/** A clock that is further off than this fails what compares times. */
const MAX_SKEW_MS = 30_000
/** Why ports are closed that ought to be. */
export const CLOSED_AS_MEANT: readonly string[] = ['over', 'expired']

const green = (value: number | null): Seen => ({ state: 'green', cause: null, value })

/** Whether what carries a server answers; `skewMs` of its clock and the round trip, where known. */
export function agentLight(
  isAlive: boolean,
  { skewMs = null, roundTripMs = null }: { skewMs?: number | null; roundTripMs?: number | null },
): Seen {
  if (!isAlive) return { state: 'red', cause: 'away', value: null }
  if (skewMs !== null && Math.abs(skewMs) > MAX_SKEW_MS)
    return { state: 'amber', cause: 'clockOff', value: roundTripMs }
  return green(roundTripMs)
}

/** Whether the ports that ought to be open are; the figure is how many are. */
export function portsLight(states: readonly PortState[], isAlive: boolean): Seen {
  const wanted = wantedOf(states)
  const open = wanted.filter((state) => state.open).length
  if (!isAlive || wanted.length === 0) return { state: 'grey', cause: null, value: open }
  if (open === wanted.length) return green(open)
  return open === 0
    ? { state: 'red', cause: 'noPorts', value: open }
    : { state: 'amber', cause: 'somePorts', value: open }
}

/** The ports that ought to be open. */
export function wantedOf(states: readonly PortState[]): PortState[] {
  return states.filter(({ open, reason = '' }) => open || !CLOSED_AS_MEANT.includes(reason))
}

/**
 * How a server was reached from the console and, where there is one, from another node; and by
 * datagrams, where it is known to answer them.
 */
export type Trials = { console?: Trial; node?: Trial; udp?: Trial }

/** How a connection went: `ok` with the ms to its first byte, or why it came to nothing. */
export type Trial = { ok: boolean; ms: number; reason?: NonNullable<Light['cause']> }

/** What customers' own connections say: one got an answer, or none reaches a target, or few do not. */
export type Customers = 'heard' | 'lost' | 'missed'

/** How long losses count, ms: whoever met them may have given up. */
const LOST_MS = 120_000
/** So many targets are not down by chance; of one customer's, rather more. */
const MANY_LOST = { ofSome: 3, ofOne: 5 }
/** How often targets that were reached earlier are lost before that is worth a word. */
const MOST_MISSED = 1

/**
 * What customers' outcomes on a server come to at `now`, ms; `failingSince` is when trials of ours
 * began to fail, and nothing while they do not.
 */
export function customersOf(
  outcome: Outcome | undefined,
  { failingSince, now }: { failingSince: number | undefined; now: number },
): Customers | undefined {
  if (!outcome) return undefined
  const { heardAt, reachedAt, lostAt, losses, lost, missed, accounts } = outcome
  if (failingSince !== undefined && heardAt > failingSince) return 'heard'
  if (lostAt < reachedAt || now - lostAt > LOST_MS) return undefined
  if (lost >= (accounts > 1 ? MANY_LOST.ofSome : MANY_LOST.ofOne)) return 'lost'
  return missed > 0 && losses > MOST_MISSED ? 'missed' : undefined
}

/**
 * Whether a connection as a customer makes it came to something: from the console and from another
 * node, where there is one; with a datagram, where the server knows it; and by what customers met.
 */
export function handshakeLight(
  { console: console_, node, udp }: Trials,
  customers?: Customers,
): Seen {
  const light = triedLight(console_, node)
  if (light.state === 'red')
    return customers === 'heard' ? { state: 'amber', cause: 'onlyCustomers', value: null } : light
  if (customers === 'lost') return { state: 'red', cause: 'noWayOut', value: null }
  if (light.state !== 'green') return light
  if (customers === 'missed') return { state: 'amber', cause: 'noWayOut', value: light.value }
  return udp?.ok === false ? { state: 'amber', cause: 'noUdp', value: light.value } : light
}

function triedLight(console_: Trial | undefined, node: Trial | undefined): Seen {
  if (!console_ && !node) return { state: 'grey', cause: 'notTried', value: null }
  const tried = console_ ?? node!
  if (tried.ok && (!node || node.ok)) return green(tried.ms)
  // Between the console and the server somebody stands in the way, as where an address is blocked.
  if (console_ && !console_.ok && node?.ok)
    return { state: 'amber', cause: 'onlyNodes', value: node.ms }
  if (console_?.ok && node && !node.ok)
    return { state: 'amber', cause: 'onlyConsole', value: console_.ms }
  return { state: 'red', cause: tried.reason ?? 'noAnswer', value: null }
}

const RANK = { green: 0, amber: 1, grey: 2, red: 3 } as const

/** The trials by the name that a server is reached best by; the first of equals. */
export function bestOf(tries: ReadonlyMap<string, Trials>): Trials {
  const rankOf = (trials: Trials) => RANK[handshakeLight(trials).state]
  const [best = {}] = [...tries.values()].toSorted((a, b) => rankOf(a) - rankOf(b))
  return best
}

/** How a server is reached by each of its names. */
export const nameLights = (tries: ReadonlyMap<string, Trials>): NameLight[] =>
  Array.from(tries, ([name, trials]) => {
    const { state, cause } = handshakeLight(trials)
    return { name, state, cause }
  })

/** The light of a server that some of its names do not lead to: customers come by another one. */
export function withNames(light: Seen, names: readonly NameLight[] | undefined): Seen {
  const isPartly = light.state === 'green' && names?.some(({ state }) => state === 'red')
  return isPartly ? { state: 'amber', cause: 'someNames', value: light.value } : light
}

/** The light of a server whose certificate is about to end: apps will refuse it then. */
export const withCertificate = (light: Seen, endsSoon: boolean): Seen =>
  endsSoon && light.state === 'green'
    ? { state: 'amber', cause: 'certificateEnds', value: light.value }
    : light
