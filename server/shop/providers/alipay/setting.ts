import { createPublicKey } from 'node:crypto'
import type { Schema } from '#contract'
import { alipay as facts } from '#rules/providers/alipay.ts'
import { Refusal } from '../../../base/refusal.ts'
import { seal, unseal } from '../../../database/sealed.ts'
import type { SentSetting, ShownSetting } from '../definition.ts'
import { isPair, readPrivateKey, readPublicKey } from './keys.ts'

/** How Alipay is set up; keys are PEM, ours is sealed and empty while there is none. */
export type AlipaySetting = Omit<
  Schema<'AlipayProvider'>,
  'kind' | 'hasPrivateKey' | 'appPublicKey' | 'notifyUrl' | 'revision'
> & { privateKey: string }

/** The setting of a site that never saved one. */
export const DEFAULTS: AlipaySetting = {
  on: false,
  gateway: 'https://openapi.alipay.com/gateway.do',
  appId: '',
  sellerId: '',
  alipayPublicKey: '',
  privateKey: '',
  tested: null,
}

/** How the setting is replaced. Refuses invalid keys, and being on without all of them. */
export function editAlipay(sent: SentSetting, secret: string) {
  const input = sent as Schema<'AlipayProviderInput'>
  const { on, gateway, appId, sellerId } = input
  const alipayPublicKey = readOr(input.alipayPublicKey, readPublicKey, 'bad public key')
  const key = readOr(input.privateKey ?? '', readPrivateKey, 'bad private key')
  return (stored: Omit<AlipaySetting, 'tested'>): Omit<AlipaySetting, 'tested'> => {
    const unsealed = stored.privateKey && unseal(stored.privateKey, secret)
    const privateKey = key || unsealed
    if (privateKey && isPair(privateKey, alipayPublicKey)) throw new Refusal(403, 'own public key')
    if (on && !(appId && privateKey && alipayPublicKey)) throw new Refusal(403, 'incomplete')
    const sealed = privateKey === unsealed ? stored.privateKey : seal(privateKey, secret)
    return { on, gateway, appId, sellerId, alipayPublicKey, privateKey: sealed }
  }
}

/** The setting without secrets: no private key, but the public one that belongs to it. */
export function showAlipay(
  { privateKey, alipayPublicKey, ...shown }: AlipaySetting,
  { secret, notifyUrl }: { secret: string; notifyUrl: string },
): ShownSetting {
  return {
    kind: facts.kind,
    ...shown,
    alipayPublicKey: withoutLines(alipayPublicKey),
    hasPrivateKey: privateKey !== '',
    appPublicKey: privateKey === '' ? null : publicOf(unseal(privateKey, secret)),
    notifyUrl,
  }
}

/** A pasted key, parsed; empty stays empty, and an invalid one is refused. */
function readOr(text: string, read: (text: string) => string | undefined, word: string): string {
  if (text.trim() === '') return ''
  const key = read(text)
  if (key === undefined) throw new Refusal(403, word)
  return key
}

const publicOf = (privateKey: string) =>
  createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')

/** Base64 alone, as Alipay's own pages show keys. */
const withoutLines = (pem: string) => pem.replaceAll(/-----[^-]+-----|\s/g, '')
