import { describe, expect, test } from 'vitest'
import {
  type AlipayDraft,
  alipayDraftOf,
  checkAlipayDraft,
  toAlipayInput,
} from '../../src/features/providers/alipay/draft.ts'
import { placeOf } from '../../src/features/providers/alipay/gateways.ts'
import {
  checkPaypalDraft,
  type PaypalDraft,
  paypalDraftOf,
  toPaypalInput,
} from '../../src/features/providers/paypal/draft.ts'

const LIVE = 'https://openapi.alipay.com/gateway.do'
const SANDBOX = 'https://openapi-sandbox.dl.alipaydev.com/gateway.do'

const alipay = (changes: Partial<AlipayDraft> = {}): AlipayDraft => ({
  on: true,
  place: 'live',
  gateway: '',
  appId: '2021',
  sellerId: '2088',
  alipayPublicKey: 'public',
  privateKey: 'private',
  ...changes,
})
const paypal = (changes: Partial<PaypalDraft> = {}): PaypalDraft => ({
  on: true,
  mode: 'live',
  address: '',
  clientId: 'client',
  clientSecret: 'secret',
  ...changes,
})

test.each([
  [LIVE, 'live'],
  [SANDBOX, 'sandbox'],
  ['https://example.com/gateway.do', 'own'],
  ['', 'own'],
])('the gateway %j is the place %s', (gateway, place) => {
  expect(placeOf(gateway)).toBe(place)
})

describe('Alipay as it is typed', () => {
  test.each<[Partial<AlipayDraft>, boolean, string[]]>([
    [{}, false, []],
    [{ place: 'own', gateway: 'https://example.com/gateway.do' }, false, []],
    [{ place: 'own', gateway: ' http://example.com ' }, false, []],
    [{ place: 'own', gateway: '' }, false, ['gateway']],
    [{ place: 'own', gateway: 'example.com' }, false, ['gateway']],
    [{ place: 'own', gateway: 'ftp://example.com' }, false, ['gateway']],
    [{ place: 'own', gateway: 'https://example.com/?a=b' }, false, ['gateway']],
    [{ place: 'own', gateway: 'https://example.com/#a' }, false, ['gateway']],
    [{ place: 'own', gateway: 'https://me@example.com/' }, false, ['gateway']],
    [{ place: 'own', gateway: 'https://exa mple.com/' }, false, ['gateway']],
    [{ place: 'own', gateway: 'x https://example.com/' }, false, ['gateway']],
    [{ place: 'own', gateway: 'https://[::1/' }, false, ['gateway']],
    [{ place: 'live', gateway: 'rubbish' }, false, []],
    [{ appId: '20x' }, false, ['appId']],
    [{ appId: ' 2021 ' }, false, []],
    [{ appId: '' }, false, ['appId']],
    [{ appId: ' ' }, false, ['appId']],
    [{ sellerId: '' }, false, []],
    [{ sellerId: ' 2088 ' }, false, []],
    [{ sellerId: 'x2088' }, false, ['sellerId']],
    [{ sellerId: '2088x' }, false, ['sellerId']],
    [{ alipayPublicKey: ' ' }, false, ['alipayPublicKey']],
    [{ privateKey: ' ' }, false, ['privateKey']],
    [{ privateKey: '' }, true, []],
    // What is off may be incomplete, though not wrong.
    [{ on: false, appId: '', alipayPublicKey: '', privateKey: '' }, false, []],
    [{ on: false, appId: 'x', sellerId: 'x' }, false, ['appId', 'sellerId']],
  ])('%j, with a stored key: %s, has faults in %j', (changes, hasKey, faults) => {
    expect(Object.keys(checkAlipayDraft(alipay(changes), hasKey))).toEqual(faults)
  })

  test.each([
    ['live', 'x', LIVE],
    ['sandbox', 'x', SANDBOX],
    ['own', ' https://a.example ', 'https://a.example'],
  ] as const)('at the place %s with %j goes to %s', (place, gateway, sent) => {
    const draft = alipay({ place, gateway, appId: ' 1 ', sellerId: ' 2 ', alipayPublicKey: ' p ' })
    expect(toAlipayInput({ ...draft, privateKey: ' k ' })).toEqual({
      kind: 'alipay',
      on: true,
      gateway: sent,
      appId: '1',
      sellerId: '2',
      alipayPublicKey: 'p',
      privateKey: 'k',
    })
    expect(toAlipayInput({ ...draft, privateKey: ' ' })).not.toHaveProperty('privateKey')
  })

  test.each([
    [LIVE, 'live', ''],
    ['https://a.example', 'own', 'https://a.example'],
  ])('stored with %s is shown', (gateway, place, own) => {
    const stored = { ...alipay(), gateway, hasPrivateKey: true }
    expect(alipayDraftOf(stored as never)).toEqual({
      ...alipay({ place: place as AlipayDraft['place'] }),
      gateway: own,
      privateKey: '',
    })
  })
})

describe('PayPal as it is typed', () => {
  const none = { hasClientSecret: false, address: '' }
  const stored = { hasClientSecret: true, address: '' }

  test.each<[Partial<PaypalDraft>, typeof none, string[]]>([
    [{}, none, []],
    [{ address: 'https://a.example' }, none, []],
    [{ address: ' https://a.example ' }, none, []],
    [{ address: ' ' }, none, []],
    [{ address: 'a.example' }, none, ['address']],
    [{ clientId: '' }, none, ['clientId']],
    [{ clientId: ' ' }, none, ['clientId']],
    [{ clientId: ' client ' }, none, []],
    [{ clientId: 'cli ent' }, none, ['clientId']],
    [{ clientId: 'clïent' }, none, ['clientId']],
    [{ clientId: '!~' }, none, []],
    [{ clientSecret: '' }, none, ['clientSecret']],
    [{ clientSecret: ' ' }, none, ['clientSecret']],
    [{ clientSecret: 'sec ret' }, none, ['clientSecret']],
    [{ clientSecret: '' }, stored, []],
    [{ clientSecret: 'new' }, stored, []],
    // A secret must not be sent to anyone who changed the address.
    [{ clientSecret: '', address: 'https://a.example' }, stored, ['clientSecret']],
    [{ clientSecret: 'again', address: 'https://a.example' }, stored, []],
    [
      { clientSecret: '', address: ' https://a.example ' },
      { hasClientSecret: true, address: 'https://a.example' },
      [],
    ],
    [{ on: false, clientId: '', clientSecret: '' }, none, []],
    [{ on: false, clientId: 'c d', clientSecret: 'e f' }, none, ['clientId', 'clientSecret']],
    [{ on: false, clientSecret: '', address: 'https://a.example' }, stored, ['clientSecret']],
  ])('%j over %j has faults in %j', (changes, before, faults) => {
    expect(Object.keys(checkPaypalDraft(paypal(changes), before))).toEqual(faults)
  })

  test('is sent without blanks, and its secret only when there is a new one', () => {
    const draft = paypal({ address: ' https://a.example ', clientId: ' c ', mode: 'sandbox' })
    expect(toPaypalInput({ ...draft, clientSecret: ' s ' })).toEqual({
      kind: 'paypal',
      on: true,
      mode: 'sandbox',
      address: 'https://a.example',
      clientId: 'c',
      clientSecret: 's',
    })
    expect(toPaypalInput({ ...draft, clientSecret: ' ' })).not.toHaveProperty('clientSecret')
  })

  test('is shown without its secret', () => {
    const shown = paypalDraftOf({ ...paypal(), hasClientSecret: true } as never)
    expect(shown).toEqual(paypal({ clientSecret: '' }))
  })
})
