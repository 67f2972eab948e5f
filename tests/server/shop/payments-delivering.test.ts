import { describe, expect, test, vi } from 'vitest'
import { deliverOrder, notifyStuck } from '../../../server/shop/fulfilment/deliver.ts'
import { rewardInviter } from '../../../server/shop/fulfilment/reward.ts'
import { anAccount, anOrder, aPlan, months } from '../../support/make.ts'
import { eventsOf, storedOrder } from '../../support/shop.ts'
import { makeWorld } from '../../support/world.ts'

const HOUR = 3_600_000

type World = Awaited<ReturnType<typeof makeWorld>>

/** An order of 10.00 that was paid. */
async function paid(changes: Parameters<typeof anOrder>[2] = {}) {
  const world = await makeWorld()
  const ann = await world.person({ email: 'ann@example.com' })
  const planId = await aPlan(world, { alipay: 1000 })
  const order = { amount: 1000, planId, status: 'TRADE_SUCCESS', paidTime: 1, nextTry: 0 }
  const id = await anOrder(world, ann, { orderId: 'A1', ...order, ...changes })
  const stored = () => storedOrder(world, 'A1')
  const notified = () =>
    world.db
      .selectFrom('event')
      .select(['kind', 'userId', 'subjectId', 'effect', 'data', 'createTime'])
      .orderBy('id')
      .execute()
  const mails = () => world.db.selectFrom('mail').selectAll().execute()
  return { world, ann, planId, id, stored, notified, mails }
}

const moved = ({ db }: World) =>
  db
    .selectFrom('ledger')
    .select(['effect', 'placedOrderId', 'credit', 'debit', 'amount', 'currency', 'time'])
    .orderBy('id')
    .execute()

/** A person with accounts who invited this one, while that is rewarded. */
async function invite(world: World, userId: number, accounts: number) {
  const inviter = await world.person()
  const useRef = JSON.stringify({ useRef: true })
  await world.db.insertInto('setting').values({ key: 'ref', value: useRef }).execute()
  const code = { id: 1, code: '7', sourceUserId: inviter.id, maxUser: 1, createTime: 0 }
  await world.db.insertInto('refCode').values(code).execute()
  await world.db.insertInto('referral').values({ codeId: 1, userId, createTime: 0 }).execute()
  const ids: number[] = []
  for (let made = 0; made < accounts; made += 1)
    ids.push(await anAccount(world, { userId: inviter.id, ...months(world, 1) }))
  await anAccount(world, { userId: inviter.id })
  return { inviter, ids }
}

describe('delivering', () => {
  test.each([
    ['alipay', 'TRADE_SUCCESS', 'FINISH', 'CNY'],
    ['paypal', 'approved', 'finish', 'USD'],
  ] as const)('by %s is in the row, the books and the history', async (kind, from, to, money) => {
    const { world, ann, id, stored, notified } = await paid({
      kind,
      status: from,
      failure: 'noPort',
    })
    const { at: now } = world.clock
    expect(await deliverOrder(world.world, id)).toBe(true)
    const order = await stored()
    expect(order).toMatchObject({ status: to, deliveredTime: now, failure: null, nextTry: null })
    expect(await moved(world)).toEqual([
      {
        effect: `delivered:${id}`,
        placedOrderId: id,
        credit: `owed:${ann.id}`,
        debit: 'delivered',
        amount: 1000,
        currency: money,
        time: now,
      },
    ])
    expect(await eventsOf(world, id)).toEqual([`delivered ${order.accountId}`])
    expect(await notified()).toEqual([
      {
        kind: 'delivered',
        userId: ann.id,
        subjectId: ann.id,
        effect: `delivered:${id}`,
        data: JSON.stringify({ orderId: 'A1', kind }),
        createTime: now,
      },
    ])
  })

  test('leaves out of the books what went back, and looks after that at once', async () => {
    const { world, id, stored } = await paid({ refunded: 300 })
    await deliverOrder(world.world, id)
    expect((await stored()).nextTry).toBe(world.clock.at)
    expect(await moved(world)).toMatchObject([{ amount: 700 }])
  })

  test.each([
    [{ status: 'CREATE' }],
    [{ status: 'FINISH' }],
    [{ status: 'TRADE_CLOSED' }],
    [{ status: 'approved' }],
    [{ kind: 'paypal' as const }],
    [{ kind: 'giftcard' as const }],
    [{ deliveredTime: 5 }],
  ])('is not done for %j', async (changes) => {
    const { world, id, stored } = await paid(changes)
    const before = await stored()
    expect(await deliverOrder(world.world, id)).toBe(false)
    expect(await stored()).toEqual(before)
    expect(await moved(world)).toEqual([])
    expect(world.woken.times).toBe(0)
  })

  test('returns the ports of the account and of those who gain by it', async () => {
    const { world, ann, id, stored } = await paid()
    await world.db.updateTable('plan').set({ refTime: HOUR }).execute()
    // Held lowest first, which the account that was paid for may be.
    const own = await anAccount(world, { userId: ann.id, ...months(world, 1) })
    await world.db.updateTable('placedOrder').set({ accountId: own }).execute()
    const { ids } = await invite(world, ann.id, 2)
    const woken: unknown[] = []
    await deliverOrder({ ...world.world, wake: (some) => void woken.push(some) }, id)
    expect((await stored()).accountId).toBe(own)
    expect(woken).toEqual([[own, own, ...ids]])
  })

  test.each([
    ['a customer, by mail', 'normal', true, 1],
    ['a customer of a site without mail', 'normal', false, 0],
    ['an admin', 'admin', true, 0],
  ] as const)('is reported to %s', async (_whom, type, hasServer, number) => {
    const { world, ann, id, mails } = await paid()
    await world.db.updateTable('user').set({ type }).where('id', '=', ann.id).execute()
    const server = { key: 'mailServer', value: JSON.stringify({ host: 'mail.example.com' }) }
    if (hasServer) await world.db.insertInto('setting').values(server).execute()
    expect(await deliverOrder(world.world, id)).toBe(true)
    const same = { kind: 'order', recipient: 'ann@example.com', userId: ann.id }
    const mail = { ...same, effect: `order:${id}`, status: 'waiting', createTime: world.clock.at }
    expect(await mails()).toMatchObject(Array(number).fill(mail))
  })
})

