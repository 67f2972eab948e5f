import { findSetting } from '../../database/settings/store.ts'
import { unseal } from '../../database/sealed.ts'
import type { World } from '../../http/world.ts'
import { makeAlipay } from './alipay.ts'
import { makePaypal } from './paypal.ts'
import type { Provider, ProviderKind } from './provider.ts'

/** The parts of the world that finding a provider needs. */
type Place = Pick<World, 'db' | 'config' | 'secret' | 'now'>

/** The path of payment notices, after the address of the site. */
export const ALIPAY_NOTICES = '/api/user/alipay/callback'
export const PAYPAL_NOTICES = '/api/user/paypal/callback'

const PAYPAL = {
  live: 'https://api-m.paypal.com',
  sandbox: 'https://api-m.sandbox.paypal.com',
} as const

/** A provider for new orders; undefined when it is switched off. */
export async function findProvider(
  place: Place,
  kind: ProviderKind,
): Promise<Provider | undefined> {
  const { on } = await findSetting(place.db, kind)
  return on ? findKnownProvider(place, kind) : undefined
}

/**
 * A provider with keys, on or off; undefined without keys.
 *
 * For orders placed before it was switched off: they may still be paid, and refunded.
 */
export async function findKnownProvider(
  place: Place,
  kind: ProviderKind,
): Promise<Provider | undefined> {
  const found = kind === 'alipay' ? await findAlipay(place) : await findPaypal(place)
  return found?.provider
}

/** Alipay with its notices and check, if it is configured, on or off. */
export async function findAlipay({ db, config, secret }: Place) {
  const stored = await findSetting(db, 'alipay')
  const { gateway, appId, sellerId, alipayPublicKey } = stored
  if (!stored.privateKey || !alipayPublicKey || !appId) return undefined
  const privateKey = unseal(stored.privateKey, secret)
  const notifyUrl = config.site + ALIPAY_NOTICES
  return makeAlipay({ gateway, appId, sellerId, alipayPublicKey, privateKey, notifyUrl })
}

/** PayPal with its check, if it is configured, on or off. */
export async function findPaypal({ db, config, secret, now }: Place) {
  const { mode, address, clientId, clientSecret: sealed } = await findSetting(db, 'paypal')
  if (!sealed || !clientId) return undefined
  const { title = '' } = await findSetting(db, 'base')
  const clientSecret = unseal(sealed, secret)
  const base = address.replace(/\/+$/, '') || PAYPAL[mode]
  const returnUrl = `${config.site}/user/account`
  return makePaypal({ base, clientId, clientSecret, returnUrl, brand: title }, now)
}
