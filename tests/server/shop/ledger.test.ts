import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redeem } from '../../../server/shop/giftcards/redeem.ts'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import { placeOrder } from '../../../server/shop/checkout/placeOrder.ts'
import { queryDue, deliverDue } from '../../../server/shop/reconciliation/reconcile.ts'
import { refundOrder } from '../../../server/shop/refunds/refund.ts'
import { takeStatement } from '../../../server/shop/settlement/settle.ts'
import type { World } from '../../../server/http/world.ts'
import { anAccount, aPlan, months } from '../../support/make.ts'
import { endsOf, replayedEnds } from '../../support/replay.ts'
import { mortal, openFakeProvider, type FakeProvider } from '../../support/fakeProvider.ts'
import { makeWorld } from '../../support/world.ts'

type Kind = 'alipay' | 'paypal'
type Action =
  | { action: 'place'; kind: Kind; plan: number; account: number }
  | { action: 'pay'; order: number; part: number }
  | { action: 'hold'; order: number }
  | { action: 'notify'; order: number; times: number }
  | { action: 'lie'; order: number }
  | { action: 'close'; order: number }
  | { action: 'wait'; ms: number }
  | { action: 'look' }
  | { action: 'refund'; order: number; part: number; again: boolean }
  | { action: 'edit'; plan: number }
  | { action: 'drop'; account: number }
  | { action: 'redeem'; card: number; account: number; times: number }
  | { action: 'behaviour'; behaviour: 'well' | 'unreachable' | 'refused' | 'lost' }

const MINUTE = 60_000
const index = fc.nat({ max: 9 })
const kind = fc.constantFrom<Kind>('alipay', 'paypal')
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ action: fc.constant('place'), kind, plan: index, account: index }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      action: fc.constant('pay'),
      order: index,
      part: fc.constantFrom(1, 1, 1, 0.5),
    }),
  },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('hold'), order: index }) },
  {
    weight: 5,
    arbitrary: fc.record({
      action: fc.constant('notify'),
      order: index,
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('lie'), order: index }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('close'), order: index }) },
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constant('wait'),
      ms: fc.constantFrom(MINUTE, 50 * MINUTE, 3_000 * MINUTE),
    }),
  },
  { weight: 3, arbitrary: fc.record({ action: fc.constant('look') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constant('refund'),
      order: index,
      part: fc.constantFrom(0.3, 1),
      again: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('edit'), plan: index }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('drop'), account: index }) },
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constant('redeem'),
      card: index,
      account: index,
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      action: fc.constant('behaviour'),
      behaviour: fc.constantFrom('well', 'unreachable', 'refused', 'lost'),
    }),
  },
) as fc.Arbitrary<Action>
/** When the process dies in the middle of the action: at which of its statements. */
const death = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 30 }) },
)
const steps = fc.array(fc.record({ action, death }), { minLength: 40, maxLength: 120, size: 'max' })

/** A shop by one of both rules of time that is left. */
async function openShop(timeTakesLastTerms: boolean) {
  const shop = await makeWorld()
  const { db } = shop
  const rule = JSON.stringify({ timeTakesLastTerms })
  await db.insertInto('setting').values({ key: 'account', value: rule }).execute()
  await db.insertInto('setting').values({ key: 'ref', value: '{"useRef":true}' }).execute()
  const [buyer, inviter] = [await shop.person(), await shop.person()]
  const code = { code: '1', sourceUserId: inviter.id, maxUser: 9, createTime: 0 }
  const { id: codeId } = await db
    .insertInto('refCode')
    .values(code)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('referral').values({ codeId, userId: buyer.id, createTime: 0 }).execute()
  const terms = {
    flow: 1000,
    alipay: 1000,
    paypal: 300,
    refTime: 999_999,
    changeOrderType: 1 as const,
  }
  const month = await aPlan(shop, terms)
  const plans = [
    month,
    await aPlan(shop, { ...terms, type: 2, cycle: 3 }),
    // Only one port: what is bought second is stuck.
    await aPlan(shop, { ...terms, portRange: '20000' }),
    await aPlan(shop, { ...terms, baseId: month, type: null, cycle: null, refTime: null }),
  ]
  const mine = { userId: buyer.id, orderId: month, flow: 1000, ...months(shop, 1) }
  await anAccount(shop, mine)
  await anAccount(shop, { ...mine, userId: inviter.id })
  await anAccount(shop, { ...mine, userId: inviter.id })
  const card = { batchNumber: 1, status: 'AVAILABLE' as const, createTime: 0 }
  for (let position = 1; position <= 5; position += 1)
    await db
      .insertInto('giftcard')
      .values({ ...card, position, code: `card${position}`, planId: plans[position % 3] ?? 0 })
      .execute()
  const fakeProviders = { alipay: openFakeProvider('alipay'), paypal: openFakeProvider('paypal') }
  return { ...shop, buyer, plans, fakeProviders, starts: await endsOf(db) }
}

