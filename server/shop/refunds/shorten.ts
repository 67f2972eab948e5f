import type { Selectable } from 'kysely'
import { expireOf, normalType, PERIOD } from '#rules/account.ts'
import { isFlowPack } from '#rules/plan.ts'
import { momentOf, timedOf } from '../../accounts/facts.ts'
import { findAccount, holdAccount } from '../../accounts/store.ts'
import { moveTimes, timesMovedBy } from '../../accounts/quota/moving.ts'
import type { Database } from '../../database/database.ts'
import type { PlacedOrderTable } from '../../database/tables.ts'
import { selectRewardsFor } from '../fulfilment/rewards.ts'
import type { PurchasedTerms } from '../fulfilment/terms.ts'
import { insertOrderEvent } from '../ledger/orderEvents.ts'
import {
  holdGiven,
  takeBack,
  type Taken,
  takesLastTerms,
  takingBack,
} from '../paidTime/takeBack.ts'
import { DELIVERED, findEntry, insertLedger, RETURNED } from '../ledger/ledger.ts'

type Order = Pick<
  Selectable<PlacedOrderTable>,
  'id' | 'userId' | 'accountId' | 'deliveredTime' | 'terms'
>

/**
 * When an account ends, and when without the time that an order bought, null for at once; ms since
 * 1970, UTC.
 */
type Shortening = { from: number; to: number | null }

/**
 * What taking back the time an order bought does to its account's end, which is never moved before
 * now. Null where nothing can be taken back: not delivered, a pack, taken back before, an order of
 * an older server that did not note what it sold, or an account that is gone, without an end or
 * over.
 */
export async function shorteningOf(
  db: Database,
  order: Order,
  now: number,
): Promise<Shortening | null> {
  if (order.deliveredTime === null) return null
  const known = (await takesLastTerms(db)) ? undefined : await takingBack(db, order.id, now)
  if (known) {
    const { from, to, moment } = known.taken
    return { from, to: to > moment ? to : null }
  }
  const found = await findShortening(db, order, now)
  return found ? { from: found.from, to: found.to > found.moment ? found.to : null } : null
}

/** Notes that the refund of this name takes back the time as well, once the money is back. */
export async function askToShorten(
  tx: Database,
  { id }: Order,
  { requestId, actorId }: { requestId: string; actorId: number },
  now: number,
): Promise<void> {
  const event = { event: 'shortenAsked' as const, placedOrderId: id, detail: requestId, actorId }
  await insertOrderEvent(tx, event, now)
}

/**
 * Takes back what an order gave if the refund of this name was to, or all of its money is back: the
 * time only if asked to, a pack and the inviters' rewards in both cases. Once for each order however
 * many of its refunds ask for it. Requires the transaction that holds the order and notes that the
 * money is back. Returns the accounts it changed.
 */
export async function takeBackOnce(
  tx: Database,
  order: Order,
  { requestId, isAll }: { requestId: string; isAll: boolean },
  now: number,
): Promise<number[]> {
  const asked = await isAsked(tx, order.id, requestId)
  return asked || isAll ? takeBackGiven(tx, order, { withTime: asked }, now) : []
}

/**
 * Takes back what an order gave, once for each order: a pack, the inviters' rewards, and the time
 * where that is wanted. Requires the transaction that holds the order. Returns the accounts it changed.
 */
export async function takeBackGiven(
  tx: Database,
  order: Order,
  { withTime, actorId }: { withTime: boolean; actorId?: number },
  now: number,
): Promise<number[]> {
  const rewards = await selectRewardsFor(tx, order.id)
  // A payment delivered at the same moment moves the same ends; lowest first, as it does.
  await holdGiven(tx, [order.id, ...rewards])
  const changed = new Set<number | undefined>()
  if (withTime) changed.add(await shorten(tx, order, now, actorId))
  changed.add(await takePack(tx, order, now))
  for (const id of rewards) changed.add(await takeReward(tx, id, now))
  return [...changed].filter((id) => id !== undefined)
}

