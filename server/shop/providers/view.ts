import { createPublicKey } from 'node:crypto'
import type { Answer } from '#contract'
import { revisionOf } from '../../database/revision.ts'
import type { Settings } from '../../database/settings/store.ts'
import { unseal } from '../../database/sealed.ts'
import { ALIPAY_NOTICES, PAYPAL_NOTICES } from './find.ts'

type Site = { config: { site: string }; secret: string }

/** Alipay's setting without secrets: no private key, but the public one that belongs to it. */
export function toAlipay(stored: Settings['alipay'], site: Site): Answer<'getProvider'> {
  const { privateKey, alipayPublicKey, ...shown } = stored
  return {
    kind: 'alipay',
    ...shown,
    alipayPublicKey: withoutLines(alipayPublicKey),
    hasPrivateKey: privateKey !== '',
    appPublicKey: privateKey === '' ? null : publicOf(unseal(privateKey, site.secret)),
    notifyUrl: site.config.site + ALIPAY_NOTICES,
    revision: revisionOf(stateOf(stored)),
  }
}

/** PayPal's setting without secrets. */
export function toPaypal(stored: Settings['paypal'], site: Site): Answer<'getProvider'> {
  const { clientSecret, ...shown } = stored
  return {
    kind: 'paypal',
    ...shown,
    hasClientSecret: clientSecret !== '',
    notifyUrl: site.config.site + PAYPAL_NOTICES,
    revision: revisionOf(stateOf(stored)),
  }
}

/** The edited part of it: all but the last test. Sealed secrets reveal nothing. */
export const stateOf = <State extends object>({
  tested: _,
  ...state
}: State & { tested: unknown }) => state

const publicOf = (privateKey: string) =>
  createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')

/** Base64 alone, as Alipay's own pages show keys. */
const withoutLines = (pem: string) => pem.replaceAll(/-----[^-]+-----|\s/g, '')
