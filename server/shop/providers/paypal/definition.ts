import { paypal as facts } from '#rules/providers/paypal.ts'
import { unseal } from '../../../database/sealed.ts'
import type { ProviderDefinition } from '../definition.ts'
import { INVALID_CLIENT } from './api.ts'
import { NEEDED } from './needed.ts'
import { namesIn } from './notice.ts'
import { makePaypal } from './orders.ts'
import { DEFAULTS, editPaypal, type PaypalSetting, showPaypal } from './setting.ts'

const HOUR_MS = 3_600_000

const ADDRESSES = {
  live: 'https://api-m.paypal.com',
  sandbox: 'https://api-m.sandbox.paypal.com',
} as const

/** PayPal: the payer agrees on a page of PayPal's, and comes back. */
export const paypal: ProviderDefinition<PaypalSetting, ReturnType<typeof makePaypal>> = {
  facts,
  name: 'PayPal',
  label: 'Paypal',
  // Wire-contract facts: 4.6.
  lifetimeMs: 2 * HOUR_MS,
  noticePath: '/api/user/paypal/callback',
  collects: true,
  defaults: DEFAULTS,
  needed: NEEDED,
  open(stored, { config, secret, now }, { title }) {
    const { mode, address, clientId, clientSecret: sealed } = stored
    if (!sealed || !clientId) return undefined
    const clientSecret = unseal(sealed, secret)
    const base = address.replace(/\/+$/, '') || ADDRESSES[mode]
    const returnUrl = `${config.site}/user/account`
    return makePaypal({ base, clientId, clientSecret, returnUrl, brand: title }, now)
  },
  // Nothing in it is believed, so nothing is needed to read it.
  read: (_open, { fields }) => ({ asks: namesIn(fields) }),
  edit: editPaypal,
  show: showPaypal,
  status: ({ mode }) => ({ paypalMode: mode }),
  priceColumns: ['paypal cents', 'paypal 价格（美分）'],
  testWords: { [INVALID_CLIENT]: 'wrong secret' },
}
