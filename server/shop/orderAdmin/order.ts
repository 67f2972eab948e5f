import { randomUUID } from 'node:crypto'
import type { Answer } from '#contract'
import { placedState } from '#rules/placed.ts'
import { currencyOf, isPaidKind } from '#rules/providers/registry.ts'
import { decimalCents, toDecimal } from '#rules/price.ts'
import type { Call } from '../../http/contract.ts'
import { findKnownProvider } from '../providers/find.ts'
import { providerSent } from '../providers/registry.ts'
import { ProviderFailure } from '../providers/provider.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { groupOf } from '../../http/scope.ts'
import type { World } from '../../http/world.ts'
import { queryProvider } from '../settlement/providerStatus.ts'
import { deliverOrder } from '../fulfilment/deliver.ts'
import { findListed } from '../orders/findOrder.ts'
import { insertOrderEvent, selectOrderEvents } from '../ledger/orderEvents.ts'
import { selectLedgerOf } from '../ledger/ledger.ts'
import { refundOrder } from '../refunds/refund.ts'
import { reviewOrder } from '../refunds/review.ts'
import { shorteningOf } from '../refunds/shorten.ts'
import type { PurchasedTerms } from '../fulfilment/terms.ts'
import type { StoredOrder } from '../orders/store.ts'
import { ALIPAY, PAYPAL } from '../orders/older.ts'
import { dataOf, failureOf, toPlacedOrder } from '../orders/view.ts'

/** One placed order with its history. */
export async function getPlacedOrder(
  call: Call<'getPlacedOrder'>,
): Promise<Answer<'getPlacedOrder'>> {
  const { db, caller, path, now } = call
  const order = found(await findListed(db, path.orderId, groupOf(caller)))
  const [events, ledger, shortening] = await Promise.all([
    selectOrderEvents(db, order.id),
    selectLedgerOf(db, order.id),
    shorteningOf(db, order, now()),
  ])
  const { paidTime, deliveredTime, providerId, paymentId, failures, nextTry } = order
  return {
    ...toPlacedOrder(order),
    state: placedState(order),
    failure: failureOf(order),
    currency: isPaidKind(order.kind) ? currencyOf(order.kind) : null,
    paidTime,
    deliveredTime,
    providerId,
    paymentId,
    failures: failures ?? 0,
    nextTry,
    providerData: dataOf(order, caller),
    sold: soldIn(order),
    shortening,
    events,
    ledger: ledger.map((entry) => ({ ...entry, amount: toDecimal(entry.amount) })),
  }
}

/** Delivers a paid order, or queries the provider of an unpaid one, at once. */
export async function retryPlacedOrder(
  call: Call<'retryPlacedOrder'>,
): Promise<Answer<'retryPlacedOrder'>> {
  const { db, caller, path, now } = call
  const order = found(await findListed(db, path.orderId))
  if (isPaidKind(order.kind) && order.deliveredTime === null) {
    const event = { placedOrderId: order.id, event: 'retried' as const, actorId: caller.id }
    await insertOrderEvent(db, event, now())
    if (order.paidTime === null) await queryNow(call, order.kind, order)
    else await deliverOrder(call, order.id)
  }
  const after = found(await findListed(db, path.orderId))
  return { state: placedState(after), status: after.status, failure: failureOf(after) }
}

/** Settles an order whose money went back at the provider, or is disputed there. */
export async function reviewPlacedOrder(
  call: Call<'reviewPlacedOrder'>,
): Promise<Answer<'reviewPlacedOrder'>> {
  const { db, caller, path, body } = call
  const { id } = found(await findListed(db, path.orderId))
  await reviewOrder(call, id, { shorten: body.shorten, actorId: caller.id })
  return 'success'
}

/** Refunds an Alipay order, entirely or in part. */
export const refundAlipayOrder = (call: Call<'refundAlipayOrder'>) => refund(call, ALIPAY)

/** Refunds a PayPal order, entirely or in part. */
export const refundPaypalOrder = (call: Call<'refundPaypalOrder'>) => refund(call, PAYPAL)

/** Refunds an order by any way of paying, entirely or in part. */
export const refundPaymentOrder = (call: Call<'refundPaymentOrder'>) =>
  refund(call, providerSent('kind', call.path.kind).facts.kind)

async function refund(
  call: Call<'refundAlipayOrder' | 'refundPaypalOrder' | 'refundPaymentOrder'>,
  kind: string,
): Promise<Record<string, unknown>> {
  const { orderId, amount, shorten, requestId = call.key ?? randomUUID() } = call.body
  const group = groupOf(call.caller)
  if (group !== undefined && !(await findListed(call.db, orderId, group)))
    throw new Refusal(403, 'not paid')
  const provider = await findKnownProvider(call, kind)
  if (!provider) throw new Refusal(403, 'provider not set up')
  // The contract accepts only a valid amount.
  const cents = amount === undefined ? undefined : (decimalCents(amount) ?? 0)
  const request = { orderId, amount: cents, shorten, requestId, actorId: call.caller.id }
  return { ...(await refundOrder(call, provider, request)) }
}

async function queryNow(world: World, kind: string, order: StoredOrder): Promise<void> {
  const provider = await findKnownProvider(world, kind)
  if (!provider) throw new Refusal(403, 'provider not set up')
  try {
    await queryProvider(world, provider, order)
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    throw new Refusal(403, `provider ${error.reason}`)
  }
}

function soldIn({ terms }: StoredOrder): Answer<'getPlacedOrder'>['sold'] {
  if (terms === null) return null
  const { name, type, cycle, flow, baseId }: PurchasedTerms = JSON.parse(terms)
  return { name, type, cycle, flow, isPack: baseId !== 0 }
}
