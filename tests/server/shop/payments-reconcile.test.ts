import { describe, expect, test, vi } from 'vitest'
import {
  queryDue,
  deliverDue,
  startReconciling,
} from '../../../server/shop/reconciliation/reconcile.ts'
import { settleRefunds } from '../../../server/shop/refunds/refund.ts'
import { anOrder, aPlan } from '../../support/make.ts'
import { storedOrder } from '../../support/shop.ts'
import { openFakeProvider } from '../../support/fakeProvider.ts'
import { makeWorld } from '../../support/world.ts'

/** An order of 10.00 that was paid and is due. */
async function paid(changes: Parameters<typeof anOrder>[2] = {}) {
  const world = await makeWorld()
  const ann = await world.person()
  const planId = await aPlan(world, { alipay: 1000 })
  const order = { amount: 1000, planId, status: 'TRADE_SUCCESS', paidTime: 1, nextTry: 0 }
  const id = await anOrder(world, ann, { orderId: 'A1', ...order, ...changes })
  return { world, ann, id, stored: () => storedOrder(world, 'A1') }
}

describe('reconciling', () => {
  const nobody = async () => undefined

  test.each([
    [0, 'FINISH'],
    [1, 'TRADE_SUCCESS'],
  ])('delivers what is due in %d ms: it is %s', async (wait, status) => {
    const { world, id, stored } = await paid()
    const due = { nextTry: world.clock.at + wait }
    await world.db.updateTable('placedOrder').set(due).where('id', '=', id).execute()
    await deliverDue(world.world, nobody)
    expect((await stored()).status).toBe(status)
  })

  test('keeps others from an order for a minute', async () => {
    const fakeProvider = openFakeProvider('alipay')
    const { world, stored } = await paid({ status: 'CREATE', paidTime: null })
    const held: unknown[] = []
    const find = async () => {
      held.push((await stored()).nextTry)
      await deliverDue(world.world, nobody)
      await queryDue(world.world, nobody)
      return fakeProvider.provider
    }
    await queryDue(world.world, find)
    expect(held).toEqual([world.clock.at + 60_000])
  })

  test('polls five at once, and all that are due', async () => {
    const { world, ann } = await paid()
    const order = { status: 'CREATE', nextTry: 0, expireTime: null }
    for (let made = 0; made < 51; made += 1) await anOrder(world, ann, order)
    const [all, most] = [{ requested: 0, now: 0 }, { at: 0 }]
    await queryDue(world.world, async () => {
      all.requested += 1
      most.at = Math.max(most.at, (all.now += 1))
      await new Promise((resolve) => setTimeout(resolve, 1))
      all.now -= 1
      return undefined
    })
    expect(all).toEqual({ requested: 51, now: 0 })
    expect(most.at).toBe(5)
  })

  test('runs by itself, and stops', async () => {
    const { world, stored } = await paid()
    const { stop } = startReconciling(world.world, nobody)
    await expect.poll(async () => (await stored()).status, { timeout: 20_000 }).toBe('FINISH')
    await stop()
  })
})

test('an order without refunds is not polled any more, regardless of its kind', async () => {
  const { world, ann, stored } = await paid({ status: 'FINISH', nextTry: 5 })
  await anOrder(world, ann, { orderId: 'A2', nextTry: 5 })
  await anOrder(world, ann, { orderId: 'G1', kind: 'giftcard', nextTry: 5 })
  const fakeProvider = openFakeProvider('alipay')
  const refund = vi.spyOn(fakeProvider.provider, 'refund')
  const find = vi.fn(async () => fakeProvider.provider)
  await settleRefunds(world.world, find, await storedOrder(world, 'G1'))
  expect(find).not.toHaveBeenCalled()
  expect((await storedOrder(world, 'G1')).nextTry).toBe(null)
  await settleRefunds(world.world, find, await stored())
  expect((await stored()).nextTry).toBe(null)
  expect((await storedOrder(world, 'A2')).nextTry).toBe(5)
  expect(refund).not.toHaveBeenCalled()
})
