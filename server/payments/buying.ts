import type { Answer } from '#contract'
import { STATUS_OF } from '#rules/placed.ts'
import type { Call } from '../contract.ts'
import { findKnownProvider, findProvider } from '../providers/find.ts'
import { type Provider, ProviderFailure } from '../providers/provider.ts'
import { found, Refusal } from '../refusal.ts'
import type { World } from '../world.ts'
import { askForPayer, toCollect } from './asking.ts'
import { findOwnOrder } from './found.ts'
import { findAccountToRenew, selectOffer } from './offer.ts'
import { placeOrder } from './place.ts'
import { takeStatement } from './settle.ts'

/** How soon the provider is asked about an order whose collection failed, ms. */
const AGAIN = 10_000

/** What the caller may buy, for a new account or for one of theirs. Wire-contract facts: 4.8. */
export async function listMyPlans(call: Call<'listMyPlans'>): Promise<Answer<'listMyPlans'>> {
  const { db, now, caller, query } = call
  const id = Number(query.accountId)
  const account = await findAccountToRenew(db, caller, id > 0 ? id : null)
  return selectOffer(db, caller, account, now())
}

/** Places an order to be paid by Alipay, or finds the open one for the same. */
export async function createAlipayOrder(
  call: Call<'createAlipayOrder'>,
): Promise<Answer<'createAlipayOrder'>> {
  const provider = found(await findProvider(call, 'alipay'))
  const { orderId, qrCode, expireTime } = await placeOrder(call, provider, wishOf(call))
  return { orderId, qrCode: found(qrCode), ...(expireTime === null ? {} : { expireTime }) }
}

/** Places an order to be paid by PayPal, or finds the open one for the same. */
export async function createPaypalOrder(
  call: Call<'createPaypalOrder'>,
): Promise<Answer<'createPaypalOrder'>> {
  const provider = found(await findProvider(call, 'paypal'))
  const { providerId, qrCode, expireTime } = await placeOrder(call, provider, wishOf(call))
  return {
    paymentID: found(providerId),
    // Where the payer agrees is kept where Alipay's code is.
    ...(qrCode === null ? {} : { approvalUrl: qrCode }),
    ...(expireTime === null ? {} : { expireTime }),
  }
}

/** Tells how far an Alipay order is; asks Alipay where it is not known to be paid. */
export async function getAlipayOrderStatus(
  call: Call<'getAlipayOrderStatus'>,
): Promise<{ status: string }> {
  const { db, caller, body } = call
  const order = await findOwnOrder(db, caller.id, { kind: 'alipay', orderId: body.orderId })
  const isOpen = STATUS_OF.alipay.open.some((word) => word === order.status)
  const provider = isOpen ? await findKnownProvider(call, 'alipay') : undefined
  if (!provider) return { status: order.status }
  await askForPayer(call, provider, order)
  const now = await findOwnOrder(db, caller.id, { kind: 'alipay', orderId: body.orderId })
  return { status: now.status }
}

/** Collects a PayPal order the payer agreed to. Refuses when PayPal does not let it be collected. */
export async function executePaypalOrder(call: Call<'executePaypalOrder'>): Promise<undefined> {
  const { db, caller, body } = call
  const key = { kind: 'paypal' as const, providerId: body.paymentID }
  const order = await findOwnOrder(db, caller.id, key)
  if (order.paidTime !== null) return undefined
  const provider = found(await findKnownProvider(call, 'paypal'))
  const statement = await collect(call, provider, order)
  const taken = await takeStatement(call, statement)
  if (taken !== 'taken' || statement.status !== 'paid') throw new Refusal(403)
  return undefined
}

async function collect(
  world: World,
  provider: Provider,
  order: Awaited<ReturnType<typeof findOwnOrder>>,
) {
  try {
    return await provider.collect(toCollect(order))
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    world.log.warn({ err: error, order: order.id }, 'PayPal did not let an order be collected')
    // Only the answer may have got lost; then the money is there.
    await world.db
      .updateTable('placedOrder')
      .set({ nextTry: world.now() + AGAIN })
      .where('id', '=', order.id)
      .where('paidTime', 'is', null)
      .execute()
    throw new Refusal(403)
  }
}

function wishOf({ caller, body }: Call<'createAlipayOrder'> | Call<'createPaypalOrder'>) {
  const { accountId, orderId: planId } = body
  // An old PayPal library sends these words for no account.
  return { buyer: caller, planId, accountId: typeof accountId === 'number' ? accountId : null }
}
