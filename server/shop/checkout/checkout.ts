import type { Answer } from '#contract'
import { openOf } from '#rules/placed.ts'
import { toDecimal } from '#rules/price.ts'
import type { Call } from '../../http/contract.ts'
import { findKnownProvider, findProvider } from '../providers/find.ts'
import { providerSent } from '../providers/registry.ts'
import { type Provider, ProviderFailure } from '../providers/provider.ts'
import { found, Refusal } from '../../base/refusal.ts'
import type { World } from '../../http/world.ts'
import { queryForPayer, toCollect } from '../settlement/providerStatus.ts'
import { findOwnOrder } from '../orders/findOrder.ts'
import { hasRoom } from '../fulfilment/room.ts'
import { findAccountToRenew, selectOffer } from './offer.ts'
import type { Database } from '../../database/database.ts'
import { isFlowPack } from '#rules/plan.ts'
import type { StoredAccount } from '../../accounts/store.ts'
import { purchasedTermsOf, termsToApply } from '../fulfilment/terms.ts'
import { findLeft } from '../paidTime/left.ts'
import { pricesOf } from '../paidTime/prices.ts'
import { renewal } from '../paidTime/renewal.ts'
import { takesLastTerms } from '../paidTime/takeBack.ts'
import { placeOrder } from './placeOrder.ts'
import { ALIPAY, PAYPAL } from '../orders/older.ts'
import { lifeOf, progressOf } from '../orders/buyerStatus.ts'
import { takeStatement } from '../settlement/settle.ts'

type Order = Awaited<ReturnType<typeof findOwnOrder>>
type Key = Parameters<typeof findOwnOrder>[2]

/** PayPal's code for a declined card: the payer may choose another. */
const DECLINED = 'INSTRUMENT_DECLINED'

/** How soon the provider is queried about an order whose collection failed, ms. */
const RETRY_MS = 10_000

/** The plans the caller may buy, for a new account or one of theirs. Wire-contract facts: 4.8. */
export async function listMyPlans(call: Call<'listMyPlans'>): Promise<Answer<'listMyPlans'>> {
  const { db, now, caller, query } = call
  const id = Number(query.accountId)
  const account = await findAccountToRenew(db, caller, id > 0 ? id : null)
  const plans = await selectOffer(db, caller, account, now())
  return account ? withEffects(db, account, plans, now()) : plans
}

/** The plans, with what each would make of the account. */
async function withEffects(
  db: Database,
  account: StoredAccount,
  plans: Answer<'listMyPlans'>,
  now: number,
): Promise<Answer<'listMyPlans'>> {
  if (await takesLastTerms(db)) return plans
  const left = await findLeft(db, account, now)
  return plans.map((plan) => {
    if (isFlowPack(plan) || plan.type === null || !plan.cycle) return plan
    const terms = termsToApply(purchasedTermsOf(plan))
    const worth = { ...pricesOf(plan), money: '' as const, placedOrderId: null }
    const { columns } = renewal(left, { ...worth, terms })
    return { ...plan, after: { expire: columns.expireTime ?? 0, flow: columns.flow } }
  })
}

/** Places an order to be paid by Alipay, or finds the open one for the same. */
export async function createAlipayOrder(
  call: Call<'createAlipayOrder'>,
): Promise<Answer<'createAlipayOrder'>> {
  const provider = found(await findProvider(call, ALIPAY))
  const order = await placeOrder(call, provider, purchaseOf(call))
  return { orderId: order.orderId, qrCode: found(order.qrCode), ...toPay(order, call.now()) }
}

/** Places an order to be paid by PayPal, or finds the open one for the same. */
export async function createPaypalOrder(
  call: Call<'createPaypalOrder'>,
): Promise<Answer<'createPaypalOrder'>> {
  const provider = found(await findProvider(call, PAYPAL))
  const order = await placeOrder(call, provider, purchaseOf(call))
  return {
    paymentID: found(order.providerId),
    ...pageOf(order),
    ...toPay(order, call.now()),
  }
}

/** Places an order to be paid by any provider, or finds the open one for the same. */
export async function createPaymentOrder(
  call: Call<'createPaymentOrder'>,
): Promise<Answer<'createPaymentOrder'>> {
  const { kind } = providerSent('kind', call.path.kind).facts
  const provider = found(await findProvider(call, kind))
  const order = await placeOrder(call, provider, purchaseOf(call))
  return { orderId: order.orderId, ...wayOf(order), ...toPay(order, call.now()) }
}

