import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { changeAccount } from '../../../server/accounts/store.ts'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import { queryDue } from '../../../server/shop/reconciliation/reconcile.ts'
import { refundOrder, settleRefunds } from '../../../server/shop/refunds/refund.ts'
import { findKnownProvider } from '../../../server/shop/providers/find.ts'
import type { Provider } from '../../../server/shop/providers/provider.ts'
import { openFakeProvider } from '../../support/fakeProvider.ts'
import { aPlan } from '../../support/make.ts'
import {
  aPaidAccount,
  buyByAlipay,
  eventsOf,
  makeShop,
  orderByAlipay,
  type Shop,
  statusOf,
  storedOrder,
} from '../../support/shop.ts'
import { mainAdmin } from '../../support/world.ts'

const MONTH = 2_592_000_000
const DAY = 86_400_000

type Body = { orderId: string; amount?: string; requestId?: string; shorten?: boolean }

async function refund(shop: Shop, body: Body) {
  const { error, response } = await shop
    .as(mainAdmin)
    .POST('/api/admin/alipay/refund', { body: { shorten: true, ...body } })
  return error ?? response.status
}

/** A customer whose account had a month left when they paid for one more. */
async function bought() {
  const shop = await makeShop()
  const accountId = await aPaidAccount(shop, shop.customer.id)
  const end = await endOf(shop, accountId)
  const orderId = await buyByAlipay(shop, { accountId })
  expect(await endOf(shop, accountId)).toBe(end + MONTH)
  return { shop, accountId, orderId, end }
}

async function endOf({ db }: Pick<Shop, 'db'>, accountId: number): Promise<number> {
  const { expireTime } = await db
    .selectFrom('account')
    .select('expireTime')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return expireTime ?? 0
}

async function shownOf(shop: Shop, orderId: string) {
  const path = { params: { path: { orderId } } }
  const { data } = await shop.as(mainAdmin).GET('/api/admin/allOrders/{orderId}', path)
  return data?.shortening
}

async function shortenings(shop: Shop, orderId: string) {
  const events = await eventsOf(shop, (await storedOrder(shop, orderId)).id)
  return events.filter((event) => event.startsWith('shortened'))
}