type Shop = Awaited<ReturnType<typeof openShop>>

/** Waits for all, also where one fails: an action is over before the next begins. */
const together = (actions: Promise<unknown>[]) => Promise.allSettled(actions)

/** Does one thing that may happen, in a process that may die of it. */
async function happen(shop: Shop, world: World, act: Action): Promise<unknown> {
  const { fakeProviders, clock, buyer, plans } = shop
  const orders = await shop.db
    .selectFrom('placedOrder')
    .selectAll()
    .where('kind', 'in', ['alipay', 'paypal'])
    .orderBy('id')
    .execute()
  const accounts = await shop.db
    .selectFrom('account')
    .select('id')
    .where('userId', '=', buyer.id)
    .orderBy('id')
    .execute()
  const order = 'order' in act ? orders[act.order % Math.max(1, orders.length)] : undefined
  const fakeProvider = order && fakeProviders[order.kind as Kind]
  const accountId = 'account' in act ? (accounts[act.account]?.id ?? null) : null
  const find = async (_: unknown, of: string) => fakeProviders[of as Kind].provider
  const statement = (of: FakeProvider) => of.statement(order?.orderId ?? '')
  switch (act.action) {
    case 'place': {
      const wish = { buyer, planId: plans[act.plan % plans.length] ?? 0, accountId }
      return placeOrder(world, fakeProviders[act.kind].provider, wish)
    }
    case 'pay':
      return order && fakeProvider?.pay(order.orderId, Math.round((order.amount ?? 0) * act.part))
    case 'hold':
      return order?.kind === 'paypal' && fakeProvider?.hold(order.orderId)
    case 'notify':
      return (
        fakeProvider &&
        together(
          Array.from({ length: act.times }, () => takeStatement(world, statement(fakeProvider))),
        )
      )
    case 'lie':
      return (
        fakeProvider &&
        takeStatement(world, {
          ...statement(fakeProvider),
          status: 'paid',
          amount: 1,
          paymentId: 'x',
        })
      )
    case 'close':
      return fakeProvider && takeStatement(world, { ...statement(fakeProvider), status: 'closed' })
    case 'wait':
      return clock.add(act.ms)
    case 'look':
      return together([deliverDue(world, find), queryDue(world, find)])
    case 'refund': {
      if (!order || !fakeProvider) return undefined
      const amount = Math.round((order.amount ?? 0) * act.part)
      const requestId = act.again ? 'the-same' : `request-${clock.at}-${act.part}`
      const requested = { orderId: order.orderId, amount, requestId, actorId: 1 }
      return together([
        refundOrder(world, fakeProvider.provider, requested),
        refundOrder(world, fakeProvider.provider, requested),
      ])
    }
    case 'edit':
      return shop.db
        .updateTable('plan')
        .set({ alipay: 1100, flow: 2000 })
        .where('id', '=', plans[act.plan % 3] ?? 0)
        .execute()
    case 'drop':
      return accountId && shop.db.deleteFrom('account').where('id', '=', accountId).execute()
    case 'redeem': {
      const wish = { code: `card${(act.card % 5) + 1}`, buyer, accountId }
      return together(Array.from({ length: act.times }, () => redeem(world, wish)))
    }
    case 'behaviour':
      return Object.values(fakeProviders).forEach(({ behave }) => behave(act.behaviour))
  }
}

