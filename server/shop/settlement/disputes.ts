import type { Selectable } from 'kysely'
import { toDecimal } from '#rules/price.ts'
import { currencyOf, isPaidKind } from '#rules/providers/registry.ts'
import type { Database } from '../../database/database.ts'
import type { PlacedOrderTable } from '../../database/tables.ts'
import type { World } from '../../http/world.ts'
import { insertOrderEvent, noteOnce } from '../ledger/orderEvents.ts'
import { selectRefunds } from '../ledger/refundEntries.ts'
import { type Dispute, type Provider, ProviderFailure } from '../providers/provider.ts'
import { bookReturned, markForReview } from './returned.ts'

type Order = Selectable<PlacedOrderTable>

/**
 * Asks a provider about a dispute of an order, and notes what it says: that there is one, and later
 * what came of it. Money that was decided for the payer is booked. Where this app may not read
 * disputes, the notice is noted as what it is, once. Throws `ProviderFailure` for later.
 */
export async function takeDispute(
  world: World,
  provider: Provider,
  order: Order,
  disputeId: string,
): Promise<void> {
  if (order.paidTime === null || !provider.dispute) return
  try {
    const dispute = await provider.dispute(disputeId)
    if (!order.paymentId || !dispute.paymentIds.includes(order.paymentId)) return
    await world.db.transaction().execute((tx) => noteDispute(tx, world, order, dispute))
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.reason !== 'refused') throw error
    if (!MAY_NOT_READ.includes(error.message)) return
    await world.db.transaction().execute((tx) => noteClaimed(tx, world, order))
  }
}

/** Asks about the disputes of an order whose end is not known. Throws `ProviderFailure`. */
export async function followDisputes(
  world: World,
  provider: Provider,
  order: Order,
): Promise<void> {
  for (const id of await selectOpen(world.db, order.id))
    await takeDispute(world, provider, order, id)
}

/** PayPal's words for an app without the feature "Customer disputes". */
const MAY_NOT_READ: readonly string[] = ['NOT_AUTHORIZED', 'PERMISSION_DENIED', 'HTTP 403']

async function noteDispute(tx: Database, world: World, known: Order, dispute: Dispute) {
  const now = world.now()
  const { id } = known
  const order = await holdOrder(tx, id)
  const events = await selectNoted(tx, id)
  const isNoted = (event: string) =>
    events.some((one) => one.event === event && one.detail.split(' ')[0] === dispute.id)
  if (!isNoted('disputed')) {
    const detail = `${dispute.id} ${dispute.reason}`.trim()
    await insertOrderEvent(tx, { placedOrderId: id, event: 'disputed', detail }, now)
    await markForReview(
      tx,
      order,
      { failure: 'disputed', effect: `disputed:${id}:${dispute.id}` },
      now,
    )
  }
  if (dispute.isOpen || isNoted('disputeEnded')) return
  const outcome = dispute.returned > 0 ? 'lost' : 'won'
  const detail = `${dispute.id} ${outcome}`
  await insertOrderEvent(tx, { placedOrderId: id, event: 'disputeEnded', detail }, now)
  await tx
    .updateTable('placedOrder')
    .set({ failure: null })
    .where('id', '=', id)
    .where('failure', '=', 'disputed')
    .execute()
  if (outcome === 'won') return
  // A payment may name it among what went back, or not: it went back besides our own refunds.
  const { ours } = await selectRefunds(tx, id)
  if (await bookReturned(tx, world, id, ours + dispute.returned)) return
  await markLost(tx, order, dispute, now)
}

/** A dispute that was lost is for an admin even where its money was booked before it ended. */
async function markLost(tx: Database, order: Order, { id, returned }: Dispute, now: number) {
  const effect = `disputeLost:${order.id}:${id}:${returned}`
  await markForReview(tx, order, { failure: 'returned', effect }, now)
}

async function noteClaimed(tx: Database, world: World, { id }: Order): Promise<void> {
  const order = await holdOrder(tx, id)
  if ((await selectNoted(tx, id)).length > 0) return
  const detail = isPaidKind(order.kind)
    ? `${toDecimal(order.amount ?? 0)} ${currencyOf(order.kind)}`
    : ''
  await noteOnce(tx, { placedOrderId: id, event: 'disputeSaid', detail }, world.now())
  await markForReview(tx, order, { failure: 'disputed', effect: `disputeSaid:${id}` }, world.now())
}

function holdOrder(tx: Database, id: number): Promise<Order> {
  return tx
    .updateTable('placedOrder')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function selectNoted(db: Database, id: number) {
  const rows = await db
    .selectFrom('orderEvent')
    .select(['event', 'detail'])
    .where('placedOrderId', '=', id)
    .where('event', 'in', ['disputed', 'disputeEnded', 'disputeSaid'])
    .execute()
  return rows.map(({ event, detail }) => ({ event, detail: detail ?? '' }))
}

async function selectOpen(db: Database, id: number): Promise<string[]> {
  const events = await selectNoted(db, id)
  const named = (word: string) =>
    events.flatMap(({ event, detail }) => (event === word ? (detail.split(' ')[0] ?? []) : []))
  const ended = named('disputeEnded')
  return named('disputed').filter((dispute) => !ended.includes(dispute))
}