describe('what cannot be delivered', () => {
  test('is tried ever less often, and reported to the admins once for each reason', async () => {
    const { world, ann, id, stored, notified } = await paid({ planId: 99 })
    const error = vi.spyOn(world.log, 'error')
    const tries: unknown[] = []
    for (const planId of [99, 99, await aPlan(world, { type: null })]) {
      await world.db.updateTable('placedOrder').set({ planId }).execute()
      expect(await deliverOrder(world.world, id)).toBe(false)
      const { failure, failures, nextTry } = await stored()
      tries.push([failure, failures, nextTry! - world.clock.at])
    }
    expect(tries).toEqual([
      ['planGone', 1, 2_000],
      ['planGone', 2, 10_000],
      ['planIncomplete', 3, 60_000],
    ])
    expect(error).not.toHaveBeenCalled()
    expect(await eventsOf(world, id)).toEqual(['failed planGone', 'failed planIncomplete'])
    const same = { kind: 'paymentStuck', userId: null, subjectId: ann.id }
    expect(await notified()).toEqual(
      ['planGone', 'planIncomplete'].map((failure) => ({
        ...same,
        effect: `stuck:${id}:${failure}`,
        data: JSON.stringify({ orderId: 'A1', kind: 'alipay', failure }),
        createTime: world.clock.at,
      })),
    )
  })

  test('is reported in the log where nobody foresaw why', async () => {
    const { world, id, stored } = await paid({ terms: '{' })
    const error = vi.spyOn(world.log, 'error')
    expect(await deliverOrder(world.world, id)).toBe(false)
    const err = expect.any(SyntaxError)
    expect(error).toHaveBeenCalledExactlyOnceWith({ err, order: id }, expect.any(String))
    expect(await stored()).toMatchObject({ status: 'TRADE_SUCCESS', failure: null, failures: 1 })
  })

  test('is reported once, from any source', async () => {
    const { world, stored, notified } = await paid()
    const order = { ...(await stored()), failure: 'wrongAmount' as const }
    for (const _ of [1, 2]) await notifyStuck(world.db, order, world.clock.at)
    expect(await notified()).toHaveLength(1)
  })
})

describe('a reward', () => {
  test('is an order, an entry and a line of history for each account that ends', async () => {
    const { world, ann, id, notified } = await paid()
    const { inviter, ids } = await invite(world, ann.id, 2)
    const { at: now } = world.clock
    const cause = { id, orderId: 'A1', userId: ann.id, refTime: HOUR }
    await rewardInviter(world.db, world.world, cause)
    const orders = await world.db
      .selectFrom('placedOrder')
      .selectAll()
      .where('kind', '=', 'refOrder')
      .orderBy('id')
      .execute()
    const times = { createTime: now, paidTime: now, deliveredTime: now }
    expect(orders).toMatchObject(
      ids.map((accountId) => ({
        userId: inviter.id,
        accountId,
        refTime: HOUR / 2,
        status: 'FINISH',
        amount: null,
        ...times,
      })),
    )
    const nothing = { credit: 'reward', debit: 'delivered', amount: 0, currency: '', time: now }
    expect(await moved(world)).toEqual(
      orders.map((order) => ({
        effect: `reward:${id}:${order.accountId}`,
        placedOrderId: order.id,
        ...nothing,
      })),
    )
    expect(await eventsOf(world, orders[0]!.id)).toEqual(['delivered A1'])
    expect(await eventsOf(world, id)).toEqual(orders.map(({ orderId }) => `rewarded ${orderId}`))
    expect(await notified()).toEqual([
      {
        kind: 'reward',
        userId: inviter.id,
        subjectId: ann.id,
        effect: `reward:${id}`,
        data: JSON.stringify({ time: HOUR / 2, accounts: 2 }),
        createTime: now,
      },
    ])
  })

  test.each([
    [null, 1],
    [0, 1],
    [-1, 1],
    [HOUR, 0],
  ])('of %s ms for %d accounts is none', async (refTime, accounts) => {
    const { world, ann, id, notified } = await paid()
    await invite(world, ann.id, accounts)
    const rows = () => world.db.selectFrom('account').selectAll().orderBy('id').execute()
    const before = await rows()
    const cause = { id, orderId: 'A1', userId: ann.id, refTime }
    await rewardInviter(world.db, world.world, cause)
    expect(await moved(world)).toEqual([])
    expect(await notified()).toEqual([])
    expect(await rows()).toEqual(before)
  })
})
