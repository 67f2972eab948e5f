import { unfitFor } from './passwords.ts'
import type { DriverKind } from './kinds.ts'
import { hasPassword, type Entry, type Ledger } from './ledger.ts'
import type { Listing } from './program.ts'
import type { Wish, Wishes } from './wishes.ts'

/** What a round on a node has to do. */
export type Plan = {
  /** Open as wanted. */
  right: Wish[]
  /** Open with the right password, but never stored as ours. */
  adopted: Wish[]
  added: Wish[]
  /** Open as ours, with another password or cipher: to be closed and opened again. */
  replaced: Wish[]
  /** Ours, and not wanted any more. */
  removed: Entry[]
  /** Stored as ours, not open and not wanted. */
  gone: Entry[]
  /** What is impossible, and why. */
  refused: { wish: Wish; reason: string }[]
}

const closings = () => ({ removed: [], gone: [], refused: [] })

type Seen = { kind: DriverKind; listing: Listing; ledger: Ledger; wishes: Wishes; maxPorts: number }

/**
 * Compares the desired ports with what a node has. Only ports that were requested to close, or that
 * block a desired one, are closed; never a port that is not ours.
 */
export function planFor({ kind, listing, ledger, wishes, maxPorts }: Seen): Plan {
  const plan: Plan = { right: [], adopted: [], added: [], replaced: [], ...closings() }
  const holders = new Map([...listing].map(([port, { password }]) => [password, port]))
  const taken = new Map<number, Wish>()
  let room = maxPorts - listing.size
  const entries = Map.groupBy(ledger.all(), ({ port }) => listing.has(port))
  for (const entry of entries.get(true) ?? []) if (isToGo(entry)) plan.removed.push(entry)
  for (const entry of entries.get(false) ?? [])
    if (isToGo(entry) || !wishes.of(entry.key)) plan.gone.push(entry)

  for (const wish of wishes.all()) {
    if (wish.ended) continue
    const reason = unfitFor(kind, wish) ?? obstacle(wish)
    if (reason !== undefined) plan.refused.push({ wish, reason })
    else {
      taken.set(wish.port, wish)
      if (!holders.has(wish.password)) holders.set(wish.password, wish.port)
    }
  }
  for (const wish of taken.values()) place(wish)
  return plan

  function place(wish: Wish): void {
    const entry = ledger.at(wish.port)
    if (entry && entry.key !== wish.key) {
      // Opens after the previous one is closed.
      const reason = plan.removed.includes(entry) ? 'opening' : 'port in use'
      if (listing.has(wish.port)) return void plan.refused.push({ wish, reason })
    }
    const there = listing.get(wish.port)
    if (there) return void listOf(wish, there, entry).push(wish)
    if (room <= 0) return void plan.refused.push({ wish, reason: 'node is full' })
    room -= 1
    plan.added.push(wish)
  }

  function listOf(wish: Wish, there: { password?: string; method?: string }, entry?: Entry) {
    const known = there.password ?? (entry && hasPassword(entry, wish.password) && wish.password)
    const isSame = known === wish.password && (there.method ?? wish.method) === wish.method
    if (isSame) return entry ? plan.right : plan.adopted
    return plan.replaced
  }

  function isToGo(entry: Entry): boolean {
    const wish = wishes.of(entry.key)
    if (!wish) return wishes.isUnwanted(entry.key)
    return wish.ended !== undefined || wish.port !== entry.port
  }

  function obstacle(wish: Wish): string | undefined {
    if (taken.has(wish.port)) return 'port in use'
    const there = listing.get(wish.port)
    const isOurs = ledger.at(wish.port) !== undefined
    const isEqual =
      there?.password === wish.password && (there.method ?? wish.method) === wish.method
    if (there && !isOurs && !isEqual) return 'port in use'
    // Under a key that another port has, a WireGuard agent would take that port's address away.
    const holder = kind === 'wireguard' ? holders.get(wish.password) : undefined
    return holder !== undefined && holder !== wish.port ? 'key in use' : undefined
  }
}
