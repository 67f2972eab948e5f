import type { Answer, Body } from '#contract'
import { Refusal } from '../../base/refusal.ts'
import { checkRevision } from '../../database/revision.ts'
import { holdSettings } from '../../database/settings/saveSetting.ts'
import { changeSetting, findSetting, replaceSetting } from '../../database/settings/store.ts'
import { seal, unseal } from '../../database/sealed.ts'
import type { World } from '../../http/world.ts'
import { BAD_SIGNATURE } from './alipay-gateway.ts'
import { findAlipay, findPaypal } from './find.ts'
import { isPair, readPrivateKey, readPublicKey } from './keys.ts'
import { INVALID_CLIENT } from './paypal-api.ts'
import { ProviderFailure, type ProviderKind } from './provider.ts'
import { stateOf } from './view.ts'

type Input = Body<'editProvider'>['data']
type Test = Answer<'testProvider'>

/**
 * Replaces the configuration of Alipay. Refuses invalid keys, being on without all of them, and a
 * setting that changed since it was `seen`.
 */
export async function editAlipay(
  { db, secret }: World,
  input: Extract<Input, { kind: 'alipay' }>,
  seen?: string,
): Promise<'success'> {
  const { on, gateway, appId, sellerId } = input
  const alipayPublicKey = readOr(input.alipayPublicKey, readPublicKey, 'bad public key')
  const sent = readOr(input.privateKey ?? '', readPrivateKey, 'bad private key')
  return db.transaction().execute(async (tx) => {
    await holdSettings(tx)
    const before = await findSetting(tx, 'alipay')
    checkRevision(stateOf(before), seen)
    const { tested, ...stored } = before
    const unsealed = stored.privateKey && unseal(stored.privateKey, secret)
    const privateKey = sent || unsealed
    if (privateKey && isPair(privateKey, alipayPublicKey)) throw new Refusal(403, 'own public key')
    if (on && !(appId && privateKey && alipayPublicKey)) throw new Refusal(403, 'incomplete')
    const isSame = privateKey === unsealed
    const terms = {
      on,
      gateway,
      appId,
      sellerId,
      alipayPublicKey,
      privateKey: isSame ? stored.privateKey : seal(privateKey, secret),
    }
    await changeSetting(tx, 'alipay', { ...terms, tested: stillTrue(tested, stored, terms) })
    return 'success' as const
  })
}

/**
 * Replaces the configuration of PayPal. Refuses sending the secret elsewhere, being on without it,
 * and a setting that changed since it was `seen`.
 */
export async function editPaypal(
  { db, secret }: World,
  input: Extract<Input, { kind: 'paypal' }>,
  seen?: string,
): Promise<'success'> {
  const { on, mode, address, clientId, clientSecret: sent = '' } = input
  return db.transaction().execute(async (tx) => {
    await holdSettings(tx)
    const before = await findSetting(tx, 'paypal')
    checkRevision(stateOf(before), seen)
    const { tested, ...stored } = before
    if (!sent && stored.clientSecret && address !== stored.address)
      throw new Refusal(403, 'secret needed')
    const clientSecret = sent ? seal(sent, secret) : stored.clientSecret
    if (on && !(clientId && clientSecret)) throw new Refusal(403, 'incomplete')
    const terms = { on, mode, address, clientId, clientSecret }
    await changeSetting(tx, 'paypal', { ...terms, tested: stillTrue(tested, stored, terms) })
    return 'success' as const
  })
}

/** The result of a test, as long as nothing it depends on changed. */
function stillTrue(tested: Test | null, before: object, after: object): Test | null {
  const parts = (terms: object) => JSON.stringify(Object.entries({ ...terms, on: true }).sort())
  return parts(before) === parts(after) ? tested : null
}

/** Sends a harmless query, and stores the result unless the setting changes meanwhile. */
export async function testProvider(world: World, kind: ProviderKind): Promise<Test> {
  const { db, now } = world
  const before = await findSetting(db, kind)
  const provider = kind === 'alipay' ? await findAlipay(world) : await findPaypal(world)
  if (!provider) throw new Refusal(403, 'incomplete')
  const tested = { time: now(), ...(await outcomeOf(provider.check())) }
  await replaceSetting(db, kind, before, { ...before, tested })
  return tested
}

const WORDS: Readonly<Record<string, Test['result']>> = {
  timeout: 'timeout',
  [BAD_SIGNATURE]: 'wrong public key',
  'isv.invalid-app-id': 'unknown app',
  'isv.invalid-signature': 'wrong private key',
  'isv.missing-signature-key': 'wrong private key',
  [INVALID_CLIENT]: 'wrong secret',
}
const NOT_ALLOWED = /permission|not_?authorized|forbidden|access_denied/i

async function outcomeOf(check: Promise<void>): Promise<Omit<Test, 'time'>> {
  try {
    await check
    return { result: 'works', detail: null }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    const { reason, message: detail } = error
    const result = NOT_ALLOWED.test(detail) ? 'not allowed' : reason
    return { result: WORDS[detail] ?? result, detail }
  }
}

/** A pasted key, parsed; empty stays empty, and an invalid one is refused. */
function readOr(text: string, read: (text: string) => string | undefined, word: string): string {
  if (text.trim() === '') return ''
  const key = read(text)
  if (key === undefined) throw new Refusal(403, word)
  return key
}
