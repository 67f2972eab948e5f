import { describe, expect, test } from 'vitest'
import { ACCOUNT_TYPES, PERIOD } from '#rules/account.ts'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import { deliverOrder } from '../../../server/shop/fulfilment/deliver.ts'
import { anAccount, anOrder, aPlan, aServer, months } from '../../support/make.ts'
import { eventsOf, storedOrder } from '../../support/shop.ts'
import { makeWorld } from '../../support/world.ts'

const WEEK = PERIOD[ACCOUNT_TYPES.week]!
const MONTH = PERIOD[ACCOUNT_TYPES.month]!

/** A customer who paid for a month, with nothing delivered yet. */
async function paid(plan: Parameters<typeof aPlan>[1] = {}) {
  const world = await makeWorld()
  const { id: userId } = await world.person()
  const planId = await aPlan(world, { alipay: 1000, flow: 700, ...plan })
  const books = { credit: 'alipay', debit: `owed:${userId}`, amount: 1000, currency: 'CNY' }
  /** Delivers an order for an account; returns the account that has it, or why none has. */
  const deliver = async (changes: Parameters<typeof anOrder>[2] = {}) => {
    const order = { amount: 1000, planId, status: 'TRADE_SUCCESS', paidTime: 1, ...changes }
    const id = await anOrder(world, { id: userId }, { orderId: 'A1', ...order })
    const effect = `paid:${id}`
    await world.db
      .insertInto('ledger')
      .values({
        effect,
        placedOrderId: id,
        time: 0,
        ...books,
        debit: `owed:${order.userId ?? userId}`,
      })
      .execute()
    const isDone = await deliverOrder(world.world, id)
    const { accountId, failure, status, failures } = await storedOrder(world, 'A1')
    expect(status).toBe(isDone ? 'FINISH' : 'TRADE_SUCCESS')
    expect(failures).toBe(isDone ? null : 1)
    if (!isDone) expect(await eventsOf(world, id)).toEqual([`failed ${failure}`])
    expect(await checkLedger(world.db)).toEqual([])
    return failure ?? accountId
  }
  const accounts = () => world.db.selectFrom('account').selectAll().orderBy('id').execute()
  const packs = () =>
    world.db.selectFrom('flowPack').select(['accountId', 'flow', 'createTime']).execute()
  const own = (changes: Parameters<typeof anAccount>[1] = {}) =>
    anAccount(world, { userId, ...months(world, 1), ...changes })
  return { world, userId, planId, deliver, accounts, packs, own }
}

const aPack = { baseId: 1, type: null, cycle: null }

