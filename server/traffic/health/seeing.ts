import type { Light } from '../../base/lights.ts'
import type { PortState } from '../../base/plane.ts'

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

/** How a connection went: `ok` with the ms to its first byte, or why it came to nothing. */
export type Trial = { ok: boolean; ms: number; reason?: NonNullable<Light['cause']> }

/**
 * Whether a connection as a customer makes it came to something, from the console and from another
 * node, where there is one.
 */
export function handshakeLight(console_: Trial | undefined, node: Trial | undefined): Seen {
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