/** The status of an Alipay order; queries Alipay where it is not known to be paid. */
export async function getAlipayOrderStatus(
  call: Call<'getAlipayOrderStatus'>,
): Promise<Answer<'getAlipayOrderStatus'>> {
  const order = await findRefreshedOrder(call, { kind: ALIPAY, orderId: call.body.orderId })
  return progressOf(order, call.now())
}

/** The status of a PayPal order; queries PayPal where it is not known to be paid. */
export async function getPaypalOrderStatus(
  call: Call<'getPaypalOrderStatus'>,
): Promise<Answer<'getPaypalOrderStatus'>> {
  const order = await findRefreshedOrder(call, { kind: PAYPAL, providerId: call.body.paymentID })
  const progress = progressOf(order, call.now())
  return { ...progress, ...(progress.expiresIn === undefined ? {} : pageOf(order)) }
}

/** The status of an order by any provider; queries it where the order is not known to be paid. */
export async function getPaymentOrderStatus(
  call: Call<'getPaymentOrderStatus'>,
): Promise<Answer<'getPaymentOrderStatus'>> {
  const { kind } = providerSent('kind', call.path.kind).facts
  const key = { kind, orderId: call.body.orderId }
  const order = await findRefreshedOrder(call, key)
  const progress = progressOf(order, call.now())
  return { ...progress, ...(progress.expiresIn === undefined ? {} : wayOf(order)) }
}

/** An order of the caller, after its provider was queried if it is open. */
async function findRefreshedOrder(
  call: Call<'getAlipayOrderStatus' | 'getPaypalOrderStatus' | 'getPaymentOrderStatus'>,
  key: Key,
) {
  const { db, caller } = call
  const order = await findOwnOrder(db, caller.id, key)
  const isOpen = openOf(key.kind).includes(order.status)
  const provider = isOpen ? await findKnownProvider(call, key.kind) : undefined
  if (!provider) return order
  await queryForPayer(call, provider, order)
  return findOwnOrder(db, caller.id, key)
}

/** Collects a PayPal order the payer approved. Refuses when PayPal does not let it be collected. */
export async function executePaypalOrder(call: Call<'executePaypalOrder'>): Promise<undefined> {
  const { db, caller, body } = call
  const key = { kind: PAYPAL, providerId: body.paymentID }
  const order = await findOwnOrder(db, caller.id, key)
  if (order.paidTime !== null) return undefined
  const provider = found(await findKnownProvider(call, PAYPAL))
  if (!(await hasRoom(call, order))) throw new Refusal(403, 'no port')
  const statement = await collect(call, provider, order)
  const taken = await takeStatement(call, statement)
  if (taken === 'taken' && statement.status === 'paid') return undefined
  const isWrong = taken === 'wrong amount' || taken === 'wrong currency'
  throw new Refusal(
    403,
    isWrong ? 'wrong amount' : statement.status === 'checking' ? 'under review' : '',
  )
}

async function collect(world: World, provider: Provider, order: Order) {
  try {
    return await provider.collect(toCollect(order))
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    world.log.warn({ err: error, order: order.id }, 'a provider did not let an order be collected')
    // Possibly only the answer was lost; then the money is there.
    await world.db
      .updateTable('placedOrder')
      .set({ nextTry: world.now() + RETRY_MS })
      .where('id', '=', order.id)
      .where('paidTime', 'is', null)
      .execute()
    throw new Refusal(403, error.message === DECLINED ? 'card declined' : '')
  }
}

function purchaseOf({
  caller,
  body,
}: Call<'createAlipayOrder'> | Call<'createPaypalOrder'> | Call<'createPaymentOrder'>) {
  const { accountId, orderId: planId, price } = body
  // An old PayPal library sends these strings for no account.
  const account = typeof accountId === 'number' ? accountId : null
  return { buyer: caller, planId, accountId: account, price }
}

/** What is to be paid, and until when. */
function toPay(order: Order, now: number) {
  const { amount, expireTime } = order
  return {
    ...(amount === null ? {} : { amount: toDecimal(amount) }),
    ...(expireTime === null ? {} : { expireTime }),
    ...lifeOf(order, now),
  }
}

/** Where the payer approves; stored in the same column as a code. */
const pageOf = ({ qrCode }: Order) => (qrCode === null ? {} : { approvalUrl: qrCode })

/** How the payer finds the order at its provider: the text of a code, or the address of a page. */
const wayOf = ({ qrCode }: Order) => (qrCode === null ? {} : { payAt: qrCode })