describe('a plan', () => {
  test('opens an account on its terms', async () => {
    const { world, userId, planId, deliver, accounts } = await paid({
      cycle: 2,
      server: '[1,2]',
      autoRemove: 1,
      autoRemoveDelay: 5,
      multiServerFlow: 1,
      portRange: '9000',
    })
    const id = await deliver()
    expect(await accounts()).toMatchObject([
      {
        id,
        userId,
        orderId: planId,
        port: 9000,
        type: 3,
        cycleStart: world.clock.at,
        cycles: 2,
        expireTime: world.clock.at + 2 * MONTH,
        flow: 700,
        server: '[1,2]',
        autoRemove: 1,
        autoRemoveDelay: 5,
        multiServerFlow: 1,
        active: 1,
        createTime: world.clock.at,
      },
    ])
  })

  test('is not delivered where its one port is taken, or its buyer is gone', async () => {
    const { world, deliver, accounts, own } = await paid({ portRange: '9000' })
    await own({ port: 9000 })
    expect(await deliver()).toBe('noPort')
    await world.db.deleteFrom('placedOrder').execute()
    await world.db.deleteFrom('ledger').execute()
    await world.db.deleteFrom('orderEvent').execute()
    expect(await deliver({ userId: 99 })).toBe('userGone')
    expect(await accounts()).toHaveLength(1)
  })

  test.each([
    ['gone', async () => 99],
    ['somebody else’s', async ({ world, own }: Paid) => own({ userId: (await world.person()).id })],
    ['nobody’s', async ({ own }: Paid) => own({ userId: null })],
  ])('for an account that is %s by now opens a new one', async (_whose, find) => {
    const shop = await paid()
    const accountId = await find(shop)
    const before = await shop.accounts()
    const opened = await shop.deliver({ accountId })
    expect(opened).not.toBe(accountId)
    expect(await shop.accounts()).toEqual([
      ...before,
      expect.objectContaining({ id: opened, userId: shop.userId }),
    ])
  })

  test('adds its time to the account it is for, which keeps its port', async () => {
    const { world, planId, deliver, accounts, own } = await paid()
    const accountId = await own({ port: 7000, flow: 700, cycleStart: world.clock.at - 1 })
    const { at } = world.clock
    await world.db
      .updateTable('account')
      .set({ expireTime: at - 1 + MONTH })
      .execute()
    const [before] = await accounts()
    expect(await deliver({ accountId })).toBe(accountId)
    const times = { cycleStart: at - 1, cycles: 2, expireTime: at - 1 + 2 * MONTH }
    expect(await accounts()).toEqual([{ ...before, ...times, orderId: planId }])
  })

  test('counts no time of an account that was not started', async () => {
    const { world, deliver, accounts, own } = await paid()
    const waitingSince = world.clock.at
    const accountId = await own({ active: 0, waitingSince })
    world.clock.add(3 * MONTH)
    await deliver({ accountId })
    const [{ expireTime } = {}] = await accounts()
    expect(expireTime).toBe(waitingSince + 2 * MONTH)
  })

  test('adds nothing to an account without an end', async () => {
    const { deliver, accounts, own } = await paid()
    const accountId = await own({ type: 1, cycleStart: null, cycles: null, expireTime: null })
    const before = await accounts()
    expect(await deliver({ accountId })).toBe('accountUnlimited')
    expect(await accounts()).toEqual(before)
  })

  test('reports ports only where it changes the servers', async () => {
    const { world, deliver, accounts, own } = await paid()
    await aServer(world)
    await aServer(world, { shift: 1000 })
    // Two that got into each other’s way long ago.
    const accountId = await own({ port: 7000 })
    await own({ port: 8000 })
    expect(await deliver({ accountId })).toBe(accountId)
    expect((await accounts())[0]?.expireTime).toBe(world.clock.at + 2 * MONTH)
  })

  test.each([
    ['without a type', { type: null }],
    ['without an end', { type: 1 }],
    ['of an unknown type', { type: 9 }],
    ['without periods', { cycle: null }],
    ['of no periods', { cycle: 0 }],
    ['of less than a period', { cycle: -1 }],
  ])('%s cannot be delivered', async (_which, changes) => {
    const { deliver, accounts } = await paid(changes)
    expect(await deliver()).toBe('planIncomplete')
    expect(await accounts()).toEqual([])
  })

  test('of an older server in quarters or years is one in months', async () => {
    const { world, deliver, accounts } = await paid({ type: 6, cycle: 3 })
    await deliver()
    expect(await accounts()).toMatchObject([
      { type: 3, cycles: 3, expireTime: world.clock.at + 3 * MONTH },
    ])
  })

  test('that is gone cannot be delivered, nor an unknown one', async () => {
    const { deliver } = await paid()
    expect(await deliver({ planId: 99 })).toBe('planGone')
    const other = await paid()
    expect(await other.deliver({ planId: null })).toBe('planGone')
  })

  test('is what it was when it was sold, and not what it is now', async () => {
    const { planId, deliver, accounts } = await paid({ flow: 1 })
    const terms = { id: planId, baseId: 0, name: 'Old', type: 2, cycle: 3, flow: 42, refTime: 0 }
    await deliver({ terms: JSON.stringify({ ...terms, server: null }) })
    expect(await accounts()).toMatchObject([
      { type: 2, cycles: 3, flow: 42, active: 1, autoRemove: 0, multiServerFlow: 0 },
    ])
    expect((await accounts())[0]?.autoRemoveDelay).toBe(0)
  })
})

type Paid = Awaited<ReturnType<typeof paid>>

describe('a flow pack', () => {
  test.each<[string, (shop: Paid) => Promise<number | null>, string]>([
    ['no account', async () => null, 'accountGone'],
    ['an account that is gone', async () => 99, 'accountGone'],
    ['nobody’s account', ({ own }) => own({ userId: null }), 'accountGone'],
    ['an account without an end', ({ own }) => own({ type: 1 }), 'accountUnlimited'],
    [
      'an account that ends now',
      ({ world, own }) =>
        own({ type: 2, cycleStart: world.clock.at - WEEK, cycles: 1, expireTime: world.clock.at }),
      'accountExpired',
    ],
  ])('for %s is not delivered', async (_which, find, failure) => {
    const shop = await paid(aPack)
    expect(await shop.deliver({ accountId: await find(shop) })).toBe(failure)
    expect(await shop.packs()).toEqual([])
  })

  test('for an account that ends in a moment counts from now', async () => {
    const shop = await paid(aPack)
    const { at } = shop.world.clock
    const times = { type: 2, cycleStart: at - WEEK + 1, cycles: 1, expireTime: at + 1 }
    const accountId = await shop.own(times)
    expect(await shop.deliver({ accountId })).toBe(accountId)
    expect(await shop.packs()).toEqual([{ accountId, flow: 700, createTime: at }])
  })
})
