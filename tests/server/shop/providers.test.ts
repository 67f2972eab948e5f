import { describe, expect, onTestFinished, test } from 'vitest'
import type { Body } from '#contract'
import { findKnownProvider, findProvider } from '../../../server/shop/providers/find.ts'
import { startAlipay } from '../../support/alipay.ts'
import { startPaypal } from '../../support/paypal.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const ONE = '/api/admin/setting/provider/{provider}'
const TEST = '/api/admin/setting/provider/{provider}/test'
const ALIPAY = { path: { provider: 'alipay' as const } }
const PAYPAL = { path: { provider: 'paypal' as const } }

type Input = Body<'editProvider'>['data']

async function shop() {
  const world = await makeWorld()
  const [alipay, paypal] = await Promise.all([startAlipay(), startPaypal()])
  onTestFinished(async () => void (await Promise.all([alipay.stop(), paypal.stop()])))
  const as = world.as(mainAdmin)
  const edit = (data: Input, provider = data.kind) =>
    as.PUT(ONE, { params: { path: { provider } }, body: { data } })
  const check = async (params: typeof ALIPAY | typeof PAYPAL) =>
    (await as.POST(TEST, { params })).data
  const shown = async (params: typeof ALIPAY | typeof PAYPAL) =>
    (await as.GET(ONE, { params })).data
  const status = async () => (await as.GET('/api/home/login')).data
  return { world, alipay, paypal, as, edit, check, shown, status }
}

describe('getProvider', () => {
  test('shows both switched off at first, and where notices go', async () => {
    const { shown } = await shop()
    expect(await shown(ALIPAY)).toEqual({
      kind: 'alipay',
      on: false,
      gateway: 'https://openapi.alipay.com/gateway.do',
      appId: '',
      sellerId: '',
      alipayPublicKey: '',
      hasPrivateKey: false,
      appPublicKey: null,
      notifyUrl: 'http://test/api/user/alipay/callback',
      tested: null,
      revision: expect.any(String),
    })
    expect(await shown(PAYPAL)).toEqual({
      kind: 'paypal',
      on: false,
      mode: 'sandbox',
      address: '',
      clientId: '',
      hasClientSecret: false,
      notifyUrl: 'http://test/api/user/paypal/callback',
      tested: null,
      revision: expect.any(String),
    })
  })

  test('returns public keys, and no secret anywhere', async () => {
    const { world, alipay, paypal, edit, as } = await shop()
    await edit(alipay.setting)
    await edit(paypal.setting)
    const replies = [
      await as.GET(ONE, { params: ALIPAY }),
      await as.GET(ONE, { params: PAYPAL }),
      await as.GET('/api/home/login'),
    ]
    const rows = await world.db.selectFrom('setting').selectAll().execute()
    const text = JSON.stringify([replies.map(({ data }) => data), rows])
    const { privateKey } = alipay.setting
    for (const part of [privateKey.slice(0, 60), privateKey.slice(-60)])
      expect(text).not.toContain(part)
    expect(text).not.toContain(paypal.setting.clientSecret)
    expect(replies[0]!.data).toMatchObject({
      hasPrivateKey: true,
      alipayPublicKey: alipay.setting.alipayPublicKey,
      appPublicKey: alipay.keys.site.public.replaceAll(/-----[^-]+-----|\s/g, ''),
    })
    expect(replies[1]!.data).toMatchObject({ hasClientSecret: true, clientId: 'client' })
  })
})

describe.each(['stranger', 'giftcard', 'toString'])('a provider called %s', (provider) => {
  test('is refused with the names there are', async () => {
    const { as, paypal } = await shop()
    const params = { path: { provider } }
    const calls = [
      as.GET(ONE, { params }),
      as.POST(TEST, { params }),
      as.PUT(ONE, { params, body: { data: paypal.setting } }),
      as.PUT(ONE, { params, body: { data: { kind: provider, on: false, fields: {} } } }),
    ]
    for (const { response, error } of await Promise.all(calls)) {
      expect(response.status).toBe(400)
      expect(JSON.stringify(error)).toContain('params/provider must be one of alipay, paypal')
    }
  })
})

