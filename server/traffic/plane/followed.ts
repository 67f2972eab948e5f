import type { Database } from '../../database/database.ts'
import type { FlowQueue } from '../metering/queue.ts'
import { PAUSED, selectTaggedServers } from '../servers/tags.ts'
import type { World } from '../../http/world.ts'
import type { Among } from './candidates.ts'
import { grant, selectDesired } from './desired.ts'
import { idsIn } from '../../base/portKey.ts'
import { selectPausedPorts } from './paused.ts'
import type { DesiredPort, PortState } from '../../base/plane.ts'

/** What was asked of the plane for each account, and when time alone changes it. */
export type Followed = {
  /**
   * Asks for what some accounts ought to have open, and leaves the others as they are. Resolves
   * once it is asked, with the accounts that were looked at and how it went. In a range only
   * accounts that may have ports are looked at: whoever had some before and is none of them has to
   * be named.
   */
  look: (among: Among, options?: { heedsPause?: boolean }) => Promise<Look>
  /** The accounts that had ports, or will have some later. */
  ids: () => number[]
  /** Whether a port was asked for. */
  has: (key: string) => boolean
  /** Those for which time has changed something; told once, to be looked at now. */
  due: (now: number) => number[]
  /** When time alone changes something next, ms; Infinity for never. */
  next: () => number
}

type Look = { ids: readonly number[]; answer: Promise<PortState[]> }
type FollowedAccount = {
  ports: DesiredPort[]
  next: number
  /** What was asked to close, and is not known to have closed. */
  closing: ReadonlySet<string>
}
type Parts = Pick<World, 'now' | 'plane'> & {
  db: Database
  queue: Pick<FlowQueue, 'meanwhile' | 'pending'>
}

/** Starts with nothing asked. */
export function startFollowed({ db, now, plane, queue }: Parts): Followed {
  const kept = new Map<number, FollowedAccount>()
  // Never too late: an account that moved its own leaves it too early until all are asked again.
  let earliest = Infinity

  return { look, ids: () => [...kept.keys()], has, due, next: () => earliest }

  function look(among: Among, { heedsPause = true } = {}): Promise<Look> {
    return queue.meanwhile(async () => {
      const wishes = await selectDesired(db, among, now())
      const ids = 'from' in among ? [...wishes.keys()] : among
      const paused = heedsPause ? await selectTaggedServers(db, PAUSED) : new Set<number>()
      const last = ids.flatMap((id) => kept.get(id)?.ports ?? [])
      const frozen = Map.groupBy(await selectPausedPorts(db, last, paused), accountOf)
      // Nothing may come between reading what is on its way to the database and asking: the plane
      // counts budgets from what it has told so far.
      const pending = queue.pending()
      const lent = plane.lent?.() ?? []
      const wanted = ids.map((id): [number, FollowedAccount] => {
        const { ports, next } = wishes.get(id) ?? { ports: [], next: Infinity }
        const open = ports.filter(({ serverId }) => !paused.has(serverId))
        const granted = [...grant(open, pending, lent), ...(frozen.get(id) ?? [])]
        return [id, { ports: granted, next, closing: closingOf(id, granted) }]
      })
      const ports = wanted.flatMap(([, account]) => account.ports)
      const closed = wanted.flatMap(([, { closing }]) => [...closing])
      // At once: whoever looks next must not wait for a carrier that takes its time.
      keep(wanted)
      const isNothing = ports.length === 0 && closed.length === 0
      const asked = isNothing ? Promise.resolve([]) : plane.change(ports, closed)
      const answer = asked.then((states) => {
        for (const [id, { closing }] of wanted) hasClosed(id, closing)
        return states
      })
      // Whoever looks at many hears of it later.
      answer.catch(() => {})
      return { ids, answer }
    })
  }

  /** What an account had and is to have no longer, also what did not close the last time. */
  function closingOf(id: number, ports: readonly DesiredPort[]): Set<string> {
    const before = kept.get(id)
    const keys = new Set(before?.ports.map(({ key }) => key))
    const open = new Set(ports.map(({ key }) => key))
    return keys.union(before?.closing ?? new Set<string>()).difference(open)
  }

  function hasClosed(id: number, keys: ReadonlySet<string>): void {
    const account = kept.get(id)
    if (!account || keys.size === 0) return
    keep([[id, { ...account, closing: account.closing.difference(keys) }]])
  }

  function has(key: string): boolean {
    return kept.get(idsIn(key).accountId)?.ports.some((port) => port.key === key) ?? false
  }

  function keep(accounts: readonly [number, FollowedAccount][]): void {
    for (const [id, account] of accounts) {
      const isNothing = account.ports.length + account.closing.size === 0
      if (isNothing && account.next === Infinity) kept.delete(id)
      else kept.set(id, account)
      earliest = Math.min(earliest, account.next)
    }
  }

  function due(at: number): number[] {
    if (earliest > at) return []
    const over: number[] = []
    earliest = Infinity
    for (const [id, { next }] of kept) {
      if (next <= at) over.push(id)
      else earliest = Math.min(earliest, next)
    }
    return over
  }
}

const accountOf = ({ key }: DesiredPort) => idsIn(key).accountId
