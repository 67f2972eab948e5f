import { describe, expect, test } from 'vitest'
import type { Query } from '#contract'
import { anAccount, anOrder, aPlan } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const MINE = '/api/user/order'
const ALL = '/api/admin/allOrders'
const ALIPAY = '/api/admin/alipay/recentOrder'
const PAYPAL = '/api/admin/paypal/recentOrder'
const DAY = 86_400_000

type World = Awaited<ReturnType<typeof makeWorld>>

async function read(world: World, query: Query<'listPlacedOrders'> = {}, caller = mainAdmin) {
  const { data } = await world.as(caller).GET(ALL, { params: { query } })
  return data
}

async function numbers(world: World, query: Query<'listPlacedOrders'> = {}, caller = mainAdmin) {
  return (await read(world, query, caller))?.orders.map(({ orderId }) => orderId)
}

describe('listMyOrders', () => {
  test('lists what the caller paid for and was rewarded with, newest first', async () => {
    const world = await makeWorld()
    const [user, other] = [await world.person(), await world.person()]
    expect((await world.as(user).GET(MINE)).data).toEqual([])
    const planId = await aPlan(world, { name: 'Month' })
    const accountId = await anAccount(world, { port: 7000, userId: user.id })
    await anOrder(world, user, { orderId: 'A', planId, accountId })
    world.clock.add(1)
    await anOrder(world, user, { orderId: 'G', kind: 'giftcard', status: 'USED', amount: null })
    world.clock.add(1)
    await anOrder(world, user, { orderId: 'R', kind: 'refOrder', amount: null, refTime: 500 })
    world.clock.add(1)
    await anOrder(world, user, { orderId: 'P', kind: 'paypal', status: 'approved', amount: 100 })
    await anOrder(world, user, { kind: 'paypal', status: 'created' })
    await anOrder(world, user, { status: 'WAIT_BUYER_PAY' })
    await anOrder(world, other)

    const { data } = await world.as(user).GET(MINE)
    const stored = data?.map(({ orderId, type, amount, refTime }) => [
      orderId,
      type,
      amount,
      refTime,
    ])
    expect(stored).toEqual([
      ['P', 'Paypal', '1.00', undefined],
      ['R', '邀请奖励', undefined, 500],
      ['G', '充值码', undefined, undefined],
      ['A', '支付宝', '9.99', undefined],
    ])
    expect(data?.[3]).toMatchObject({ orderName: 'Month', port: 7000, status: 'FINISH' })
    expect((await world.as(null).GET(MINE)).response.status).toBe(401)
  })

  test('lists unpaid orders on request', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const planId = await aPlan(world)
    const expireTime = world.clock.at + 60
    await anOrder(world, user, { orderId: 'W', status: 'CREATE', planId, expireTime })
    await anOrder(world, user, { orderId: 'P', kind: 'paypal', status: 'created', expireTime })
    await anOrder(world, user, { orderId: 'C', status: 'TRADE_CLOSED', expireTime })
    await anOrder(world, user, { orderId: 'F' })
    const mine = async () =>
      (await world.as(user).GET(MINE, { params: { query: { unpaid: 1 } } })).data
    const listed = await mine()
    expect(listed?.map(({ orderId }) => orderId)).toEqual(['F', 'P', 'W'])
    expect(listed?.[2]).toMatchObject({ orderType: planId, accountId: null, expireTime })
    world.clock.add(60)
    expect((await mine())?.map(({ orderId }) => orderId)).toEqual(['F'])
  })
})

