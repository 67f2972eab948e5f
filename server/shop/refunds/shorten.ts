import type { Selectable } from 'kysely'
import { expireOf, normalType, PERIOD } from '#rules/account.ts'
import { isFlowPack } from '#rules/plan.ts'
import { momentOf, timedOf } from '../../traffic/accounts/facts.ts'
import { findAccount, holdAccount } from '../../traffic/accounts/store.ts'
import { movedTimes } from '../../traffic/accounts/terms.ts'
import { moveTimes } from '../../traffic/quota/moving.ts'
import type { Database } from '../../database/database.ts'
import type { PlacedOrderTable } from '../../database/tables.ts'
import type { PurchasedTerms } from '../fulfilment/terms.ts'
import { insertOrderEvent } from '../ledger/orderEvents.ts'
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
 * an older server that did not note what it sold, or an account that is gone, of somebody else by
 * now, without an end or over.
 */
export async function shorteningOf(
  db: Database,
  order: Order,
  now: number,
): Promise<Shortening | null> {
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
 * Takes back the time an order bought if the refund of this name was to, once for each order however
 * many of its refunds ask for it. Requires the transaction that holds the order and notes that the
 * money is back. Returns the account it shortened.
 */
export async function shortenOnce(
  tx: Database,
  order: Order,
  requestId: string,
  now: number,
): Promise<number | undefined> {
  return (await isAsked(tx, order.id, requestId)) ? takeBack(tx, order, now) : undefined
}

/**
 * Takes back the time an order bought, once for each order. Requires the transaction that holds the
 * order. Returns the account it shortened.
 */
export async function takeBack(
  tx: Database,
  order: Order,
  now: number,
  actorId?: number,
): Promise<number | undefined> {
  const { id, accountId } = order
  if (accountId === null) return undefined
  // A payment delivered at the same moment moves the same end.
  await holdAccount(tx, accountId)
  const found = await findShortening(tx, order, now)
  if (!found) return undefined
  const { account, from, to } = found
  await moveTimes(tx, account, movedTimes(account, to - from, now), now)
  const books = { credit: DELIVERED, debit: RETURNED, amount: 0, currency: '' }
  await insertLedger(tx, { effect: effectOf(id), placedOrderId: id, ...books }, now)
  const detail = `${from} ${to}`
  const event = { event: 'shortened' as const, placedOrderId: id, detail }
  await insertOrderEvent(tx, actorId === undefined ? event : { ...event, actorId }, now)
  return accountId
}

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
