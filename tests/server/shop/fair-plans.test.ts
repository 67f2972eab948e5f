import { describe, expect, test } from 'vitest'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import { aPlan, aServer } from '../../support/make.ts'
import { buyByAlipay, eventsOf, makeShop, type Shop, storedOrder } from '../../support/shop.ts'
import { done } from '../../support/jobs.ts'
import { pass } from '../../support/traffic.ts'
import { mainAdmin } from '../../support/world.ts'

const DAY = 86_400_000
const MONTH = 30 * DAY
const SHARED = { multiServerFlow: 1, changeOrderType: 1 } as const

/** A shop that sells a cheap year, a dear month and a day pass. */
async function openShop(setting: { timeTakesLastTerms?: boolean } = {}) {
  const shop = await makeShop()
  const row = { key: 'account', value: JSON.stringify(setting) }
  await shop.db.insertInto('setting').values(row).execute()
  const serverId = await aServer(shop)
  const month = await aPlan(shop, { ...SHARED, name: 'Month', alipay: 600, flow: 20_000 })
  const year = await aPlan(shop, { ...SHARED, name: 'Year', cycle: 12, alipay: 6000, flow: 20_000 })
  const dear = await aPlan(shop, { ...SHARED, name: 'Dear', alipay: 10_000, flow: 1_000_000 })
  const day = await aPlan(shop, { ...SHARED, name: 'Day', type: 4, alipay: 100, flow: 1000 })
  return { shop, serverId, month, year, dear, day }
}

async function accountOf(shop: Shop, as = shop.customer) {
  const { data } = await shop.as(as).GET('/api/user/account')
  const account = data![0]!
  const { state, flowUsed, orderId, id, data: times } = account
  const { expire, flow, flowPack } = times as { expire: number; flow: number; flowPack: number }
  return { id, state, orderId, used: flowUsed, left: expire - shop.clock.at, flow, pack: flowPack }
}

const refund = (shop: Shop, orderId: string, shorten = true) =>
  shop.as(mainAdmin).POST('/api/admin/alipay/refund', { body: { orderId, shorten } })

const buy = (shop: Shop, orderId: number, accountId?: number) =>
  buyByAlipay(shop, { orderId, accountId })

describe('another plan', () => {
  test('begins at once, and what was left lasts as long as its price buys of it', async () => {
    const { shop, year, dear } = await openShop()
    await buy(shop, year)
    const { id } = await accountOf(shop)
    shop.clock.add(60 * DAY - 5000)
    await buy(shop, dear, id)
    const became = await accountOf(shop)
    // 300 of 360 days of 60.00 are 50.00: half of a dear month.
    expect(became).toMatchObject({ orderId: dear, flow: 1_000_000, state: 'open' })
    expect(became.left).toBe(45 * DAY)
  })

  test('is said before it is paid for, as it then comes', async () => {
    const { shop, month, dear, day } = await openShop()
    await buy(shop, month)
    const { id } = await accountOf(shop)
    const query = { params: { query: { accountId: id } } }
    shop.clock.add(5000)
    const { data } = await shop.as(shop.customer).GET('/api/user/order/price', query)
    shop.clock.add(-5000)
    for (const plan of [dear, day])
      expect(data?.find((one) => one.id === plan)?.after).toBeDefined()
    const said = data?.find((one) => one.id === dear)?.after
    await buy(shop, dear, id)
    const { left, flow } = await accountOf(shop)
    expect({ expire: shop.clock.at + left, flow }).toEqual(said)
  })

  test('with the same grant only adds its time, whatever it costs', async () => {
    const { shop, year, month } = await openShop()
    await buy(shop, year)
    const { id, left } = await accountOf(shop)
    await buy(shop, month, id)
    expect((await accountOf(shop)).left).toBe(left + MONTH - 5000)
  })

  test('gives nothing for the time whose traffic is used up', async () => {
    const { shop, serverId, month, dear } = await openShop()
    await buy(shop, month)
    const { id } = await accountOf(shop)
    await pass(shop, serverId, id, 20_000)
    await buy(shop, dear, id)
    expect(await accountOf(shop)).toMatchObject({ left: MONTH, used: 0, state: 'open' })
  })

  test('by the older rule makes all time dear', async () => {
    const { shop, year, dear } = await openShop({ timeTakesLastTerms: true })
    await buy(shop, year)
    const { id } = await accountOf(shop)
    shop.clock.add(60 * DAY - 5000)
    await buy(shop, dear, id)
    expect(await accountOf(shop)).toMatchObject({ left: 330 * DAY, flow: 1_000_000 })
  })
})

