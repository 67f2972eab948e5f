import { describe, expect, test } from 'vitest'
import { anAccount, anOrder, aPlan } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const LISTS = [
  ['listAlipayOrders', 'alipay', '/api/admin/alipay', 'FINISH', 'TRADE_CLOSED'],
  ['listPaypalOrders', 'paypal', '/api/admin/paypal', 'finish', 'closed'],
  ['listRefOrders', 'refOrder', '/api/admin/refOrder', 'FINISH', undefined],
  ['listGiftcardOrders', 'giftcard', '/api/admin/giftcard', 'USED', undefined],
] as const

const OF_USER = [
  ['listUserAlipayOrders', 'alipay', '/api/admin/alipay/{userId}', 'FINISH'],
  ['listUserPaypalOrders', 'paypal', '/api/admin/paypal/{userId}', 'finish'],
  ['listUserRefOrders', 'refOrder', '/api/admin/refOrder/{userId}', 'FINISH'],
  ['listUserGiftcardOrders', 'giftcard', '/api/admin/giftcard/{userId}', 'USED'],
] as const

describe.each([...LISTS])('%s', (_operation, kind, path, done, closed) => {
  test('lists orders of its kind alone, newest first, a page at a time', async () => {
    const world = await makeWorld()
    const user = await world.person({ email: 'ann@a.com' })
    const planId = await aPlan(world, { name: 'Month' })
    const accountId = await anAccount(world, { port: 7000 })
    const amount = kind === 'alipay' || kind === 'paypal' ? 1050 : null
    const common = { kind, status: done, planId, accountId, amount, refTime: 5, data: '{"a":1}' }
    for (const orderId of ['1', '2', '3']) {
      await anOrder(world, user, { ...common, orderId })
      world.clock.add(1000)
    }
    await anOrder(world, user, { orderId: 'X', kind: kind === 'alipay' ? 'paypal' : 'alipay' })
    const query = { pageSize: 2 }
    const { data } = await world.as(mainAdmin).GET(path, { params: { query } })
    expect(data).toMatchObject({ total: 3, page: 1, pageSize: 2, maxPage: 2 })
    expect(data?.orders).toMatchObject([
      { orderId: '3', username: 'ann@a.com', port: 7000, status: done },
      { orderId: '2' },
    ])
    if (kind === 'alipay')
      expect(data?.orders[0]).toMatchObject({ alipayData: { a: 1 }, amount: '10.50' })
  })

  test('filters by state and search, and shows other admins their own group', async () => {
    const world = await makeWorld()
    const user = await world.person({ email: 'ann@a.com', groupId: 4 })
    await anOrder(world, user, { kind, orderId: 'done', status: done })
    if (closed) await anOrder(world, user, { kind, orderId: 'over', status: closed })
    const numbers = async (query: object, as = mainAdmin) => {
      const { data } = await world.as(as).GET(path, { params: { query } })
      return data?.orders.map(({ orderId }: { orderId: string }) => orderId)
    }
    expect(await numbers({ filter: ['FINISH'] })).toEqual(['done'])
    expect(await numbers({ filter: ['TRADE_CLOSED'] })).toEqual(closed ? ['over'] : [])
    expect(await numbers({ search: 'ANN@', filter: ['FINISH'] })).toEqual(['done'])
    expect(await numbers({ search: 'nobody' })).toEqual([])
    const [own, other] = [
      await world.person({ type: 'admin', groupId: 4 }),
      await world.person({ type: 'admin', groupId: 5 }),
    ]
    expect(await numbers({}, own)).toContain('done')
    expect(await numbers({}, other)).toEqual([])
  })
})

describe.each([...OF_USER])('%s', (_operation, kind, path, done) => {
  test('lists all orders of one user, newest first, within the own group', async () => {
    const world = await makeWorld()
    const [user, other] = [await world.person({ groupId: 4 }), await world.person()]
    await anOrder(world, user, { kind, orderId: 'old', status: done })
    world.clock.add(1)
    await anOrder(world, user, { kind, orderId: 'new', status: done })
    await anOrder(world, other, { kind, status: done })
    const read = (as = mainAdmin) =>
      world.as(as).GET(path, { params: { path: { userId: user.id } } })
    const { data } = await read()
    expect(data?.map(({ orderId }: { orderId: string }) => orderId)).toEqual(['new', 'old'])
    const stranger = await world.person({ type: 'admin', groupId: 5 })
    expect((await read(stranger)).response.status).toBe(403)
  })
})
