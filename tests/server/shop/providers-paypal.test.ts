import { describe, expect, onTestFinished, test } from 'vitest'
import { makePaypal } from '../../../server/shop/providers/paypal/orders.ts'
import { startPaypal } from '../../support/paypal.ts'

const NEW = { orderId: '20261121100000123456', providerId: null, amount: 499, subject: 'Month' }
const BACK = 'http://shop.test/user/account'

async function paypal({ timeoutMs = 5000, secret }: { timeoutMs?: number; secret?: string } = {}) {
  const standIn = await startPaypal()
  onTestFinished(standIn.stop)
  const { address, clientId, clientSecret } = standIn.setting
  const clock = { at: 0 }
  const made = makePaypal(
    {
      base: address,
      clientId,
      clientSecret: secret ?? clientSecret,
      returnUrl: BACK,
      brand: 'Sluice',
    },
    () => clock.at,
    timeoutMs,
  )
  /** Creates an order and returns its names on both sides. */
  const order = async () => ({ ...NEW, providerId: (await made.provider.create(NEW)).providerId! })
  const requested = (path: string) =>
    standIn.requested.filter(({ url }) => url.pathname.endsWith(path)).length
  return { standIn, clock, order, requested, ...made }
}

const failing = (reason: string, message: string) =>
  expect.objectContaining({ name: 'Error', reason, message })