describe('after the end', () => {
  test.each([0, 1])('at %i ms past it one gets what one bought, and no more', async (past) => {
    const { shop, serverId, month, day } = await openShop()
    await buy(shop, month)
    const { id } = await accountOf(shop)
    await pass(shop, serverId, id, 20_000)
    const { left } = await accountOf(shop)
    shop.clock.add(left + past - 5000)
    await buy(shop, day, id)
    const became = await accountOf(shop)
    expect(became).toMatchObject({ orderId: day, left: DAY, flow: 1000, used: 0, state: 'open' })
    await pass(shop, serverId, id, 1000)
    expect(await accountOf(shop)).toMatchObject({ state: 'over', used: 1000 })
  })
})

describe('more time', () => {
  const byAdjuster = async (shop: Shop, accountId: number) => {
    const path = { params: { path: { accountId } } }
    const body = { time: 3 * DAY, check: false }
    await shop.as(mainAdmin).PUT('/api/admin/account/{accountId}/time', { ...path, body })
  }
  test.each([
    ['an admin’s extension', byAdjuster],
    [
      'work on many accounts',
      async (shop: Shop, id: number) => {
        await done(shop, { of: 'account', ids: [id] }, { kind: 'extend', time: 3 * DAY })
      },
    ],
  ])('by %s gives no used traffic back, and its share of a cycle later', async (_by, extend) => {
    const { shop, serverId, month } = await openShop()
    await buy(shop, month)
    const { id } = await accountOf(shop)
    await pass(shop, serverId, id, 20_000)
    await extend(shop, id)
    expect(await accountOf(shop)).toMatchObject({ left: 33 * DAY, state: 'over', used: 20_000 })
    shop.clock.add(2 * DAY)
    expect(await accountOf(shop)).toMatchObject({ state: 'over', used: 20_000 })
    shop.clock.add(28 * DAY)
    // Three of thirty days have a tenth.
    expect(await accountOf(shop)).toMatchObject({ state: 'open', used: 0, pack: -18_000 })
    await pass(shop, serverId, id, 1999)
    expect(await accountOf(shop)).toMatchObject({ state: 'open' })
    await pass(shop, serverId, id, 1)
    expect(await accountOf(shop)).toMatchObject({ state: 'over' })
    const filter = { expired: 1 as const, usedOver: 100 }
    const list = () => shop.as(mainAdmin).POST('/api/admin/accountWithPage', { body: { filter } })
    expect((await list()).data?.total).toBe(1)
    await byAdjuster(shop, id)
    expect((await list()).data?.total).toBe(0)
  })
})

