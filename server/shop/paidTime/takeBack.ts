import { PERIOD } from '#rules/account.ts'
import type { Database } from '../../database/database.ts'
import { findSetting } from '../../database/settings/store.ts'
import { changeAccount, findAccount, holdAccount } from '../../accounts/store.ts'
import { timesUntil } from '../../accounts/terms.ts'
import { moveTimes } from '../../accounts/quota/moving.ts'
import { recountUsage } from '../../accounts/quota/usage.ts'
import { exchanged, isSameGrant, type Offer } from './exchange.ts'
import { findLeft, type Left } from './left.ts'
import { findPlan } from '../plans/store.ts'
import { pricesOf } from './prices.ts'
import {
  type Before,
  changeLots,
  findLotOf,
  insertLot,
  type Lot,
  type NewLot,
  takeLot,
} from './store.ts'

type Price = Omit<Offer, 'terms'>

/** When an account ended, and when it ends without what was taken back; ms. */
export type Taken = { accountId: number; moment: number; from: number; to: number }

/**
 * What taking back the time an order gave does, whosever the account is by now: the terms it had
 * before come back, and what has passed of that time is taken from the rest, as far as there is one.
 * Undefined where the account is gone or over, or the order gave no time that is known.
 */
export async function takingBack(db: Database, placedOrderId: number, now: number) {
  const lot = await findLotOf(db, placedOrderId)
  const account = lot && (await findAccount(db, lot.accountId))
  if (!lot || !account || account.expireTime === null) return undefined
  const left = await findLeft(db, account, now)
  if (left.time <= 0) return undefined
  const became = without(left, lot.id, await priceOf(db, lot.before?.orderId))
  const taken = { accountId: account.id, moment: left.moment, from: account.expireTime }
  return { ...became, left, lot, taken: { ...taken, to: left.moment + became.time } }
}

/** Takes back the time an order gave, once. Requires a transaction that holds the account. */
export async function takeBack(
  tx: Database,
  placedOrderId: number,
  now: number,
): Promise<Taken | undefined> {
  const found = await takingBack(tx, placedOrderId, now)
  if (!found || !(await takeLot(tx, found.lot.id, now))) return undefined
  const { left, lots, rest, before, taken } = found
  const { account } = left
  await changeLots(tx, lots)
  if (rest.given > 0) await insertLot(tx, account.id, rest)
  if (!before) {
    await moveTimes(tx, account, timesUntil(account, taken.to), now)
    return taken
  }
  const { type, flow, multiServerFlow, orderId, autoRemove, cycleStart, usageFrom, server } = before
  const terms = { type, flow, orderId, autoRemove, usageFrom }
  await changeAccount(tx, account.id, {
    ...terms,
    multiServerFlow: multiServerFlow ? 1 : 0,
    server: server && JSON.stringify(server),
    ...timesUntil({ type, cycleStart }, taken.to),
    ...(account.active ? {} : { waitingSince: left.moment }),
  })
  // All that passed since that cycle began counts in it, on whichever terms it did.
  await recountUsage(tx, account.id, now)
  return taken
}

/** The accounts that these orders gave time, locked lowest first; requires a transaction. */
export async function holdGiven(tx: Database, placedOrderIds: readonly number[]): Promise<void> {
  const ids = new Set<number>()
  for (const id of placedOrderIds) {
    const lot = await findLotOf(tx, id)
    if (lot) ids.add(lot.accountId)
  }
  for (const id of [...ids].sort((a, b) => a - b)) await holdAccount(tx, id)
}

/** Whether the older rule of time holds here, by which nothing is exchanged. */
export async function takesLastTerms(db: Database): Promise<boolean> {
  return (await findSetting(db, 'account')).timeTakesLastTerms === true
}

/** What a plan costs now; that time on it was bought may have been taken back. */
async function priceOf(db: Database, planId: number | null | undefined) {
  const plan = planId ? await findPlan(db, planId) : undefined
  if (!plan) return undefined
  return { time: (PERIOD[plan.type ?? 0] ?? 1) * (plan.cycle ?? 1), ...pricesOf(plan) }
}

function without({ account, terms, lots, rest }: Left, id: number, price: Price | undefined) {
  const lot = lots.find((one) => one.id === id)!
  const others = lots.filter((one) => one.id !== id)
  const isLatest = lots.findLast(({ kind }) => kind === 'sale')?.id === id
  const isPresent =
    isLatest && account.orderId === lot.planId && isSameGrant(terms, lot.terms) && lot.before
  const target: Before | undefined = isPresent ? (lot.before ?? undefined) : undefined
  const to = offerOf(target ?? terms, [...others, lot], target && price)
  const isChanged = target !== undefined && !isSameGrant(target, terms)
  const became = others.map((other) => {
    if (!isChanged) return other
    const own = isSameGrant(other.terms, to.terms) ? other.own : other.carried
    return { ...other, carried: own, length: exchanged(own, other, to) }
  })
  const length = isChanged ? exchanged(rest.carried, rest, to) : rest.length
  // What was bought on the terms of what is taken back comes back to those before that.
  const next = lots.find((one) => one.kind === 'sale' && one.id > id)
  const kept = became.map((one) => (one.id === next?.id ? { ...one, before: lot.before } : one))
  const stays = { ...rest, length }
  const sum = became.reduce((all, one) => all + one.length, length)
  const time = Math.max(0, sum - takenFor(lot, [...became, stays], to))
  return { lots: kept, rest: stays, time, before: target }
}

/**
 * How much of what stays is taken for what has passed of a lot: of the cheapest first, each at its own
 * price on these terms, so that what is taken cost what has passed.
 */
function takenFor(lot: Lot, stays: readonly NewLot[], to: Offer): number {
  let own = lot.given - lot.own
  const like = stays.filter(({ length, terms }) => length > 0 && isSameGrant(terms, to.terms))
  const cheapestFirst = like.toSorted((a, b) => exchanged(own, lot, b) - exchanged(own, lot, a))
  let taken = 0
  for (const one of cheapestFirst) {
    const whole = exchanged(own, lot, one)
    if (whole <= one.length) return taken + whole
    taken += one.length
    own -= Number((BigInt(own) * BigInt(one.length)) / BigInt(whole))
  }
  return taken + exchanged(own, lot, to)
}

/** What time on these terms cost, by the latest that was bought on them. */
function offerOf(terms: Left['terms'], lots: readonly Lot[], price?: Price): Offer {
  const like = lots.findLast((lot) => isSameGrant(lot.terms, terms))
  const none = { time: PERIOD[terms.type] ?? 1, cny: 0, usd: 0 }
  const { time, cny, usd } = like ?? price ?? none
  return { terms, time, cny, usd }
}
