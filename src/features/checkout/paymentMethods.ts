import type { Schema } from '#contract'
import { numberFormat } from '#rules/formats.ts'
import { CURRENCY, type PaidKind } from '#rules/placed.ts'
import { currencyStyle } from '#rules/money.ts'

/** A way of paying with money. */
export type PaymentMethod = PaidKind

const WAYS = ['alipay', 'paypal'] as const

/** The ways of paying with money that are switched on. */
export function paymentMethodsOf(status: Schema<'Status'> | undefined): PaymentMethod[] {
  return WAYS.filter((way) => status?.[way])
}

/** Whether there is anything at all a customer can do by themselves: pay, or use a code. */
export function canPay(status: Schema<'Status'> | undefined): boolean {
  return paymentMethodsOf(status).length > 0 || status?.giftcard === true
}

/** A price as it is read in a language: `CN¥20.00`, `$3.00`. */
export function priceText(price: number, way: PaymentMethod, locale: string): string {
  return numberFormat(locale, currencyStyle(CURRENCY[way], locale)).format(price)
}
