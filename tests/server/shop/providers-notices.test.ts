import { describe, expect, onTestFinished, test } from 'vitest'
import { findProvider } from '../../../server/shop/providers/find.ts'
import { anAccount, anOrder, aPlan, months } from '../../support/make.ts'
import { startAlipay } from '../../support/alipay.ts'
import { startPaypal } from '../../support/paypal.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const ONE = '/api/admin/setting/provider/{provider}'

/** A shop with one order, reported to the provider and not paid. */
async function shop(kind: 'alipay' | 'paypal') {
  const world = await makeWorld()
  const [alipay, paypal] = await Promise.all([startAlipay(), startPaypal()])
  onTestFinished(async () => void (await Promise.all([alipay.stop(), paypal.stop()])))
  for (const data of [alipay.setting, paypal.setting])
    await world
      .as(mainAdmin)
      .PUT(ONE, { params: { path: { provider: data.kind } }, body: { data } })
  const user = await world.person()
  const planId = await aPlan(world, { alipay: 999, paypal: 999 })
  const accountId = await anAccount(world, {
    userId: user.id,
    orderId: planId,
    ...months(world, 1),
  })
  const status = kind === 'alipay' ? 'CREATE' : 'created'
  const expireTime = world.clock.at + 3_600_000
  const terms = JSON.stringify({ type: 3, cycle: 1, flow: 1_000_000, name: 'Month' })
  const row = { kind, status, planId, accountId, expireTime, terms }
  const id = await anOrder(world, user, row)
  const { orderId } = await orderOf(id)
  const provider = (await findProvider(world.world, kind))!
  const made = await provider.create({ orderId, providerId: null, amount: 999, subject: 'Month' })
  await world.db
    .updateTable('placedOrder')
    .set({ providerId: made.providerId })
    .where('id', '=', id)
    .execute()

  function orderOf(wanted: number) {
    const rows = world.db.selectFrom('placedOrder').selectAll().where('id', '=', wanted)
    return rows.executeTakeFirstOrThrow()
  }
  async function post(payload: Record<string, string>) {
    const reply = await world.app.inject({
      method: 'POST',
      url: '/api/user/alipay/callback',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(payload).toString(),
    })
    return [reply.statusCode, reply.payload]
  }
  async function hooked(payload: object) {
    const reply = await world.app.inject({
      method: 'POST',
      url: '/api/user/paypal/callback',
      payload,
    })
    return [reply.statusCode, reply.payload]
  }
  const traces = async () =>
    world.db
      .selectFrom('orderEvent')
      .selectAll()
      .where('event', '=', 'forged')
      .orderBy('id')
      .execute()
  const order = () => orderOf(id)
  return { world, alipay, paypal, id, orderId, made, order, post, hooked, traces }
}

const SUCCESS = [200, 'success']
const ERROR = [200, 'error']