describe('editProvider', () => {
  test.each([ALIPAY, PAYPAL])('refuses a setting of another shape', async (params) => {
    const { as } = await shop()
    const data = { kind: params.path.provider, on: false, fields: {} }
    const { response } = await as.PUT(ONE, { params, body: { data } as never })
    expect(response.status).toBe(400)
  })

  test('takes what it does not know beside what it needs', async () => {
    const { edit, alipay } = await shop()
    const more = { fields: {}, secrets: {} }
    expect((await edit({ ...alipay.setting, ...more } as Input)).data).toBe('success')
  })

  test('switches a way of paying on and off for everybody', async () => {
    const { world, alipay, paypal, edit, status } = await shop()
    expect(await status()).toMatchObject({ alipay: false, paypal: false })
    expect(await status()).not.toHaveProperty('paypalMode')
    await edit(alipay.setting)
    await edit(paypal.setting)
    expect(await status()).toMatchObject({ alipay: true, paypal: true, paypalMode: 'sandbox' })
    expect(await findProvider(world.world, 'alipay')).toMatchObject({ currency: 'CNY' })
    expect(await findProvider(world.world, 'paypal')).toMatchObject({ currency: 'USD' })
    await edit({ ...alipay.setting, on: false })
    expect(await status()).toMatchObject({ alipay: false, paypal: true })
    expect(await findProvider(world.world, 'alipay')).toBeUndefined()
    expect(await findKnownProvider(world.world, 'alipay')).toMatchObject({ kind: 'alipay' })
  })

  test('keeps the secrets that are left out', async () => {
    const { alipay, paypal, edit, check } = await shop()
    await edit(alipay.setting)
    await edit(paypal.setting)
    const { privateKey: _key, ...noKey } = alipay.setting
    const { clientSecret: _secret, ...noSecret } = paypal.setting
    expect((await edit({ ...noKey, sellerId: '' })).data).toBe('success')
    expect((await edit({ ...noSecret, mode: 'live' })).data).toBe('success')
    expect((await edit({ ...noKey, privateKey: '' })).data).toBe('success')
    expect(await check(ALIPAY)).toMatchObject({ result: 'works' })
    expect(await check(PAYPAL)).toMatchObject({ result: 'works' })
  })

  test('refuses what came after another change, and takes it once that was seen', async () => {
    const { alipay, paypal, as, edit, check, shown } = await shop()
    await edit(alipay.setting)
    await edit(paypal.setting)
    for (const [params, setting] of [
      [ALIPAY, alipay.setting],
      [PAYPAL, paypal.setting],
    ] as const) {
      const read = async () => (await shown(params))!.revision
      const send = async (on: boolean, revision?: string) => {
        const body = { data: { ...setting, on }, revision }
        const { response, error } = await as.PUT(ONE, { params, body })
        return [response.status, error]
      }
      const revision = await read()
      // A test changes nothing that people edit.
      await check(params)
      expect(await read()).toBe(revision)
      expect(await send(false, revision)).toEqual([200, undefined])
      expect(await send(true, revision)).toEqual([409, 'changed meanwhile'])
      expect(await shown(params)).toMatchObject({ on: false })
      expect((await send(true, await read()))[0]).toBe(200)
      expect((await send(false))[0]).toBe(200)
    }
  })

  test('takes another secret for another state', async () => {
    const { paypal, edit, shown } = await shop()
    await edit(paypal.setting)
    const { revision } = (await shown(PAYPAL))!
    await edit({ ...paypal.setting, clientSecret: 'another' })
    expect((await shown(PAYPAL))!.revision).not.toBe(revision)
  })

  test('refuses to send the secret elsewhere unless it is typed again', async () => {
    const { paypal, edit, shown } = await shop()
    await edit(paypal.setting)
    const { clientSecret: _secret, ...rest } = paypal.setting
    const elsewhere = { ...rest, address: 'https://thief.example' }
    const { error, response } = await edit(elsewhere)
    expect([response.status, error]).toEqual([403, 'secret needed'])
    expect(await shown(PAYPAL)).toMatchObject({ address: paypal.origin })
    expect((await edit({ ...elsewhere, clientSecret: 'again' })).data).toBe('success')
  })

  test.each([
    ['a private key that is none', { privateKey: 'abc' }, 'bad private key'],
    ['a public key that is none', { alipayPublicKey: 'abc' }, 'bad public key'],
    ['no app', { appId: '' }, 'incomplete'],
    ['no key of Alipay', { alipayPublicKey: '' }, 'incomplete'],
  ])('refuses Alipay with %s, and changes nothing', async (_what, changes, word) => {
    const { alipay, edit, shown } = await shop()
    const before = await shown(ALIPAY)
    const { error, response } = await edit({ ...alipay.setting, ...changes })
    expect([response.status, error]).toEqual([403, word])
    expect(await shown(ALIPAY)).toEqual(before)
  })

  test('refuses the own public key in place of that of Alipay', async () => {
    const { alipay, edit } = await shop()
    const { error } = await edit({ ...alipay.setting, alipayPublicKey: alipay.keys.site.public })
    expect(error).toBe('own public key')
  })

  test('takes what is not complete while it is off', async () => {
    const { alipay, edit, shown } = await shop()
    expect((await edit({ ...alipay.setting, on: false, appId: '' })).data).toBe('success')
    expect(await shown(ALIPAY)).toMatchObject({ on: false, hasPrivateKey: true })
  })

  test.each([
    ['no login', { clientSecret: '' }, 403],
    ['an address that is none', { address: 'javascript:alert(1)' }, 400],
    ['a login in the address', { address: 'https://me:secret@example.com' }, 400],
    ['another mode', { mode: 'play' as 'live' }, 400],
    ['the setting of Alipay', { kind: 'alipay' as 'paypal' }, 400],
  ])('refuses PayPal with %s', async (_what, changes, code) => {
    const { paypal, edit } = await shop()
    const { response } = await edit({ ...paypal.setting, ...changes }, 'paypal')
    expect(response.status).toBe(code)
  })
})

