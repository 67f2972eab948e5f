import type { Database } from '../../database/database.ts'
import { selectLent } from './leases.ts'
import type { FlowQueue } from '../../accounts/metering/queue.ts'
import { PAUSED, selectTaggedServers } from '../../accounts/servers/tags.ts'
import type { World } from '../../http/world.ts'
import type { Among } from './candidates.ts'
import { grant, selectDesired } from './desired.ts'
import { idsIn } from '../../engine/portKey.ts'
import type { DesiredPort, PortState, WayBack } from '../../engine/plane.ts'

const BATCH_SIZE = 500

/** What was ordered of the plane for each account, and when time alone changes it. */
export type Followed = {
  /**
   * Orders the desired ports of some accounts, and leaves the others as they are. Resolves once
   * they are ordered, with the accounts examined and the outcome. In a range only accounts that may
   * have ports are examined: one that had some and no longer may has to be named.
   */
  look: (among: Among, options?: { heedsPause?: boolean }) => Promise<Look>
  /** The accounts that had ports, or will have some later. */
  ids: () => number[]
  /** Whether a port was ordered. */
  has: (key: string) => boolean
  /** Those that the passing of time has changed; returned once, to be examined now. */
  due: (now: number) => number[]
  /** When the passing of time next changes something, ms; Infinity for never. */
  next: () => number
}

type Look = { ids: readonly number[]; answer: Promise<PortState[]> }
type FollowedAccount = {
  ports: DesiredPort[]
  next: number
  /** What was ordered to close, and is not known to have closed. */
  closing: ReadonlySet<string>
}
type Deps = Pick<World, 'now' | 'plane'> & {
  db: Database
  queue: Pick<FlowQueue, 'meanwhile' | 'pending'>
  /** What is left to accounts that have ended; undefined for nothing. */
  wayBack?: () => Promise<WayBack | undefined>
}

/** Starts with nothing ordered. */
export function startFollowed({
  db,
  now,
  plane,
  queue,
  wayBack = async () => undefined,
}: Deps): Followed {
  const accountsById = new Map<number, FollowedAccount>()
  // Never too late: after an account moves its own, this is too early until all are ordered again.
  let earliest = Infinity

  return { look, ids: () => [...accountsById.keys()], has, due, next: () => earliest }

  function look(among: Among, { heedsPause = true } = {}): Promise<Look> {
    return queue.meanwhile(async () => {
      // First: what is booked meanwhile counts twice for a moment, and not never.
      const isAway = (carrier: string) => plane.isAway(carrier)
      const lent = await selectLent(db, { among, isAway, now: now() })
      const desired = await selectDesired(db, among, now(), await wayBack())
      const ids = 'from' in among ? [...desired.keys()] : among
      const paused = heedsPause ? await selectTaggedServers(db, PAUSED) : new Set<number>()
      const last = ids.flatMap((id) => accountsById.get(id)?.ports ?? [])
      const frozen = Map.groupBy(await selectPausedPorts(db, last, paused), accountOf)
      // Nothing may happen between reading the bytes on their way to the database and ordering: the
      // plane counts budgets from what it has reported so far.
      const pending = queue.pending()
      const wanted = ids.map((id): [number, FollowedAccount] => {
        const { ports, next } = desired.get(id) ?? { ports: [], next: Infinity }
        const open = ports.filter(({ serverId }) => !paused.has(serverId))
        const away = lent.get(id) ?? []
        const granted = [...grant(open, pending, away), ...(frozen.get(id) ?? [])]
        const change = Math.min(next, ...away.map(({ end }) => end))
        return [id, { ports: granted, next: change, closing: closingOf(id, granted) }]
      })
      const ports = wanted.flatMap(([, account]) => account.ports)
      const closed = wanted.flatMap(([, { closing }]) => [...closing])
      // At once: the next round must not wait for a slow carrier.
      store(wanted)
      const isNothing = ports.length === 0 && closed.length === 0
      const ordered = isNothing ? Promise.resolve([]) : plane.change(ports, closed)
      const answer = ordered.then((states) => {
        for (const [id, { closing }] of wanted) hasClosed(id, closing)
        return states
      })
      // The caller for many accounts is notified later.
      answer.catch(() => {})
      return { ids, answer }
    })
  }

  /** Ports an account should no longer have, also those that did not close the last time. */
  function closingOf(id: number, ports: readonly DesiredPort[]): Set<string> {
    const before = accountsById.get(id)
    const keys = new Set(before?.ports.map(({ key }) => key))
    const open = new Set(ports.map(({ key }) => key))
    return keys.union(before?.closing ?? new Set<string>()).difference(open)
  }

  function hasClosed(id: number, keys: ReadonlySet<string>): void {
    const account = accountsById.get(id)
    if (!account || keys.size === 0) return
    store([[id, { ...account, closing: account.closing.difference(keys) }]])
  }

  function has(key: string): boolean {
    return accountsById.get(idsIn(key).accountId)?.ports.some((port) => port.key === key) ?? false
  }

  function store(accounts: readonly [number, FollowedAccount][]): void {
    for (const [id, account] of accounts) {
      const isNothing = account.ports.length + account.closing.size === 0
      if (isNothing && account.next === Infinity) accountsById.delete(id)
      else accountsById.set(id, account)
      earliest = Math.min(earliest, account.next)
    }
  }

  function due(at: number): number[] {
    if (earliest > at) return []
    const over: number[] = []
    earliest = Infinity
    for (const [id, { next }] of accountsById) {
      if (next <= at) over.push(id)
      else earliest = Math.min(earliest, next)
    }
    return over
  }
}

const accountOf = ({ key }: DesiredPort) => idsIn(key).accountId

/**
 * The ports of paused servers as they were last applied: nothing opens there and nothing closes,
 * except for deleted accounts.
 */
async function selectPausedPorts(
  db: Database,
  last: readonly DesiredPort[],
  paused: ReadonlySet<number>,
): Promise<DesiredPort[]> {
  const ports = last.filter(({ key }) => paused.has(idsIn(key).serverId))
  const remaining: DesiredPort[] = []
  for (let at = 0; at < ports.length; at += BATCH_SIZE) {
    const slice = ports.slice(at, at + BATCH_SIZE)
    const rows = await db
      .selectFrom('account')
      .select('id')
      .where(
        'id',
        'in',
        slice.map(({ key }) => idsIn(key).accountId),
      )
      .execute()
    const known = new Set(rows.map(({ id }) => id))
    remaining.push(...slice.filter(({ key }) => known.has(idsIn(key).accountId)))
  }
  // Quotas are not checked there; what is used up already stays so.
  return remaining.map((port) => ({ ...port, budget: port.budget === 0 ? 0 : null }))
}
