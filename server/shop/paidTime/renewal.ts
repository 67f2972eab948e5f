import { PERIOD } from '#rules/account.ts'
import type { PlanTerms } from '#rules/renewal.ts'
import type { Database } from '../../database/database.ts'
import type { BoughtTimeTable } from '../../database/tables.ts'
import { changeAccount } from '../../accounts/store.ts'
import { timesUntil } from '../../accounts/terms.ts'
import { moveTimes, shrinkPacks } from '../../accounts/quota/moving.ts'
import { countFrom } from '../../accounts/quota/usage.ts'
import { exchanged, isSameGrant, type Offer } from './exchange.ts'
import { type Left, settled } from './left.ts'
import { type Before, changeLots, insertLot, type Lot, type NewLot } from './store.ts'

/** What is being bought for an account, and what it is worth. */
export type Bought = Pick<BoughtTimeTable, 'cny' | 'usd' | 'money' | 'placedOrderId'> & {
  terms: PlanTerms
}

/**
 * What an account becomes by what is bought for it.
 *
 * A plan that grants the same adds its time. Any other begins at once, with a cycle of its own; what
 * was left of time is exchanged by price and follows. After the end one gets what one bought.
 */
export function renewal(left: Left, bought: Bought) {
  const { account, moment, time } = left
  const lot = boughtLot(bought, moment, beforeOf(left))
  const { type, id: orderId, server, flow } = bought.terms
  const terms = {
    type,
    orderId,
    server: server && JSON.stringify(server),
    flow,
    autoRemove: flag(bought.terms.autoRemove),
    multiServerFlow: flag(bought.terms.multiServerFlow),
  }
  if (time > 0 && isSameGrant(left.terms, lot.terms)) {
    const { autoRemove } = terms
    const times = timesUntil(account, moment + time + lot.length)
    const columns = { ...terms, server: account.server, autoRemove, ...times }
    return { columns, lot, lots: left.lots, rest: left.rest, begins: false }
  }
  const { lots, rest } = exchangedFor(left, lot)
  const long = [lot, ...lots, rest].reduce((sum, { length }) => sum + length, 0)
  const columns = { ...terms, ...timesUntil({ type, cycleStart: moment }, moment + long) }
  return { columns, lot, lots, rest, begins: true }
}

/** Gives an account what was bought for it. Requires a transaction that holds it. */
export async function renew(
  tx: Database,
  left: Left,
  { columns, lot, lots, rest, begins }: ReturnType<typeof renewal>,
  now: number,
): Promise<void> {
  const { id, active } = left.account
  if (!begins) await moveTimes(tx, left.account, columns, now)
  else {
    const waitingSince = active ? null : left.moment
    await changeAccount(tx, id, { ...columns, usageFrom: null, waitingSince })
    if (active) {
      await shrinkPacks(tx, left.account, left.packs, now)
      await countFrom(tx, id, left.moment)
    }
  }
  await changeLots(tx, lots)
  if (rest.given > 0) await insertLot(tx, id, rest)
  await insertLot(tx, id, lot)
}

/** What was bought, as it is noted with its account. */
export function boughtLot(
  { terms, placedOrderId, cny, usd, money }: Bought,
  now: number,
  before: Before | null,
): NewLot {
  const { id: planId, type, flow, server, cycle, multiServerFlow } = terms
  const time = (PERIOD[type] ?? 0) * cycle
  const grant = { type, flow, server, multiServerFlow: flag(multiServerFlow) }
  const given = { given: time, own: time, carried: time, length: time }
  const worth = { time, cny, usd, money }
  const about = { kind: 'sale' as const, placedOrderId, planId, before, createTime: now }
  return { ...about, ...worth, ...given, terms: grant }
}

/** What is left, in time of what was bought. */
function exchangedFor({ lots, rest, unused }: Left, to: Offer) {
  const worth = settled([...lots, { ...rest, id: 0, accountId: 0, takenTime: null }], unused)
  const [whole, all] = [[...lots, rest], worth]
  const became = whole.map((lot, at) => {
    const carried = all[at]?.carried ?? 0
    return { ...lot, carried, length: exchanged(carried, lot, to) }
  })
  const last = became.at(-1)!
  return { lots: became.slice(0, -1) as Lot[], rest: last as NewLot }
}

function beforeOf({ account, terms }: Left): Before {
  const { orderId, autoRemove, cycleStart, usageFrom } = account
  return { ...terms, orderId, autoRemove, cycleStart, usageFrom }
}

const flag = (value: number | boolean): 0 | 1 => (value ? 1 : 0)