describe('any events, in any order, with a process that dies anywhere', () => {
  test('each payment is delivered once or stuck with a reason, and the books agree', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (happened, timeTakesLastTerms) => {
        const shop = await openShop(timeTakesLastTerms)
        for (const { action: act, death: last } of happened) {
          const world = last === null ? shop.world : mortal(shop.world, last)
          // Refusals and deaths are both allowed; what they leave behind is what counts.
          await happen(shop, world, act).catch(() => {})
          expect(await checkLedger(shop.db)).toEqual([])
        }
        await settleAll(shop)
        await checkOutcome(shop)
        // By the other rule ends depend on prices, of which `fair-time.test.ts` keeps books.
        if (timeTakesLastTerms) await checkEnds(shop)
      }),
      {
        numRuns: process.env.TEST_DATABASE_URL ? 10 : 30,
        // A failure is made as short as it gets within this time; fewer runs than wanted are one.
        interruptAfterTimeLimit: 150_000,
        markInterruptAsFailure: true,
      },
    )
  }, 200_000)
})

/** Lets the time pass in which everything that can be made good is. */
async function settleAll(shop: Shop) {
  Object.values(shop.fakeProviders).forEach(({ behave }) => behave('well'))
  const find = async (_: unknown, of: string) => shop.fakeProviders[of as Kind].provider
  for (let round = 0; round < 4; round += 1) {
    shop.clock.add(7 * 60 * MINUTE)
    await queryDue(shop.world, find)
    await deliverDue(shop.world, find)
  }
  // Orders too old to be polled are only reported by a notice.
  const silent = await shop.db
    .selectFrom('placedOrder')
    .select(['kind', 'orderId'])
    .where('nextTry', 'is', null)
    .where('kind', 'in', ['alipay', 'paypal'])
    .execute()
  for (const { kind: of, orderId } of silent)
    await takeStatement(shop.world, shop.fakeProviders[of as Kind].statement(orderId))
}

async function checkOutcome(shop: Shop) {
  const { db, fakeProviders } = shop
  expect(await checkLedger(db)).toEqual([])
  const orders = await db.selectFrom('placedOrder').selectAll().execute()
  const counted = await db.selectFrom('orderEvent').select(['placedOrderId', 'event']).execute()
  const times = (id: number, event: string) =>
    counted.filter((row) => row.placedOrderId === id && row.event === event).length
  for (const order of orders) {
    const { id, kind: of, amount, orderId, refunded } = order
    expect(times(id, 'delivered')).toBe(order.deliveredTime === null ? 0 : 1)
    if (of !== 'alipay' && of !== 'paypal') continue
    const trade = fakeProviders[of].trades.get(orderId)
    const isPaid = trade?.status === 'paid' && trade.paid === amount
    // Two days are longer than any gap between polls, so every payment is known by now.
    expect(order.paidTime !== null, `${of} ${order.status}`).toBe(isPaid)
    expect(times(id, 'paid')).toBe(isPaid ? 1 : 0)
    if (!isPaid) continue
    const back = [...trade.refunds.values()].reduce((sum, part) => sum + part, 0)
    expect(refunded ?? 0).toBe(back)
    const isStuck = order.failure !== null && order.nextTry !== null
    expect(order.deliveredTime !== null || isStuck || back === amount).toBe(true)
  }
  const used = await db.selectFrom('giftcard').select('code').where('status', '=', 'USED').execute()
  const redeemed = orders.filter((order) => order.kind === 'giftcard')
  expect(redeemed.map(({ orderId }) => orderId).sort()).toEqual(used.map(({ code }) => code).sort())
}

async function checkEnds({ db, starts }: Shop) {
  const [ends, model] = [await endsOf(db), await replayedEnds(db, starts)]
  for (const [id, end] of ends) expect(end, `account ${id}`).toBe(model.get(id))
}
