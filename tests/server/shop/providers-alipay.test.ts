import { generateKeyPairSync } from 'node:crypto'
import { decimalCents, toDecimal } from '#rules/price.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { makeAlipay } from '../../../server/shop/providers/alipay/trades.ts'
import {
  isPair,
  readPrivateKey,
  readPublicKey,
} from '../../../server/shop/providers/alipay/keys.ts'
import { startAlipay } from '../../support/alipay.ts'

const ORDER = { orderId: '20261121100000123456', providerId: null, amount: 999, subject: 'A=1/月&' }

async function alipay({ timeoutMs = 5000, ...keys }: { timeoutMs?: number; appId?: string } = {}) {
  const standIn = await startAlipay()
  onTestFinished(standIn.stop)
  const { setting, keys: pairs } = standIn
  const made = makeAlipay(
    {
      gateway: setting.gateway,
      appId: setting.appId,
      sellerId: setting.sellerId,
      privateKey: pairs.site.private,
      alipayPublicKey: pairs.alipay.public,
      notifyUrl: 'http://127.0.0.1:1/notify',
      ...keys,
    },
    timeoutMs,
  )
  return { standIn, ...made }
}

const failing = (reason: string, message: string) =>
  expect.objectContaining({ name: 'Error', reason, message })

describe('an order at Alipay', () => {
  let shop: Awaited<ReturnType<typeof alipay>>
  beforeEach(async () => {
    shop = await alipay()
  })

  test('is waited for, seen, paid, and reported with the amount in cents', async () => {
    const { provider, standIn } = shop
    const { providerId, qrCode } = await provider.create(ORDER)
    expect(providerId).toBeNull()
    expect(qrCode).toBe(`${standIn.origin}/scan/${ORDER.orderId}`)
    expect(await provider.query(ORDER)).toMatchObject({ status: 'waiting', amount: null })
    standIn.scan(ORDER.orderId)
    expect(await provider.query(ORDER)).toMatchObject({ status: 'seen', amount: null })
    standIn.pay(ORDER.orderId)
    const { tradeNo } = standIn.trades.get(ORDER.orderId)!
    const paid = { kind: 'alipay', orderId: ORDER.orderId, status: 'paid', currency: 'CNY' }
    expect(await provider.query(ORDER)).toMatchObject({ ...paid, amount: 999, paymentId: tradeNo })
    expect(await provider.collect(ORDER)).toMatchObject({ ...paid, amount: 999 })
    standIn.finish(ORDER.orderId)
    expect(await provider.query(ORDER)).toMatchObject(paid)
  })

  test('may be placed twice, and then has one code', async () => {
    const { provider } = shop
    expect(await provider.create(ORDER)).toEqual(await provider.create(ORDER))
  })

  test('names where notices go, and a subject Alipay takes', async () => {
    const { provider, standIn } = shop
    await provider.create(ORDER)
    standIn.scan(ORDER.orderId)
    expect(standIn.trades.get(ORDER.orderId)).toMatchObject({
      amount: '9.99',
      notifyUrl: 'http://127.0.0.1:1/notify',
      subject: 'A 1 月',
    })
  })

  test('can no longer be paid once it is closed; closing what was never scanned is no error', async () => {
    const { provider, standIn } = shop
    await provider.create(ORDER)
    await provider.close(ORDER)
    standIn.scan(ORDER.orderId)
    await provider.close(ORDER)
    standIn.pay(ORDER.orderId)
    expect(await provider.query(ORDER)).toMatchObject({ status: 'closed', amount: null })
  })

  test('is not closed when it is paid', async () => {
    const { provider, standIn } = shop
    await provider.create(ORDER)
    standIn.pay(ORDER.orderId)
    await expect(provider.close(ORDER)).rejects.toEqual(
      failing('refused', 'ACQ.TRADE_STATUS_ERROR'),
    )
  })

  test('is paid back once for each request, also when the answer got lost', async () => {
    const { provider, standIn } = shop
    await provider.create(ORDER)
    standIn.pay(ORDER.orderId)
    const order = { ...ORDER, paymentId: 'x' }
    // The client sends once more by itself when the line breaks.
    standIn.fail('lost', 2)
    await expect(provider.refund(order, 400, 'r1')).rejects.toEqual(
      failing('unreachable', 'no connection'),
    )
    await provider.refund(order, 400, 'r1')
    await provider.refund(order, 599, 'r2')
    const { refunds, status } = standIn.trades.get(ORDER.orderId)!
    expect([...refunds]).toEqual([
      ['r1', '4.00'],
      ['r2', '5.99'],
    ])
    expect(status).toBe('TRADE_CLOSED')
  })

  test('is not paid back beyond what was paid', async () => {
    const { provider, standIn } = shop
    await provider.create(ORDER)
    standIn.pay(ORDER.orderId)
    await expect(provider.refund({ ...ORDER, paymentId: 'x' }, 1000, 'r1')).rejects.toEqual(
      failing('refused', 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL'),
    )
  })

  test.each([
    ['SYSTEM_ERROR', 'unreachable', 'aop.ACQ.SYSTEM_ERROR'],
    ['down', 'unreachable', 'no connection'],
    ['garbage', 'unreachable', 'no reply of Alipay'],
    ['forged', 'refused', 'bad signature'],
    ['unsigned', 'refused', 'bad signature'],
  ] as const)('fails as it should when Alipay is %s', async (fault, reason, word) => {
    const { provider, standIn } = shop
    standIn.fail(fault, fault === 'down' ? 4 : 2)
    await expect(provider.create(ORDER)).rejects.toEqual(failing(reason, word))
    await expect(provider.query(ORDER)).rejects.toEqual(failing(reason, word))
    standIn.heal()
    await expect(provider.create(ORDER)).resolves.toHaveProperty('qrCode')
  })

  test('is given up when Alipay takes too long', async () => {
    const { provider, standIn } = await alipay({ timeoutMs: 300 })
    standIn.fail('slow')
    const before = performance.now()
    await expect(provider.query(ORDER)).rejects.toEqual(failing('unreachable', 'timeout'))
    expect(performance.now() - before).toBeLessThan(2000)
  })

  test('is refused when the app is unknown or our key is not ours', async () => {
    const stranger = await alipay({ appId: '2021000000000009' })
    await expect(stranger.provider.create(ORDER)).rejects.toEqual(
      failing('refused', 'isv.invalid-app-id'),
    )
    const { standIn } = shop
    const { setting, keys } = standIn
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const wrong = makeAlipay({
      ...setting,
      alipayPublicKey: keys.alipay.public,
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      notifyUrl: 'http://127.0.0.1:1/notify',
    })
    await expect(wrong.check()).rejects.toEqual(failing('refused', 'isv.invalid-signature'))
  })

  test('is polled, and accepts only a signed answer', async () => {
    const { standIn } = shop
    const { setting, keys } = standIn
    const trusting = makeAlipay({
      ...setting,
      privateKey: keys.site.private,
      alipayPublicKey: keys.site.public,
      notifyUrl: 'http://127.0.0.1:1/notify',
    })
    await expect(trusting.check()).rejects.toEqual(failing('refused', 'bad signature'))
    await expect(shop.check()).resolves.toBeUndefined()
  })
})

describe('a notice of Alipay', () => {
  test('is believed as it came, and not when anything in it is touched', async () => {
    const { read, provider, standIn } = await alipay()
    await provider.create(ORDER)
    standIn.pay(ORDER.orderId)
    const notice = standIn.notice(ORDER.orderId)
    expect(await read(notice)).toMatchObject({ statement: { status: 'paid', amount: 999 } })
    for (const name of Object.keys(notice)) {
      const touched = { ...notice, [name]: `1${notice[name]}` }
      expect(await read(touched), name).toMatchObject({ forged: 'signature' })
      const { [name]: _gone, ...rest } = notice
      expect(await read(rest), name).toMatchObject({ forged: 'signature' })
    }
    expect(await read({ ...notice, added: 'x' })).toMatchObject({ forged: 'signature' })
    expect(await read(standIn.notice(ORDER.orderId, { app_id: '1' }))).toMatchObject({
      forged: 'app',
    })
    expect(await read(standIn.notice(ORDER.orderId, { seller_id: '1' }))).toMatchObject({
      forged: 'seller',
    })
  })

  test('keeps no signature', async () => {
    const { read, provider, standIn } = await alipay()
    await provider.create(ORDER)
    standIn.pay(ORDER.orderId)
    const taken = await read(standIn.notice(ORDER.orderId))
    expect('statement' in taken && taken.statement.data).not.toHaveProperty('sign')
  })
})

describe('amounts', () => {
  test('go to decimal text and back without losing a cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e11 }), (cents) => {
        expect(toDecimal(cents)).toMatch(/^\d+\.\d\d$/)
        expect(decimalCents(toDecimal(cents))).toBe(cents)
      }),
    )
  })

  test.each([
    ['1.15', 115],
    ['12.5', 1250],
    ['7', 700],
    ['0.010', 1],
    ['0.015', null],
    ['1e3', null],
    ['-1', null],
    ['', null],
    [undefined, null],
  ])('%j is %j cents', (text, cents) => expect(decimalCents(text)).toBe(cents))
})

