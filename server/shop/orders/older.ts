import type { Schema } from '#contract'
import { dataOf, type Reader, toProviderOrder } from './view.ts'
import type { StoredOrder } from './store.ts'

// The two ways of paying that the wire knew first have operations and fields of their own, which
// older consoles and the specification need. This is the place where their names become kinds.

export const ALIPAY = 'alipay'
export const PAYPAL = 'paypal'

/** An Alipay order, as older consoles read it; without a reader the statement is left out. */
export function toAlipayOrder(order: StoredOrder, reader?: Reader): Schema<'AlipayOrder'> {
  return { ...toProviderOrder(order), alipayData: reader ? dataOf(order, reader) : null }
}

/** A PayPal order, as older consoles read it; without a reader the statement is left out. */
export function toPaypalOrder(order: StoredOrder, reader?: Reader): Schema<'PaypalOrder'> {
  return { ...toProviderOrder(order), paypalData: reader ? dataOf(order, reader) : null }
}
