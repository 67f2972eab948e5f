import { onTestFinished } from 'vitest'
import type { Caller } from '../../server/http/contract.ts'
import { editProvider } from '../../server/shop/providers/service.ts'
import { startAlipay } from './alipay.ts'
import { anAccount, aPlan, months } from './make.ts'
import { startPaypal } from './paypal.ts'
import { makeWorld } from './world.ts'

const PRICES = { alipay: 1000, paypal: 200 }

/** A world that sells by Alipay and PayPal, whose stand-ins it comes with, and a customer. */
export async function makeShop(options?: Parameters<typeof makeWorld>[0]) {
  const world = await makeWorld(options)
  const [alipay, paypal] = [await startAlipay(), await startPaypal()]
  onTestFinished(async () => {
    await Promise.all([alipay.stop(), paypal.stop()])
  })
  await editProvider(world.world, alipay.setting)
  await editProvider(world.world, paypal.setting)
  const customer = await world.person()
  const planId = await aPlan(world, { ...PRICES, flow: 5_000_000, changeOrderType: 1 })
  return { ...world, alipay, paypal, customer, planId }
}

export type Shop = Awaited<ReturnType<typeof makeShop>>

/** An account of a customer that ends in a month. */
export function aPaidAccount(
  shop: Pick<Shop, 'db' | 'clock' | 'planId'>,
  userId: number,
  orderId = shop.planId,
) {
  return anAccount(shop, { userId, orderId, flow: 5_000_000, ...months(shop, 1) })
}

/** Orders a plan by Alipay; its number and code. */
export async function orderByAlipay(
  shop: Shop,
  { as = shop.customer, orderId = shop.planId, accountId }: Wish = {},
) {
  const body = { orderId, ...(accountId === undefined ? {} : { accountId }) }
  const { data, response } = await shop.as(as).POST('/api/user/order/qrcode', { body })
  return { orderId: data?.orderId ?? '', qrCode: data?.qrCode, status: response.status }
}

/** Orders a plan by PayPal; PayPal's name of it. */
export async function orderByPaypal(
  shop: Shop,
  { as = shop.customer, orderId = shop.planId, accountId }: Wish = {},
) {
  const body = { orderId, ...(accountId === undefined ? {} : { accountId }) }
  const { data, response } = await shop.as(as).POST('/api/user/paypal/create', { body })
  return { paymentID: data?.paymentID ?? '', status: response.status }
}

type Wish = { as?: Caller; orderId?: number; accountId?: number | null }

/** Polls an Alipay order, as the payment dialog does. */
export async function statusOf(shop: Shop, orderId: string, as = shop.customer) {
  shop.clock.add(5_000)
  const { data } = await shop.as(as).POST('/api/user/order/status', { body: { orderId } })
  return data?.status
}

/** Orders a plan by Alipay and pays for it; the number of the order. */
export async function buyByAlipay(shop: Shop, wish: Wish = {}) {
  const { orderId } = await orderByAlipay(shop, wish)
  shop.alipay.pay(orderId)
  await statusOf(shop, orderId, wish.as)
  return orderId
}

/** An order as it is stored. */
export function storedOrder({ db }: Pick<Shop, 'db'>, orderId: string) {
  return db
    .selectFrom('placedOrder')
    .selectAll()
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
}

/** What happened to an order, in order. */
export async function eventsOf({ db }: Pick<Shop, 'db'>, placedOrderId: number | null) {
  const rows = await db
    .selectFrom('orderEvent')
    .select(['event', 'detail'])
    .where('placedOrderId', placedOrderId === null ? 'is' : '=', placedOrderId)
    .orderBy('id')
    .execute()
  return rows.map(({ event, detail }) => (detail ? `${event} ${detail}` : event))
}
