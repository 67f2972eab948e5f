import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { changeAccount, holdAccount } from '../../../server/accounts/store.ts'
import { inTransaction } from '../../../server/database/database.ts'
import { deliverOrder } from '../../../server/shop/fulfilment/deliver.ts'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import { removeExpiredAccounts } from '../../../server/fleet/plane/lifecycle.ts'
import { anAccount, aServer, months } from '../../support/make.ts'
import { aPaidAccount, storedOrder, makeShop, orderByAlipay } from '../../support/shop.ts'
import { makeWorld } from '../../support/world.ts'

const DAY = 86_400_000

/** Orders and pays without anything being delivered yet: what a process leaves that dies then. */
async function pay(shop: Awaited<ReturnType<typeof makeShop>>, wish = {}) {
  const { orderId } = await orderByAlipay(shop, wish)
  const { id, userId, amount } = await storedOrder(shop, orderId)
  const books = { credit: 'alipay', debit: `owed:${userId}`, amount: amount ?? 0, currency: 'CNY' }
  await shop.db
    .insertInto('ledger')
    .values({ effect: `paid:${id}`, placedOrderId: id, time: 0, ...books })
    .execute()
  await shop.db
    .updateTable('placedOrder')
    .set({ status: 'TRADE_SUCCESS', paidTime: shop.clock.at })
    .where('id', '=', id)
    .execute()
  return { id, orderId }
}

// Two processes at one database: on PostgreSQL both are in the middle of a transaction.
describe('at the same moment', () => {
  test('an account is renewed and not removed', async () => {
    const world = await makeWorld()
    const now = world.clock.at
    const over = { ...months(world, 1), expireTime: now - DAY, autoRemove: 1 as const }
    const id = await anAccount(world, { ...over, autoRemoveDelay: 0 })
    let removing: Promise<number[]> | undefined
    await world.db.transaction().execute(async (tx) => {
      await changeAccount(tx, id, { expireTime: now + DAY })
      removing = removeExpiredAccounts(world.db, now)
      await pause(100)
    })
    expect(await removing).toEqual([])
    expect(await world.db.selectFrom('account').select('id').execute()).toEqual([{ id }])
  })

  test('two hold the same accounts the other way round, and both get them', async () => {
    const world = await makeWorld()
    const [one, other] = [await anAccount(world), await anAccount(world)]
    const hold = (first: number, second: number) =>
      inTransaction(world.db, async (tx) => {
        await holdAccount(tx, first)
        await pause(100)
        await holdAccount(tx, second)
        return 'done'
      })
    expect(await Promise.all([hold(one, other), hold(other, one)])).toEqual(['done', 'done'])
  })

  test('orders of two people who invited each other are delivered', async () => {
    const shop = await makeShop()
    const people = [shop.customer, await shop.person()] as const
    await shop.db
      .insertInto('setting')
      .values({ key: 'ref', value: JSON.stringify({ useRef: true }) })
      .execute()
    await shop.db.updateTable('plan').set({ refTime: DAY }).execute()
    const orders: { id: number; orderId: string }[] = []
    for (const [at, as] of people.entries()) {
      const code = { code: String(at), sourceUserId: as.id, maxUser: 1, createTime: 0 }
      const made = await shop.db
        .insertInto('refCode')
        .values(code)
        .returning('id')
        .executeTakeFirstOrThrow()
      const userId = people[1 - at]?.id ?? 0
      await shop.db
        .insertInto('referral')
        .values({ codeId: made.id, userId, createTime: 0 })
        .execute()
    }
    for (const as of people) {
      const accountId = await aPaidAccount(shop, as.id)
      for (let count = 0; count < 4; count++) orders.push(await pay(shop, { as, accountId }))
    }
    await Promise.all(orders.map(({ id }) => deliverOrder(shop.world, id)))
    for (const { orderId } of orders)
      expect(await storedOrder(shop, orderId)).toMatchObject({ status: 'FINISH', failure: null })
    expect(await checkLedger(shop.db)).toEqual([])
  })

  test('two new accounts do not get one port of the machine', async () => {
    const shop = await makeShop()
    await aServer(shop, { shift: 0 })
    await aServer(shop, { shift: 1 })
    // The account on 50000 holds 50001 as well, on the second server.
    await shop.db.updateTable('plan').set({ portRange: '50000-50001' }).execute()
    const other = await shop.person()
    const first = await pay(shop)
    // An earlier release set no ports aside.
    await shop.db.updateTable('placedOrder').set({ reservedPort: null }).execute()
    const orders = [first, await pay(shop, { as: other })]
    await shop.db.updateTable('placedOrder').set({ reservedPort: null }).execute()
    const delivered = await Promise.all(orders.map(({ id }) => deliverOrder(shop.world, id)))
    expect(delivered.toSorted()).toEqual([false, true])
    const failures = await shop.db.selectFrom('placedOrder').select('failure').execute()
    expect(failures.map(({ failure }) => failure)).toContain('noPort')
  })
})