describe('a refund that takes back the time', () => {
  test('says the end before, moves it by what was bought, and notes both', async () => {
    const { shop, accountId, orderId, end } = await bought()
    expect(await shownOf(shop, orderId)).toEqual({ from: end + MONTH, to: end })
    expect(await refund(shop, { orderId })).toBe(200)
    expect(await endOf(shop, accountId)).toBe(end)
    expect(await shortenings(shop, orderId)).toEqual([`shortened ${end + MONTH} ${end}`])
    const entries = await shop.db.selectFrom('ledger').select(['effect', 'amount']).execute()
    const { id } = await storedOrder(shop, orderId)
    expect(entries).toContainEqual({ effect: `shortened:${id}`, amount: 0 })
    expect(await checkLedger(shop.db)).toEqual([])
    expect(await shownOf(shop, orderId)).toBeNull()
  })

  test('leaves the end where nobody asked for it', async () => {
    const { shop, accountId, orderId, end } = await bought()
    expect(await refund(shop, { orderId, shorten: false })).toBe(200)
    expect(await endOf(shop, accountId)).toBe(end + MONTH)
    expect(await shortenings(shop, orderId)).toEqual([])
  })

  test('does so once: in parts, repeated, and all at the same moment', async () => {
    const { shop, accountId, orderId, end } = await bought()
    const parts = Array.from({ length: 8 }, (_, at) =>
      refund(shop, { orderId, amount: '1', requestId: `request-${at % 4}` }),
    )
    await Promise.all(parts)
    await refund(shop, { orderId, amount: '2', requestId: 'one-more-part' })
    await refund(shop, { orderId, amount: '2', requestId: 'one-more-part' })
    expect(await endOf(shop, accountId)).toBe(end)
    expect(await shortenings(shop, orderId)).toHaveLength(1)
    expect((await storedOrder(shop, orderId)).refunded).toBe(600)
    expect(await checkLedger(shop.db)).toEqual([])
  })

  test.each([0, 1])('never ends it before now, with %s ms over', async (over) => {
    const shop = await makeShop()
    const days = await aPlan(shop, { alipay: 100, flow: 5_000_000, cycle: 1 })
    const { accountId } = await storedOrder(shop, await buyByAlipay(shop))
    const orderId = await buyByAlipay(shop, { accountId, orderId: days })
    const end = await endOf(shop, accountId ?? 0)
    shop.clock.set(end - MONTH - over)
    expect(await shownOf(shop, orderId)).toEqual({
      from: end,
      to: over > 0 ? end - MONTH : null,
    })
    shop.clock.add(DAY)
    expect(await shownOf(shop, orderId)).toEqual({ from: end, to: null })
    expect(await refund(shop, { orderId })).toBe(200)
    expect(await endOf(shop, accountId ?? 0)).toBe(shop.clock.at)
  })

  test('leaves an account that is over as it is', async () => {
    const { shop, accountId, orderId, end } = await bought()
    shop.clock.set(end + MONTH)
    expect(await shownOf(shop, orderId)).toBeNull()
    expect(await refund(shop, { orderId })).toBe(200)
    expect(await endOf(shop, accountId)).toBe(end + MONTH)
  })

  test('waits for the money: not when refused, later when the answer was lost', async () => {
    const { shop, accountId, orderId, end } = await bought()
    shop.alipay.fail('lost', 5)
    expect(await refund(shop, { orderId, amount: '2' })).toBe('provider unreachable')
    expect(await endOf(shop, accountId)).toBe(end + MONTH)
    shop.alipay.heal()
    shop.clock.add(60_000)
    await queryDue(shop.world, findKnownProvider)
    shop.clock.add(60_000)
    await queryDue(shop.world, findKnownProvider)
    expect(await endOf(shop, accountId)).toBe(end)

    const other = await bought()
    other.shop.alipay.finish(other.orderId)
    expect(await refund(other.shop, { orderId: other.orderId })).toBe('provider refused')
    expect(await endOf(other.shop, other.accountId)).toBe(other.end + MONTH)
    expect(await shownOf(other.shop, other.orderId)).not.toBeNull()
    const trade = other.shop.alipay.trades.get(other.orderId)
    if (trade) trade.status = 'TRADE_SUCCESS'
    // The refused one asked for it; this one does not.
    expect(await refund(other.shop, { orderId: other.orderId, shorten: false })).toBe(200)
    expect(await endOf(other.shop, other.accountId)).toBe(other.end + MONTH)
  })

  test('is continued by others, once, where the process died after the money went back', async () => {
    const { shop, accountId, orderId, end } = await bought()
    const fake = openFakeProvider('alipay')
    await fake.provider.create({ orderId, providerId: null, amount: 1000, subject: '' })
    fake.pay(orderId)
    const dying: Provider = {
      ...fake.provider,
      async refund(...words) {
        await fake.provider.refund(...words)
        return new Promise<never>(() => {})
      },
    }
    const request = { orderId, amount: 300, requestId: 'dies-here', actorId: 1, shorten: true }
    void refundOrder(shop.world, dying, request)
    await vi.waitFor(() => expect(fake.trades.get(orderId)?.refunds.size).toBe(1))
    expect(await endOf(shop, accountId)).toBe(end + MONTH)
    const order = await storedOrder(shop, orderId)
    const find = async () => fake.provider
    await Promise.all([
      settleRefunds(shop.world, find, order),
      settleRefunds(shop.world, find, order),
      refundOrder(shop.world, fake.provider, request),
    ])
    expect(await endOf(shop, accountId)).toBe(end)
    expect(await shortenings(shop, orderId)).toHaveLength(1)
    expect([...(fake.trades.get(orderId)?.refunds.values() ?? [])]).toEqual([300])
    expect(await checkLedger(shop.db)).toEqual([])
  })

  test('keeps what is bought at the same moment', async () => {
    const { shop, accountId, orderId, end } = await bought()
    const next = await orderByAlipay(shop, { accountId })
    shop.alipay.pay(next.orderId)
    await Promise.all([refund(shop, { orderId }), statusOf(shop, next.orderId)])
    expect((await storedOrder(shop, next.orderId)).deliveredTime).not.toBeNull()
    expect(await endOf(shop, accountId)).toBe(end + MONTH)
  })

  // On PostgreSQL both are in the middle of a transaction.
  test('waits for another call that moves the same end', async () => {
    const { shop, accountId, orderId, end } = await bought()
    let refunding: Promise<unknown> | undefined
    await shop.db.transaction().execute(async (tx) => {
      const row = { cycleStart: end, cycles: 2, expireTime: end + 2 * MONTH }
      await changeAccount(tx, accountId, row)
      refunding = refund(shop, { orderId })
      await pause(200)
    })
    expect(await refunding).toBe(200)
    expect(await endOf(shop, accountId)).toBe(end + MONTH)
  })

  test.each([['without an end', { type: 1, cycleStart: null, cycles: null, expireTime: null }]])(
    'takes nothing from an account %s',
    async (_name, changes) => {
      const { shop, accountId, orderId } = await bought()
      await shop.db.updateTable('account').set(changes).where('id', '=', accountId).execute()
      const before = await endOf(shop, accountId)
      expect(await shownOf(shop, orderId)).toBeNull()
      expect(await refund(shop, { orderId })).toBe(200)
      expect(await endOf(shop, accountId)).toBe(before)
    },
  )

  test('takes the pack back, whose money is back, and nothing for what was deleted or not delivered', async () => {
    const { shop, accountId, orderId, end } = await bought()
    const pack = await aPlan(shop, { baseId: shop.planId, alipay: 100, flow: 1000 })
    const packed = await buyByAlipay(shop, { accountId, orderId: pack })
    expect(await shownOf(shop, packed)).toBeNull()
    expect(await refund(shop, { orderId: packed })).toBe(200)
    expect(await endOf(shop, accountId)).toBe(end + MONTH)
    await shop.db.deleteFrom('flowPack').execute()
    await shop.db.deleteFrom('account').where('id', '=', accountId).execute()
    expect(await shownOf(shop, orderId)).toBeNull()
    expect(await refund(shop, { orderId })).toBe(200)
    const unpaid = await orderByAlipay(shop)
    expect(await shownOf(shop, unpaid.orderId)).toBeNull()
  })
})