describe('listPlacedOrders', () => {
  test('shows an order with its user, plan and account', async () => {
    const world = await makeWorld()
    const user = await world.person({ email: 'ann@a.com', groupId: 4 })
    const planId = await aPlan(world, { name: 'Month' })
    const accountId = await anAccount(world, { port: 7000 })
    await anOrder(world, user, { orderId: 'A', planId, accountId, amount: 1050, expireTime: 9 })
    await world.db
      .insertInto('placedOrder')
      .values({
        kind: 'refOrder',
        orderId: 'B',
        userId: 999,
        status: 'FINISH',
        refTime: 3,
        createTime: 5,
      })
      .execute()
    const { createTime } = { createTime: world.clock.at }
    expect(await read(world)).toEqual({
      total: 2,
      page: 1,
      pageSize: 20,
      maxPage: 1,
      maxCreateTime: createTime,
      orders: [
        {
          kind: 'alipay',
          orderId: 'A',
          orderType: planId,
          orderName: 'Month',
          userId: user.id,
          username: 'ann@a.com',
          group: 4,
          accountId,
          port: 7000,
          amount: '10.50',
          refTime: null,
          status: 'FINISH',
          createTime,
          expireTime: 9,
          state: 'delivered',
        },
        expect.objectContaining({
          orderId: 'B',
          username: null,
          group: null,
          amount: null,
          refTime: 3,
        }),
      ],
    })
  })

  test('keeps orders placed meanwhile from shifting the pages', async () => {
    const world = await makeWorld()
    const user = await world.person()
    for (const orderId of ['1', '2', '3']) {
      await anOrder(world, user, { orderId })
      world.clock.add(1000)
    }
    const first = await read(world, { pageSize: 2 })
    expect(first).toMatchObject({
      total: 3,
      maxPage: 2,
      orders: [{ orderId: '3' }, { orderId: '2' }],
    })
    await anOrder(world, user, { orderId: '4' })
    const { maxCreateTime = 0 } = first ?? {}
    const second = await read(world, { page: 2, pageSize: 2, maxCreateTime })
    expect(second).toMatchObject({ total: 3, maxCreateTime, orders: [{ orderId: '1' }] })
    expect(await read(world, { search: 'nothing' })).toMatchObject({
      total: 0,
      maxCreateTime: 0,
      maxPage: 0,
    })
  })

  test('sorts orders of equal age by kind, then by number', async () => {
    const world = await makeWorld()
    const user = await world.person()
    await anOrder(world, user, { orderId: 'a', kind: 'refOrder' })
    await anOrder(world, user, { orderId: 'c' })
    await anOrder(world, user, { orderId: 'b' })
    expect(await numbers(world)).toEqual(['b', 'c', 'a'])
  })

  test('filters by state, across the words of each kind', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const place = (
      orderId: string,
      kind: 'alipay' | 'paypal' | 'giftcard' | 'refOrder',
      status: string,
    ) => anOrder(world, user, { orderId, kind, status })
    await place('a1', 'alipay', 'CREATE')
    await place('a2', 'alipay', 'WAIT_BUYER_PAY')
    await place('a3', 'alipay', 'FINISH')
    await place('g1', 'giftcard', 'USED')
    await place('p1', 'paypal', 'created')
    await place('p2', 'paypal', 'approved')
    await place('p3', 'paypal', 'finish')
    await place('p4', 'paypal', 'expired')
    await place('r1', 'refOrder', 'FINISH')
    expect(await numbers(world, { filter: ['CREATE'] })).toEqual(['a1', 'p1'])
    expect(await numbers(world, { filter: ['WAIT_BUYER_PAY'] })).toEqual(['a2'])
    expect(await numbers(world, { filter: ['TRADE_SUCCESS'] })).toEqual(['p2'])
    expect(await numbers(world, { filter: ['FINISH'] })).toEqual(['a3', 'g1', 'p3', 'r1'])
    expect(await numbers(world, { filter: ['TRADE_CLOSED'] })).toEqual(['p4'])
    const all = ['CREATE', 'WAIT_BUYER_PAY', 'TRADE_SUCCESS', 'FINISH', 'TRADE_CLOSED'] as const
    expect(await numbers(world, { filter: [...all] })).toHaveLength(9)
    expect(await numbers(world, { kind: ['giftcard', 'refOrder'] })).toEqual(['g1', 'r1'])
    // As many words as there are kinds, and yet not all of them.
    const twice = ['giftcard', 'giftcard', 'refOrder', 'refOrder']
    expect(await numbers(world, { kind: twice })).toEqual(['g1', 'r1'])
  })

  test.each([
    [['cash']],
    [['alipay', 'cash']],
    [['cash', 'cheque', 'card', 'coin']],
    [['toString']],
  ])('refuses a filter of the kinds %j, and so does the table', async (kind) => {
    const { as } = await makeWorld()
    const params = { query: { kind } }
    for (const path of ['/api/admin/allOrders', '/api/admin/allOrders/csv'] as const) {
      const { response, error } = await as(mainAdmin).GET(path, { params })
      expect(response.status).toBe(400)
      expect(JSON.stringify(error)).toContain(
        'querystring/kind must be of alipay, paypal, giftcard, refOrder',
      )
    }
  })

  test('filters by time, in the zone of the server', async () => {
    const world = await makeWorld({ env: { TZ: 'Asia/Tokyo' } })
    const user = await world.person()
    const midnight = Date.UTC(2026, 0, 14, 15)
    await anOrder(world, user, { orderId: 'before', createTime: midnight - 1 })
    await anOrder(world, user, { orderId: 'first', createTime: midnight })
    await anOrder(world, user, { orderId: 'last', createTime: midnight + DAY - 1 })
    await anOrder(world, user, { orderId: 'after', createTime: midnight + DAY })
    const day = { start: '2026-01-15', end: '2026-01-15' }
    expect(await numbers(world, day)).toEqual(['last', 'first'])
    expect(await numbers(world, { start: '2026-01-16T00:00' })).toEqual(['after'])
    expect(await numbers(world, { end: '2026-01-14T14:59:59.999Z' })).toEqual(['before'])
    expect(await numbers(world, { end: String(midnight), start: '' })).toEqual(['first', 'before'])
    for (const start of ['2026-02-30', '2026-01-01T25:00', 'yesterday']) {
      const { response } = await world.as(mainAdmin).GET(ALL, { params: { query: { start } } })
      expect(response.status).toBe(400)
    }
  })

  test('searches number and user, and stays within the group', async () => {
    const world = await makeWorld()
    const admin = await world.person({ type: 'admin', groupId: 2 })
    const [ann, bob] = [
      await world.person({ email: 'ann@a.com', groupId: 2 }),
      await world.person({ email: 'bob@b.com', groupId: 3 }),
    ]
    await anOrder(world, ann, { orderId: 'X1' })
    await anOrder(world, bob, { orderId: 'X2' })
    expect(await numbers(world, { search: 'ANN@' })).toEqual(['X1'])
    expect(await numbers(world, { search: 'x2' })).toEqual(['X2'])
    expect(await numbers(world, { group: 3 })).toEqual(['X2'])
    for (const group of [-1, 2, 3]) expect(await numbers(world, { group }, admin)).toEqual(['X1'])
    expect(await numbers(world, { search: 'x2' }, admin)).toEqual([])
  })
})

describe.each([
  ['listRecentAlipayOrders', ALIPAY, 'alipay', 'alipayData'],
  ['listRecentPaypalOrders', PAYPAL, 'paypal', 'paypalData'],
] as const)('%s', (_id, path, kind, data) => {
  test('lists the five newest of its kind, in the own group', async () => {
    const world = await makeWorld()
    const admin = await world.person({ type: 'admin', groupId: 2 })
    const user = await world.person({ groupId: 3 })
    for (let count = 1; count <= 6; count += 1) {
      world.clock.add(1000)
      await anOrder(world, user, { orderId: `${count}`, kind })
    }
    await anOrder(world, user, { kind: 'giftcard' })
    const { data: orders } = await world.as(mainAdmin).GET(path)
    expect(orders?.map(({ orderId }) => orderId)).toEqual(['6', '5', '4', '3', '2'])
    expect(orders?.[0]).toMatchObject({ amount: '9.99', [data]: null, userId: user.id })
    expect((await world.as(admin).GET(path)).data).toEqual([])
  })
})
