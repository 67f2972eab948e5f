import { type DriverKind, ciphersOf } from './kinds.ts'
import { hasPassword, type Entry, type Ledger } from './ledger.ts'
import type { Listing } from './program.ts'
import type { Desired, DesiredPorts } from './desiredPorts.ts'
import { isWireGuardPort } from '#rules/ports.ts'

/** Why a port is not even requested; a state's `reason`. */
type Unfit = 'password not supported' | 'method not supported' | 'port not supported'

type Terms = { port: number; password: string; method: string }

/** A Curve25519 key of 32 bytes in base64. The agent puts it into a shell command unescaped. */
const PUBLIC_KEY = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/

/** Control characters, and lone surrogates, which UTF-8 cannot encode. */
const UNSAYABLE = /[\p{Cc}\p{Cs}]/u

/** The manager of shadowsocks-libev writes a password unescaped into a file of JSON. */
const UNESCAPED = /["\\]/

const MAX_BYTES = 127

/** What a round on a node has to do. */
export type Plan = {
  /** Open as wanted. */
  right: Desired[]
  /** Open with the right password, but never stored as ours. */
  adopted: Desired[]
  added: Desired[]
  /** Open as ours, with another password or cipher: to be closed and opened again. */
  replaced: Desired[]
  /** Ours, and not wanted any more. */
  removed: Entry[]
  /** Stored as ours, not open and not wanted. */
  gone: Entry[]
  /** What is impossible, and why. */
  refused: { desired: Desired; reason: string }[]
}

const closings = () => ({ removed: [], gone: [], refused: [] })

type Seen = {
  kind: DriverKind
  listing: Listing
  ledger: Ledger
  desiredPorts: DesiredPorts
  maxPorts: number
}

/**
 * Compares the desired ports with what a node has. Only ports that were requested to close, or that
 * block a desired one, are closed; never a port that is not ours.
 */
export function planFor({ kind, listing, ledger, desiredPorts, maxPorts }: Seen): Plan {
  const plan: Plan = { right: [], adopted: [], added: [], replaced: [], ...closings() }
  const holders = new Map([...listing].map(([port, { password }]) => [password, port]))
  const taken = new Map<number, Desired>()
  let room = maxPorts - listing.size
  const entries = Map.groupBy(ledger.all(), ({ port }) => listing.has(port))
  for (const entry of entries.get(true) ?? []) if (isToGo(entry)) plan.removed.push(entry)
  for (const entry of entries.get(false) ?? [])
    if (isToGo(entry) || !desiredPorts.of(entry.key)) plan.gone.push(entry)

  for (const desired of desiredPorts.all()) {
    if (desired.ended) continue
    const reason = unfitFor(kind, desired) ?? obstacle(desired)
    if (reason !== undefined) plan.refused.push({ desired, reason })
    else {
      taken.set(desired.port, desired)
      if (!holders.has(desired.password)) holders.set(desired.password, desired.port)
    }
  }
  for (const desired of taken.values()) place(desired)
  return plan

  function place(desired: Desired): void {
    const entry = ledger.at(desired.port)
    if (entry && entry.key !== desired.key) {
      // Opens after the previous one is closed.
      const reason = plan.removed.includes(entry) ? 'opening' : 'port in use'
      if (listing.has(desired.port)) return void plan.refused.push({ desired, reason })
    }
    const there = listing.get(desired.port)
    if (there) return void listOf(desired, there, entry).push(desired)
    if (room <= 0) return void plan.refused.push({ desired, reason: 'node is full' })
    room -= 1
    plan.added.push(desired)
  }

  function listOf(desired: Desired, there: { password?: string; method?: string }, entry?: Entry) {
    const known =
      there.password ?? (entry && hasPassword(entry, desired.password) && desired.password)
    const isSame = known === desired.password && (there.method ?? desired.method) === desired.method
    if (isSame) return entry ? plan.right : plan.adopted
    return plan.replaced
  }

  function isToGo(entry: Entry): boolean {
    const desired = desiredPorts.of(entry.key)
    if (!desired) return desiredPorts.isUnwanted(entry.key)
    return desired.ended !== undefined || desired.port !== entry.port
  }

  function obstacle(desired: Desired): string | undefined {
    if (taken.has(desired.port)) return 'port in use'
    const there = listing.get(desired.port)
    const isOurs = ledger.at(desired.port) !== undefined
    const isEqual =
      there?.password === desired.password && (there.method ?? desired.method) === desired.method
    if (there && !isOurs && !isEqual) return 'port in use'
    // Under a key that another port has, a WireGuard agent would take that port's address away.
    const holder = kind === 'wireguard' ? holders.get(desired.password) : undefined
    return holder !== undefined && holder !== desired.port ? 'key in use' : undefined
  }
}

/**
 * Why a kind of node cannot carry a port with these terms; undefined where it can.
 *
 * An agent of the deployed manager drives a manager of shadowsocks-libev, so the same rules apply.
 */
function unfitFor(kind: DriverKind, { port, password, method }: Terms): Unfit | undefined {
  if (kind === 'wireguard') {
    if (!PUBLIC_KEY.test(password)) return 'password not supported'
    return isWireGuardPort(port) ? undefined : 'port not supported'
  }
  if (!ciphersOf(kind).includes(method)) return 'method not supported'
  if (password === '' || UNSAYABLE.test(password)) return 'password not supported'
  if (Buffer.byteLength(password) > MAX_BYTES) return 'password not supported'
  if (kind !== 'rust' && UNESCAPED.test(password)) return 'password not supported'
  return undefined
}