describe('receiveAlipayNotice', () => {
  test('takes a payment once, however often it is reported', async () => {
    const { alipay, orderId, order, post, world } = await shop('alipay')
    alipay.pay(orderId)
    const notice = alipay.notice(orderId)
    expect(await Promise.all([post(notice), post(notice)])).toEqual([SUCCESS, SUCCESS])
    expect(await post(alipay.notice(orderId))).toEqual(SUCCESS)
    expect(await order()).toMatchObject({ paidTime: world.clock.at })
    const ledger = await world.db.selectFrom('ledger').select('effect').execute()
    expect(ledger.filter(({ effect }) => effect.startsWith('paid:'))).toHaveLength(1)
  })

  test('takes one that is not paid yet, and one that was closed', async () => {
    const { alipay, orderId, order, post } = await shop('alipay')
    alipay.scan(orderId)
    expect(await post(alipay.notice(orderId))).toEqual(SUCCESS)
    expect(await order()).toMatchObject({ status: 'WAIT_BUYER_PAY', paidTime: null })
    expect(await post(alipay.notice(orderId, { trade_status: 'TRADE_CLOSED' }))).toEqual(SUCCESS)
    expect(await order()).toMatchObject({ status: 'TRADE_CLOSED', paidTime: null })
  })

  test('takes what was ordered before Alipay was switched off', async () => {
    const { world, alipay, orderId, order, post } = await shop('alipay')
    const data = { ...alipay.setting, on: false }
    const params = { path: { provider: 'alipay' as const } }
    await world.as(mainAdmin).PUT(ONE, { params, body: { data } })
    alipay.pay(orderId)
    expect(await post(alipay.notice(orderId))).toEqual(SUCCESS)
    expect(await order()).toMatchObject({ paidTime: world.clock.at })
  })

  test.each([
    ['another app', { app_id: '1' }],
    ['another seller', { seller_id: '1' }],
    ['another amount', { total_amount: '0.01' }],
    ['no amount', { total_amount: 'much' }],
    ['an order nobody placed', { out_trade_no: '1' }],
  ])('refuses a signed notice of %s', async (_what, fields) => {
    const { alipay, orderId, order, post } = await shop('alipay')
    alipay.pay(orderId)
    expect(await post(alipay.notice(orderId, fields))).toEqual(ERROR)
    expect(await order()).toMatchObject({ status: 'CREATE', paidTime: null })
  })

  test('refuses what is not signed by Alipay, with any field changed, and leaves a trace', async () => {
    const { alipay, orderId, order, post, traces, id } = await shop('alipay')
    alipay.pay(orderId)
    const notice = alipay.notice(orderId)
    expect(await post({ ...notice, total_amount: '9.990' })).toEqual(ERROR)
    expect(await post({ ...notice, sign_type: 'RSA' })).toEqual(ERROR)
    expect(await post({ ...notice, sign: 'AAAA' })).toEqual(ERROR)
    expect(await post({ ...notice, 'extra[a]': '1' })).toEqual(ERROR)
    expect(await post({})).toEqual(ERROR)
    expect(await order()).toMatchObject({ status: 'CREATE', paidTime: null })
    expect(await traces()).toContainEqual(
      expect.objectContaining({ placedOrderId: id, event: 'forged', detail: 'signature' }),
    )
  })

  test('keeps few traces of many forged notices, and still accepts those of Alipay', async () => {
    const { alipay, orderId, order, post, traces, world } = await shop('alipay')
    alipay.pay(orderId)
    const forged = { ...alipay.notice(orderId), sign: 'AAAA' }
    for (let n = 0; n < 20; n++) await post({ ...forged, notify_id: String(n) })
    for (let n = 0; n < 20; n++) await post({ ...forged, out_trade_no: `made-up-${n}` })
    expect((await traces()).map(({ placedOrderId }) => placedOrderId === null)).toEqual([
      ...Array<boolean>(5).fill(false),
      ...Array<boolean>(5).fill(true),
    ])
    world.clock.add(86_400_000)
    await post(forged)
    expect(await traces()).toHaveLength(11)
    expect(await post(alipay.notice(orderId))).toEqual(SUCCESS)
    expect((await order()).paidTime).not.toBeNull()
  })

  test('is answered with an error while there are no keys, so that Alipay repeats it', async () => {
    const { alipay, orderId, post, world, traces } = await shop('alipay')
    alipay.pay(orderId)
    await world.db.deleteFrom('setting').where('key', '=', 'alipay').execute()
    expect(await post(alipay.notice(orderId))).toEqual(ERROR)
    expect(await traces()).toEqual([])
  })
})

describe('receivePaypalNotice', () => {
  test('makes the site call PayPal, which alone is trusted', async () => {
    const { paypal, made, order, hooked } = await shop('paypal')
    const lie = paypal.event(made.providerId!, 'PAYMENT.CAPTURE.COMPLETED')
    expect(await hooked(lie)).toEqual(SUCCESS)
    expect(await order()).toMatchObject({ status: 'created', paidTime: null })
  })

  test('collects an approved payment whose payer did not come back', async () => {
    const { paypal, made, order, hooked, world } = await shop('paypal')
    paypal.approve(made.providerId!)
    const event = paypal.event(made.providerId!, 'CHECKOUT.ORDER.APPROVED')
    expect(await Promise.all([hooked(event), hooked(event)])).toEqual([SUCCESS, SUCCESS])
    expect(await order()).toMatchObject({ paidTime: world.clock.at })
    expect(paypal.orders.get(made.providerId!)!.captures).toHaveLength(1)
  })

  test.each([
    ['nothing', {}],
    ['no resource', { resource: null }],
    ['an order nobody placed', { resource: { id: 'NOBODYS0000000000' } }],
    ['nonsense', { resource: { id: { $ne: 1 }, supplementary_data: { related_ids: null } } }],
  ])('is passed over when it names %s', async (_what, payload) => {
    const { hooked, paypal } = await shop('paypal')
    const before = paypal.requested.length
    expect(await hooked(payload)).toEqual(SUCCESS)
    expect(paypal.requested.length).toBe(before)
  })

  test('calls PayPal seldom, however often it is notified', async () => {
    const { paypal, made, hooked } = await shop('paypal')
    const before = paypal.requested.length
    const event = paypal.event(made.providerId!, 'CHECKOUT.ORDER.APPROVED')
    for (let n = 0; n < 10; n++) expect(await hooked(event)).toEqual(SUCCESS)
    expect(paypal.requested.length - before).toBe(1)
  })

  test('loses nothing while PayPal is out of reach', async () => {
    const { paypal, made, order, hooked, world } = await shop('paypal')
    paypal.approve(made.providerId!)
    paypal.fail('down', 5)
    const event = paypal.event(made.providerId!, 'CHECKOUT.ORDER.APPROVED')
    expect(await hooked(event)).toEqual(SUCCESS)
    expect(await order()).toMatchObject({ status: 'created', paidTime: null })
    paypal.heal()
    world.clock.add(60_000)
    expect(await hooked(event)).toEqual(SUCCESS)
    expect((await order()).paidTime).not.toBeNull()
  })
})
