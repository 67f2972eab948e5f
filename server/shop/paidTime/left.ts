import { cycleOf, lackOf, PERIOD } from '#rules/account.ts'
import type { Database } from '../../database/database.ts'
import { countedOf, momentOf, timedOf } from '../../accounts/facts.ts'
import type { StoredAccount } from '../../accounts/store.ts'
import { quotaOf, usedOn } from '../../accounts/quota/quota.ts'
import { selectTraffic } from '../../accounts/quota/traffic.ts'
import { serversOf } from '../../accounts/servers/allowed.ts'
import { findPlan } from '../plans/store.ts'
import type { Terms } from './exchange.ts'
import { pricesOf } from './prices.ts'
import { type Lot, type NewLot, selectLots } from './store.ts'

/** What is left of an account, before something is bought for it or taken from it. */
export type Left = {
  account: StoredAccount
  terms: Terms
  /** From when its time is counted, ms. */
  moment: number
  /** What it has left, ms. */
  time: number
  /** The same without the part of the current cycle whose traffic is used up. */
  unused: number
  /** What of its packs is left, bytes. */
  packs: number
  /** What it was given, with what is left of each. */
  lots: Lot[]
  /** What is left besides, from before or by an admin; at the price of the plan it has. */
  rest: NewLot
}

/** What of an account's time and traffic is left, and what gave it. */
export async function findLeft(db: Database, account: StoredAccount, now: number): Promise<Left> {
  const moment = momentOf(account, now)
  const time = Math.max(0, (account.expireTime ?? 0) - moment)
  const stored = await selectLots(db, account.id)
  const lots = settled(stored, time)
  const terms = termsOfAccount(account)
  const known = lots.reduce((sum, { length }) => sum + length, 0)
  const rest = await lotLike(db, account, lots, { time: Math.max(0, time - known), now })
  const { unused, packs } = await findUnused(db, account, time, now)
  return { account, terms, moment, time, unused, packs, lots, rest }
}

/** What each cycle of an account grants. */
export function termsOfAccount(account: StoredAccount): Terms {
  const { type, flow, multiServerFlow } = account
  return { type, flow, server: serversOf(account), multiServerFlow }
}

/**
 * What is left of each of these in `time` ms: the oldest pass first. What was worth no time on the
 * present terms does not pass.
 */
export function settled(lots: readonly Lot[], time: number): Lot[] {
  // What has ended is over, also what would have come back with a refund.
  if (time === 0) return lots.map((lot) => ({ ...lot, length: 0, own: 0, carried: 0 }))
  let left = time
  return lots
    .toReversed()
    .map((lot) => {
      const length = Math.min(lot.length, left)
      left -= length
      if (length === lot.length) return lot
      const part = (ms: number) => Number((BigInt(ms) * BigInt(length)) / BigInt(lot.length))
      return { ...lot, length, own: part(lot.own), carried: part(lot.carried) }
    })
    .toReversed()
}

/** Time on the terms an account has, at the price of what gave it those. */
export async function lotLike(
  db: Database,
  account: StoredAccount,
  lots: readonly Lot[],
  { time, now }: { time: number; now: number },
): Promise<NewLot> {
  const terms = termsOfAccount(account)
  const given = { given: time, own: time, carried: time, length: time }
  const about = { placedOrderId: null, before: null, planId: account.orderId, createTime: now }
  const latest = lots.findLast(({ planId }) => planId === account.orderId)
  if (latest) {
    const { cny, usd, money, time: whole } = latest
    const kind = latest.kind === 'trial' ? ('trial' as const) : ('rest' as const)
    return { ...about, ...given, kind, terms, time: whole, cny, usd, money }
  }
  const plan = account.orderId ? await findPlan(db, account.orderId) : undefined
  const prices = plan ? pricesOf(plan) : { cny: 0, usd: 0 }
  const whole = (PERIOD[plan?.type ?? account.type] ?? 1) * (plan?.cycle ?? 1)
  return { ...about, ...given, kind: 'rest', terms, time: whole, ...prices, money: '' }
}

/** The time and the packs whose traffic an account has not used up. */
async function findUnused(db: Database, account: StoredAccount, time: number, now: number) {
  const timed = timedOf(account)
  const cycle = cycleOf(timed, now)
  if (!account.active || !cycle || !countedOf(account, now) || time === 0)
    return { unused: time, packs: 0 }
  const quota = quotaOf(account, (await selectTraffic(db, [account.id], now))(account.id), now)
  const used = Math.max(0, ...[...quota.raw.keys()].map((id) => usedOn(quota, id)))
  const lack = lackOf(timed, now)
  const [whole, bought] = [account.flow - lack, quota.flowPack + lack]
  const packs = Math.min(bought, Math.max(0, whole + bought - used))
  if (account.flow <= 0) return { unused: time, packs }
  const end = Math.min(cycle.to, now + time)
  const free = BigInt(Math.max(0, whole - used))
  const worth = whole > 0 ? Number((BigInt(end - cycle.from) * free) / BigInt(whole)) : 0
  return { unused: time - (end - now) + Math.min(end - now, worth), packs }
}
