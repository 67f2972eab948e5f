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
type FollowedAccount = { ports: DesiredPort[]; next: number }
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
      const wanted = ids.map((id): [number, FollowedAccount] => {
        const { ports, next } = wishes.get(id) ?? { ports: [], next: Infinity }
        const open = ports.filter(({ serverId }) => !paused.has(serverId))
        return [id, { ports: [...grant(open, pending), ...(frozen.get(id) ?? [])], next }]
      })
      const ports = wanted.flatMap(([, account]) => account.ports)
      const keys = new Set(ports.map(({ key }) => key))
      const closed = last.map(({ key }) => key).filter((key) => !keys.has(key))
      const isNothing = ports.length === 0 && closed.length === 0
      const answer = isNothing ? Promise.resolve([]) : plane.change(ports, closed)
      // Only what was done is known: what failed is asked for once more.
      const done = answer.then((states) => {
        keep(wanted)
        return states
      })
      // Whoever looks at many hears of it later.
      done.catch(() => {})
      return { ids, answer: done }
    })
  }

  function has(key: string): boolean {
    return kept.get(idsIn(key).accountId)?.ports.some((port) => port.key === key) ?? false
  }

  function keep(accounts: readonly [number, FollowedAccount][]): void {
    for (const [id, account] of accounts) {
      if (account.ports.length === 0 && account.next === Infinity) kept.delete(id)
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
