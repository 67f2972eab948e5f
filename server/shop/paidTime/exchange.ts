import { PERIOD } from '#rules/account.ts'
import type { BoughtTimeTable } from '../../database/tables.ts'

/** What each cycle of an account grants. */
export type Terms = {
  type: number
  /** Bytes; 0 is no limit. */
  flow: number
  /** Null is every server. */
  server: number[] | null
  multiServerFlow: number
}

/** Terms, and what `time` ms of them cost in cents; 0 is not known. */
export type Offer = Pick<BoughtTimeTable, 'time' | 'cny' | 'usd'> & { terms: Terms }

/** Time that was bought or given, and in which money its worth is counted first. */
export type Priced = Offer & Pick<BoughtTimeTable, 'kind' | 'money'>

/** The longest time that an exchange makes: a century, ms. */
const MOST_MS = 3_155_760_000_000

/** Whether two plans grant the same in each cycle, so that their times are one. */
export function isSameGrant(one: Terms, other: Terms): boolean {
  const servers = ({ server }: Terms) => server && server.toSorted((a, b) => a - b).join()
  return (
    one.type === other.type &&
    one.flow === other.flow &&
    one.multiServerFlow === other.multiServerFlow &&
    servers(one) === servers(other)
  )
}

/**
 * How long `own` ms of one plan's time last on another's terms: as long as its price buys there,
 * rounded down.
 *
 * By the money it was paid in, where both have such a price, otherwise by the other one. Where
 * neither is known, by traffic and never longer than it was. A trial is worth nothing.
 */
export function exchanged(own: number, from: Priced, to: Offer): number {
  if (isSameGrant(from.terms, to.terms)) return own
  if (from.kind === 'trial') return 0
  const order = from.money === 'usd' ? (['usd', 'cny'] as const) : (['cny', 'usd'] as const)
  const money = order.find((name) => from[name] > 0 && to[name] > 0)
  if (money === undefined) return Math.min(own, byTraffic(own, from.terms, to.terms))
  const worth = BigInt(own) * BigInt(from[money]) * BigInt(to.time)
  const long = worth / (BigInt(from.time) * BigInt(to[money]))
  return long > BigInt(MOST_MS) ? MOST_MS : Number(long)
}

/** As long as the traffic that was granted lasts. */
function byTraffic(own: number, from: Terms, to: Terms): number {
  // A quota for each server is more than one for all, by nobody knows how much.
  if (from.multiServerFlow && !to.multiServerFlow) return 0
  if (from.flow <= 0) return own
  if (to.flow <= 0) return 0
  const [granted, needed] = [periodOf(to) * BigInt(from.flow), periodOf(from) * BigInt(to.flow)]
  const long = (BigInt(own) * granted) / needed
  return long > BigInt(MOST_MS) ? MOST_MS : Number(long)
}

const periodOf = ({ type }: Terms) => BigInt(PERIOD[type] ?? 1)
