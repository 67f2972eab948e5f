import { msg } from '@lingui/core/macro'
import { paypal as facts } from '#rules/providers/paypal.ts'
import type { Method } from '../method.ts'

/** PayPal: the payer agrees on a page of PayPal's. */
export const paypal: Method = {
  kind: facts.kind,
  name: msg`PayPal`,
  by: 'page',
  price: msg`Price with PayPal`,
  setUp: msg`Set up PayPal`,
  isTrial: (status) => status.paypal === true && status.paypalMode === 'sandbox',
}
