import { msg } from '@lingui/core/macro'
import type { Body, Schema } from '#contract'
import { alipay as facts } from '#rules/providers/alipay.ts'
import type { Problems } from '#ui/draft.ts'
import { isAddress } from '../address.ts'
import { GATEWAYS, type Place, placeOf } from './gateways.ts'

type Input = Body<'editProvider'>['data']

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

/** Alipay as it can be changed. */
export function alipayDraftOf(provider: Schema<'AlipayProvider'>): AlipayDraft {
  const { on, gateway, appId, sellerId, alipayPublicKey } = provider
  const place = placeOf(gateway)
  const own = place === 'own' ? gateway : ''
  return { on, place, gateway: own, appId, sellerId, alipayPublicKey, privateKey: '' }
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

/** The body of the request for a valid draft of Alipay. */
export function toAlipayInput({ place, gateway, privateKey, ...draft }: AlipayDraft): Input {
  return {
    kind: facts.kind,
    on: draft.on,
    gateway: place === 'own' ? gateway.trim() : GATEWAYS[place],
    appId: draft.appId.trim(),
    sellerId: draft.sellerId.trim(),
    alipayPublicKey: draft.alipayPublicKey.trim(),
    ...(privateKey.trim() === '' ? {} : { privateKey: privateKey.trim() }),
  }
}