describe('keys', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const spki = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const bare = (pem: string) => pem.replaceAll(/-----[^-]+-----|\s/g, '')

  test('are read in every form Alipay and its tools write them', () => {
    const pkcs1 = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
    for (const text of [
      pkcs8,
      pkcs1,
      bare(pkcs8),
      bare(pkcs1),
      ` ${pkcs1.replaceAll('\n', '\r\n')}`,
    ])
      expect(readPrivateKey(text)).toBe(pkcs8)
    const old = publicKey.export({ type: 'pkcs1', format: 'pem' }).toString()
    for (const text of [spki, bare(spki), old, bare(old)]) expect(readPublicKey(text)).toBe(spki)
  })

  test('are refused when they are something else', () => {
    const short = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const written = (key: typeof privateKey) =>
      key.export({ type: 'pkcs8', format: 'pem' }).toString()
    for (const text of ['', 'abc', '!', spki, written(short.privateKey), written(curve.privateKey)])
      expect(readPrivateKey(text)).toBeUndefined()
    for (const text of ['', 'abc', pkcs8]) expect(readPublicKey(text)).toBeUndefined()
  })

  test('show whether they belong together', () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
    expect(isPair(pkcs8, spki)).toBe(true)
    expect(isPair(pkcs8, other.export({ type: 'spki', format: 'pem' }).toString())).toBe(false)
  })
})