describe('testProvider', () => {
  test('really calls the provider, and stores the result until the setting changes', async () => {
    const { alipay, paypal, edit, check, shown, world } = await shop()
    await edit({ ...alipay.setting, on: false })
    await edit({ ...paypal.setting, on: false })
    const works = { time: world.clock.at, result: 'works', detail: null }
    expect(await check(ALIPAY)).toEqual(works)
    expect(await check(PAYPAL)).toEqual(works)
    expect(alipay.requested).toHaveLength(1)
    expect(paypal.requested.map(({ url }) => url.pathname)).toEqual([
      '/v1/oauth2/token',
      '/v2/checkout/orders/SLUICE00000000000',
    ])
    await edit({ ...paypal.setting, clientSecret: '', on: true })
    expect(await shown(PAYPAL)).toMatchObject({ on: true, tested: works })
    await edit({ ...paypal.setting, clientSecret: 'other' })
    expect(await shown(PAYPAL)).toMatchObject({ tested: null })
    await edit({ ...alipay.setting, sellerId: '' })
    expect(await shown(ALIPAY)).toMatchObject({ tested: null })
  })

  test('keeps no result of a setting that was changed while it was tested', async () => {
    const { alipay, edit, check, shown } = await shop()
    await edit(alipay.setting)
    const [tested] = await Promise.all([check(ALIPAY), edit({ ...alipay.setting, sellerId: '1' })])
    expect(tested).toMatchObject({ result: 'works' })
    expect(await shown(ALIPAY)).toMatchObject({ sellerId: '1', tested: null })
  })

  test.each([
    ['no Alipay there', 'down', 'unreachable', 'no connection'],
    ['Alipay in trouble', 'SYSTEM_ERROR', 'unreachable', 'aop.ACQ.SYSTEM_ERROR'],
    ['a reply of somebody else', 'forged', 'wrong public key', 'bad signature'],
  ] as const)('reports of %s', async (_what, fault, result, detail) => {
    const { alipay, edit, check, shown } = await shop()
    await edit(alipay.setting)
    alipay.fail(fault, 2)
    expect(await check(ALIPAY)).toMatchObject({ result, detail })
    expect(await shown(ALIPAY)).toMatchObject({ tested: { result, detail } })
  })

  test('distinguishes an unknown app from a key Alipay does not know', async () => {
    const { alipay, edit, check } = await shop()
    await edit({ ...alipay.setting, appId: '2021000000000009' })
    expect(await check(ALIPAY)).toMatchObject({ result: 'unknown app' })
    const stranger = alipay.keys.alipay.private
    const swapped = { privateKey: stranger, alipayPublicKey: alipay.keys.site.public }
    await edit({ ...alipay.setting, ...swapped })
    expect(await check(ALIPAY)).toMatchObject({ result: 'wrong private key' })
  })

  test('distinguishes a wrong secret from an app without permissions', async () => {
    const { paypal, edit, check } = await shop()
    await edit({ ...paypal.setting, clientSecret: 'wrong' })
    expect(await check(PAYPAL)).toMatchObject({ result: 'wrong secret', detail: 'invalid_client' })
    await edit(paypal.setting)
    paypal.allow(false)
    expect(await check(PAYPAL)).toMatchObject({ result: 'not allowed' })
    await paypal.stop()
    expect(await check(PAYPAL)).toMatchObject({ result: 'unreachable' })
  })

  test('is refused while there is nothing to test with', async () => {
    const { as } = await shop()
    for (const params of [ALIPAY, PAYPAL]) {
      const { error, response } = await as.POST(TEST, { params })
      expect([response.status, error]).toEqual([403, 'incomplete'])
    }
  })
})