describe('an order at PayPal', () => {
  test('is agreed to, collected, and reported with the amount in cents', async () => {
    const { provider, standIn } = await paypal()
    const { providerId, qrCode } = await provider.create(NEW)
    expect(qrCode).toBe(`${standIn.origin}/checkoutnow?token=${providerId}`)
    const order = { ...NEW, providerId }
    expect(await provider.query(order)).toMatchObject({ status: 'waiting', amount: null })
    await expect(provider.collect(order)).rejects.toEqual(failing('refused', 'ORDER_NOT_APPROVED'))
    standIn.approve(providerId!)
    expect(await provider.query(order)).toMatchObject({ status: 'seen', amount: null })
    const paid = { kind: 'paypal', orderId: NEW.orderId, status: 'paid', currency: 'USD' }
    const collected = await provider.collect(order)
    expect(collected).toMatchObject({ ...paid, amount: 499 })
    expect(collected.paymentId).toBe(standIn.orders.get(providerId!)!.captures[0]!.id)
    expect(await provider.collect(order)).toMatchObject(paid)
    expect(await provider.query(order)).toMatchObject({ ...paid, amount: 499 })
  })

  test('takes the payer to a page, and back with or without having agreed', async () => {
    const { provider } = await paypal()
    const { providerId, qrCode } = await provider.create(NEW)
    const press = async (button: string) => {
      const body = new URLSearchParams({ [button]: '1' })
      const reply = await fetch(qrCode!, { method: 'POST', body, redirect: 'manual' })
      return reply.headers.get('location')
    }
    expect(await press('cancel')).toBe(`${BACK}?token=${providerId}`)
    expect(await press('pay')).toBe(`${BACK}?token=${providerId}&PayerID=PAYER00000001`)
  })

  test('is made once, also when the answer got lost', async () => {
    const { provider, standIn } = await paypal()
    await provider.create({ ...NEW, orderId: 'before' })
    standIn.fail('lost')
    await expect(provider.create(NEW)).rejects.toEqual(failing('unreachable', 'no connection'))
    const first = await provider.create(NEW)
    expect(await provider.create(NEW)).toEqual(first)
    expect(standIn.orders.size).toBe(2)
  })

  test('is collected once, also when the answer got lost, or with two calls at once', async () => {
    const { provider, standIn, order } = await paypal()
    const made = await order()
    standIn.approve(made.providerId)
    const [one, two] = await Promise.all([provider.collect(made), provider.collect(made)])
    expect(one.paymentId).toBe(two.paymentId)
    expect(standIn.orders.get(made.providerId)!.captures).toHaveLength(1)
  })

  test('is collected another way when the payer agrees again after a refusal', async () => {
    const { provider, standIn, order } = await paypal()
    const made = await order()
    standIn.approve(made.providerId)
    standIn.decide('INSTRUMENT_DECLINED')
    const declined = failing('refused', 'INSTRUMENT_DECLINED')
    await expect(provider.collect(made)).rejects.toEqual(declined)
    await expect(provider.collect(made)).rejects.toEqual(declined)
    standIn.approve(made.providerId)
    expect(await provider.collect(made)).toMatchObject({ status: 'paid', amount: 499 })
  })

  test.each([
    ['COMPLETED', 'paid', 499],
    ['DECLINED', 'closed', null],
  ] as const)('that is under review becomes %s', async (outcome, status, amount) => {
    const { provider, standIn, order } = await paypal()
    const made = await order()
    standIn.approve(made.providerId)
    standIn.decide('PENDING')
    expect(await provider.collect(made)).toMatchObject({
      status: 'checking',
      paymentId: standIn.orders.get(made.providerId)!.captures[0]!.id,
      amount: null,
    })
    standIn.review(made.providerId, outcome)
    expect(await provider.query(made)).toMatchObject({ status, amount })
  })

  test('is closed when PayPal forgot it, and waits as long as it has no name', async () => {
    const { provider, standIn, order } = await paypal()
    const made = await order()
    standIn.forget(made.providerId)
    expect(await provider.query(made)).toMatchObject({ status: 'closed' })
    expect(await provider.query(NEW)).toMatchObject({ status: 'waiting' })
    await provider.close(made)
  })

  test('is not taken for another of ours', async () => {
    const { provider, order } = await paypal()
    const made = await order()
    await expect(provider.query({ ...made, orderId: 'other' })).rejects.toEqual(
      failing('refused', 'another order'),
    )
  })

  test('is paid back once for each request, and stays paid', async () => {
    const { provider, standIn, order } = await paypal()
    const made = await order()
    standIn.approve(made.providerId)
    const { paymentId } = await provider.collect(made)
    const paid = { ...made, paymentId }
    standIn.fail('lost')
    await expect(provider.refund(paid, 200, 'r1')).rejects.toEqual(
      failing('unreachable', 'no connection'),
    )
    await provider.refund(paid, 200, 'r1')
    expect(await provider.query(made)).toMatchObject({ status: 'paid', amount: 499 })
    await expect(provider.refund(paid, 300, 'r2')).rejects.toEqual(
      failing('refused', 'REFUND_AMOUNT_EXCEEDED'),
    )
    await provider.refund(paid, 299, 'r3')
    const [capture] = standIn.orders.get(made.providerId)!.captures
    expect(capture!.refunds.map(({ amount }) => amount.value)).toEqual(['2.00', '2.99'])
    expect(await provider.query(made)).toMatchObject({ status: 'paid', amount: 499 })
  })

  test.each([
    ['down', 'no connection'],
    ['garbage', 'HTTP 502'],
  ] as const)('is left alone while PayPal is %s', async (fault, word) => {
    const { provider, standIn, order } = await paypal()
    const made = await order()
    standIn.fail(fault, 3)
    for (const call of [provider.query(made), provider.collect(made), provider.create(NEW)])
      await expect(call).rejects.toEqual(failing('unreachable', word))
    expect(await provider.query(made)).toMatchObject({ status: 'waiting' })
  })

  test('is given up when PayPal takes too long, the login included', async () => {
    const { provider, standIn } = await paypal({ timeoutMs: 300 })
    standIn.fail('slow')
    const before = performance.now()
    await expect(provider.create(NEW)).rejects.toEqual(failing('unreachable', 'timeout'))
    expect(performance.now() - before).toBeLessThan(2000)
  })
})

describe('the login at PayPal', () => {
  test('is stored until it runs out', async () => {
    const { provider, order, requested, clock } = await paypal()
    const made = await order()
    await provider.query(made)
    expect(requested('/oauth2/token')).toBe(1)
    clock.at = 9 * 3600 * 1000
    await provider.query(made)
    expect(requested('/oauth2/token')).toBe(2)
  })

  test('is renewed when PayPal no longer takes it', async () => {
    const { provider, order, standIn, requested } = await paypal()
    const made = await order()
    standIn.forgetTokens()
    expect(await provider.query(made)).toMatchObject({ status: 'waiting' })
    expect(requested('/oauth2/token')).toBe(2)
  })

  test('is refused with a wrong secret', async () => {
    const { provider, check } = await paypal({ secret: 'wrong' })
    await expect(check()).rejects.toEqual(failing('refused', 'invalid_client'))
    await expect(provider.create(NEW)).rejects.toEqual(failing('refused', 'invalid_client'))
  })

  test('is proved by a call for an unknown order', async () => {
    const { check, standIn } = await paypal()
    await expect(check()).resolves.toBeUndefined()
    standIn.allow(false)
    await expect(check()).rejects.toEqual(failing('refused', 'PERMISSION_DENIED'))
  })
})