describe('a refund', () => {
  test('takes what has passed at the rate it was exchanged by, whatever is bought later', async () => {
    const { shop, month, year, dear } = await openShop()
    const order = await buy(shop, dear)
    const { id } = await accountOf(shop)
    // 100.00 are 600 days of the year, which has 360 itself.
    await buy(shop, year, id)
    expect((await accountOf(shop)).left / DAY).toBeCloseTo(960, 2)
    shop.clock.add(60 * DAY)
    // The same terms, at a dearer price than what was left was exchanged by.
    await buy(shop, month, id)
    expect((await accountOf(shop)).left / DAY).toBeCloseTo(930, 2)
    await refund(shop, order)
    // 60 days of the 600 have passed, and are taken from the 390 that stay.
    expect((await accountOf(shop)).left / DAY).toBeCloseTo(330, 2)
  })

  test('restores the terms and the time of before', async () => {
    const { shop, serverId, year, dear } = await openShop()
    await buy(shop, year)
    const { id } = await accountOf(shop)
    await pass(shop, serverId, id, 5000)
    const before = await accountOf(shop)
    const order = await buy(shop, dear, id)
    await pass(shop, serverId, id, 500)
    await refund(shop, order)
    const became = await accountOf(shop)
    expect(became).toMatchObject({ orderId: year, flow: 20_000, used: 5500 })
    // What was left rounds to a ms of the dear plan.
    expect(Math.abs(became.left - (before.left - 5000))).toBeLessThan(1000)
    expect(await checkLedger(shop.db)).toEqual([])
  })

  test('takes what was used of a dear plan from the rest', async () => {
    const { shop, year, dear } = await openShop()
    await buy(shop, year)
    const { id } = await accountOf(shop)
    const order = await buy(shop, dear, id)
    shop.clock.add(10 * DAY)
    await refund(shop, order)
    // Ten days for 100.00 a month are 33.33: 200 days of the year.
    const { left, orderId } = await accountOf(shop)
    expect(orderId).toBe(year)
    expect(Math.abs(left - 160 * DAY)).toBeLessThan(DAY / 100)
  })

  test('takes the time back from an account that is another’s by now', async () => {
    const { shop, month } = await openShop()
    const order = await buy(shop, month)
    const { id } = await accountOf(shop)
    const other = await shop.person()
    await shop.db.updateTable('account').set({ userId: other.id }).where('id', '=', id).execute()
    await refund(shop, order)
    expect(await accountOf(shop, other)).toMatchObject({ state: 'expired' })
  })

  test('takes a pack back whose money is back, and what was used of it stays used', async () => {
    const { shop, serverId, month } = await openShop()
    await buy(shop, month)
    const { id } = await accountOf(shop)
    const pack = await aPlan(shop, {
      baseId: month,
      alipay: 100,
      flow: 50_000,
      type: null,
      cycle: null,
    })
    const order = await buy(shop, pack, id)
    await pass(shop, serverId, id, 60_000)
    expect(await accountOf(shop)).toMatchObject({ state: 'open', pack: 50_000 })
    await refund(shop, order, false)
    expect(await accountOf(shop)).toMatchObject({ state: 'over', pack: 0, used: 60_000 })
    const events = await eventsOf(shop, (await storedOrder(shop, order)).id)
    expect(events).toContain('packTaken 50000')
  })

  test.each([
    ['of all', undefined, true],
    ['of a part', '1', false],
  ])('%s takes the inviter’s reward back: %s', async (_of, amount, isTaken) => {
    const { shop, month } = await openShop()
    const body = { data: { useRef: true, refNumber: 1, refUserNumber: 9 } }
    await shop.as(mainAdmin).PUT('/api/admin/setting/ref', { body })
    await buy(shop, month)
    const before = await accountOf(shop)
    const [guest, createTime] = [await shop.person(), shop.clock.at]
    const code = {
      id: 1,
      code: '1234567890',
      sourceUserId: shop.customer.id,
      maxUser: 9,
      createTime,
    }
    await shop.db.insertInto('refCode').values(code).execute()
    const referral = { codeId: 1, userId: guest.id, createTime }
    await shop.db.insertInto('referral').values(referral).execute()
    const rewarding = await aPlan(shop, { alipay: 600, refTime: 3 * DAY })
    const order = await buyByAlipay(shop, { orderId: rewarding, as: guest })
    expect((await accountOf(shop)).left).toBe(before.left + 3 * DAY - 5000)
    await shop.as(mainAdmin).POST('/api/admin/alipay/refund', { body: { orderId: order, amount } })
    const { left } = await accountOf(shop)
    expect(left).toBe(before.left - 5000 + (isTaken ? 0 : 3 * DAY))
  })
})
