import { msg } from '@lingui/core/macro'
import type { Body, Schema } from '#contract'
import type { Problems } from '#ui/draft.ts'

type Input = Body<'editProvider'>['data']

/** Which gateway of Alipay is spoken to. */
export type Place = keyof typeof GATEWAYS | 'own'

/** Alipay as it is being set up; an empty private key is left as it was. */
export type AlipayDraft = {
  on: boolean
  place: Place
  /** Counts only where the place is one's own. */
  gateway: string
  appId: string
  sellerId: string
  alipayPublicKey: string
  privateKey: string
}

/** PayPal as it is being set up; an empty secret is left as it was. */
export type PaypalDraft = {
  on: boolean
  mode: Schema<'PaypalProvider'>['mode']
  address: string
  clientId: string
  clientSecret: string
}

const GATEWAYS = {
  live: 'https://openapi.alipay.com/gateway.do',
  sandbox: 'https://openapi-sandbox.dl.alipaydev.com/gateway.do',
} as const

/** Which of Alipay's gateways an address is. */
export function placeOf(gateway: string): Place {
  if (gateway === GATEWAYS.live) return 'live'
  return gateway === GATEWAYS.sandbox ? 'sandbox' : 'own'
}

/** Alipay as it can be changed. */
export function alipayDraftOf(provider: Schema<'AlipayProvider'>): AlipayDraft {
  const { on, gateway, appId, sellerId, alipayPublicKey } = provider
  const place = placeOf(gateway)
  const own = place === 'own' ? gateway : ''
  return { on, place, gateway: own, appId, sellerId, alipayPublicKey, privateKey: '' }
}

/** PayPal as it can be changed. */
export function paypalDraftOf(provider: Schema<'PaypalProvider'>): PaypalDraft {
  const { on, mode, address, clientId } = provider
  return { on, mode, address, clientId, clientSecret: '' }
}

/** What prevents Alipay from being saved; what is switched on must be complete. */
export function checkAlipayDraft(draft: AlipayDraft, hasKey: boolean): Problems<AlipayDraft> {
  const problems: Problems<AlipayDraft> = {}
  const { on, appId, sellerId, alipayPublicKey, privateKey } = draft
  if (draft.place === 'own' && !isAddress(draft.gateway))
    problems.gateway = msg`Enter an address such as https://example.com/gateway.do.`
  if (!/^\d*$/.test(appId.trim())) problems.appId = msg`An app ID has digits only.`
  else if (on && appId.trim() === '') problems.appId = msg`Enter the app ID.`
  if (!/^\d*$/.test(sellerId.trim())) problems.sellerId = msg`A seller ID has digits only.`
  if (on && alipayPublicKey.trim() === '')
    problems.alipayPublicKey = msg`Enter Alipay’s public key.`
  if (on && !hasKey && privateKey.trim() === '') problems.privateKey = msg`Enter the private key.`
  return problems
}

/** What prevents PayPal from being saved; what is switched on must be complete. */
export function checkPaypalDraft(
  draft: PaypalDraft,
  saved: Pick<Schema<'PaypalProvider'>, 'hasClientSecret' | 'address'>,
): Problems<PaypalDraft> {
  const problems: Problems<PaypalDraft> = {}
  const { on, clientId, clientSecret } = draft
  const address = draft.address.trim()
  const hasSecret = clientSecret.trim() !== ''
  if (address !== '' && !isAddress(address))
    problems.address = msg`Enter an address such as https://example.com, or leave it empty.`
  if (!isOneWord(clientId))
    problems.clientId = msg`This contains characters that PayPal never uses.`
  else if (on && clientId.trim() === '') problems.clientId = msg`Enter the client ID.`
  if (on && !saved.hasClientSecret && !hasSecret)
    problems.clientSecret = msg`Enter the client secret.`
  else if (saved.hasClientSecret && !hasSecret && address !== saved.address)
    problems.clientSecret = msg`The secret would go to another address now. Enter it again.`
  else if (!isOneWord(clientSecret))
    problems.clientSecret = msg`This contains characters that PayPal never uses.`
  return problems
}

/** The body of the request for a valid draft of Alipay. */
export function toAlipayInput({ place, gateway, privateKey, ...draft }: AlipayDraft): Input {
  return {
    kind: 'alipay',
    on: draft.on,
    gateway: place === 'own' ? gateway.trim() : GATEWAYS[place],
    appId: draft.appId.trim(),
    sellerId: draft.sellerId.trim(),
    alipayPublicKey: draft.alipayPublicKey.trim(),
    ...(privateKey.trim() === '' ? {} : { privateKey: privateKey.trim() }),
  }
}

/** The body of the request for a valid draft of PayPal. */
export function toPaypalInput({ on, mode, address, clientId, clientSecret }: PaypalDraft): Input {
  const terms = { on, mode, address: address.trim(), clientId: clientId.trim() }
  const secret = clientSecret.trim()
  return { kind: 'paypal', ...terms, ...(secret === '' ? {} : { clientSecret: secret }) }
}

const isAddress = (text: string) =>
  /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/.test(text.trim()) && URL.canParse(text.trim())

const isOneWord = (text: string) => /^[\x21-\x7e]*$/.test(text.trim())