async function shorten(
  tx: Database,
  order: Order,
  now: number,
  actorId?: number,
): Promise<number | undefined> {
  const { id, accountId } = order
  if (await findEntry(tx, effectOf(id))) return undefined
  if (!(await takesLastTerms(tx))) {
    const taken = await takeBack(tx, id, now)
    if (taken) return noteTaken(tx, id, taken, now, actorId)
  }
  if (accountId === null) return undefined
  await holdAccount(tx, accountId)
  const found = await findShortening(tx, order, now)
  if (!found) return undefined
  const { account, from, to } = found
  await moveTimes(tx, account, await timesMovedBy(tx, account, to - from, now), now)
  return noteTaken(tx, id, { accountId, from, to }, now, actorId)
}

/** Takes back an inviter's reward; of an order of an earlier release, as much time as it gave. */
async function takeReward(tx: Database, id: number, now: number): Promise<number | undefined> {
  if (await findEntry(tx, effectOf(id))) return undefined
  if (!(await takesLastTerms(tx))) {
    const taken = await takeBack(tx, id, now)
    if (taken) return noteTaken(tx, id, taken, now)
  }
  const reward = await tx
    .selectFrom('placedOrder')
    .select(['accountId', 'userId', 'refTime'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!reward?.accountId || !reward.refTime) return undefined
  await holdAccount(tx, reward.accountId)
  const account = await findAccount(tx, reward.accountId)
  const from = account ? account.expireTime : null
  if (!account || from === null || account.userId !== reward.userId) return undefined
  const moment = momentOf(account, now)
  if (from <= moment) return undefined
  const to = Math.max(from - reward.refTime, moment)
  await moveTimes(tx, account, await timesMovedBy(tx, account, to - from, now), now)
  return noteTaken(tx, id, { accountId: account.id, from, to }, now)
}

/** Takes back the pack an order bought; what was used of it stays used. */
async function takePack(tx: Database, { id }: Order, now: number): Promise<number | undefined> {
  const pack = await tx
    .deleteFrom('flowPack')
    .where('placedOrderId', '=', id)
    .returning(['accountId', 'flow'])
    .executeTakeFirst()
  if (!pack) return undefined
  await insertLedger(tx, { effect: effectOf(id), placedOrderId: id, ...RETURN }, now)
  const event = { event: 'packTaken' as const, placedOrderId: id, detail: String(pack.flow) }
  await insertOrderEvent(tx, event, now)
  return pack.accountId
}

async function noteTaken(
  tx: Database,
  id: number,
  { accountId, from, to }: Pick<Taken, 'accountId' | 'from' | 'to'>,
  now: number,
  actorId?: number,
): Promise<number> {
  await insertLedger(tx, { effect: effectOf(id), placedOrderId: id, ...RETURN }, now)
  const detail = `${from} ${to}`
  const event = { event: 'shortened' as const, placedOrderId: id, detail }
  await insertOrderEvent(tx, actorId === undefined ? event : { ...event, actorId }, now)
  return accountId
}

const RETURN = { credit: DELIVERED, debit: RETURNED, amount: 0, currency: '' }

async function findShortening(db: Database, order: Order, now: number) {
  const { id, accountId, userId, deliveredTime } = order
  const bought = boughtBy(order)
  if (accountId === null || deliveredTime === null || bought === 0) return undefined
  const account = await findAccount(db, accountId)
  if (account?.userId !== userId || (await findEntry(db, effectOf(id)))) return undefined
  const from = expireOf(timedOf(account))
  // None of the time of an account that was not started has passed.
  const moment = momentOf(account, now)
  if (from === null || from <= moment) return undefined
  return { account, moment, from, to: Math.max(from - bought, moment) }
}

/** The time an order bought, ms. */
function boughtBy({ terms }: Order): number {
  if (terms === null) return 0
  const purchased: PurchasedTerms = JSON.parse(terms)
  if (isFlowPack(purchased) || purchased.type === null) return 0
  return (PERIOD[normalType(purchased.type)] ?? 0) * (purchased.cycle ?? 0)
}

async function isAsked(db: Database, id: number, requestId: string): Promise<boolean> {
  const event = await db
    .selectFrom('orderEvent')
    .select('id')
    .where('placedOrderId', '=', id)
    .where('event', '=', 'shortenAsked')
    .where('detail', '=', requestId)
    .executeTakeFirst()
  return event !== undefined
}

const effectOf = (id: number) => `shortened:${id}`
