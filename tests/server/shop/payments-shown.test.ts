import { describe, expect, test } from 'vitest'
import { anAccount, anOrder, aPlan } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>
type Kind = 'alipay' | 'paypal' | 'giftcard' | 'refOrder'

const ALL = '/api/admin/allOrders'
const ONE = '/api/admin/allOrders/{orderId}'
const at = (orderId: string) => ({ params: { path: { orderId } } })
const read = async (world: World, orderId: string) =>
  (await world.as(mainAdmin).GET(ONE, at(orderId))).data

describe('getPlacedOrder', () => {
  test('shows an order in full', async () => {
    const world = await makeWorld()
    const user = await world.person({ email: 'ann@a.com', groupId: 4 })
    const planId = await aPlan(world, { name: 'Month' })
    const accountId = await anAccount(world, { port: 7000 })
    const { at: createTime } = world.clock
    const sold = { name: 'Old', type: null, cycle: null, flow: 5, baseId: 7 }
    await anOrder(world, user, {
      orderId: 'A1',
      planId,
      accountId,
      amount: 1050,
      refunded: 50,
      refTime: 3,
      expireTime: 9,
      paidTime: 10,
      deliveredTime: 11,
      providerId: 'P',
      paymentId: 'Q',
      failure: 'noPort',
      failures: 2,
      nextTry: 12,
      data: '{"a":1}',
      terms: JSON.stringify(sold),
    })
    expect(await read(world, 'A1')).toEqual({
      kind: 'alipay',
      orderId: 'A1',
      orderType: planId,
      orderName: 'Month',
      userId: user.id,
      username: 'ann@a.com',
      group: 4,
      accountId,
      port: 7000,
      amount: '10.50',
      refTime: 3,
      status: 'FINISH',
      createTime,
      expireTime: 9,
      state: 'delivered',
      failure: 'noPort',
      refunded: '0.50',
      currency: 'CNY',
      paidTime: 10,
      deliveredTime: 11,
      providerId: 'P',
      paymentId: 'Q',
      failures: 2,
      nextTry: 12,
      providerData: { a: 1 },
      sold: { name: 'Old', type: null, cycle: null, flow: 5, isPack: true },
      shortening: null,
      events: [],
      ledger: [],
    })
  })

  test('shows a used code, of which little is known', async () => {
    const world = await makeWorld()
    await anOrder(world, await world.person(), { orderId: 'G1', kind: 'giftcard', amount: null })
    const order = await read(world, 'G1')
    const none = { currency: null, sold: null, providerData: null, failure: null, amount: null }
    expect(order).toMatchObject({ ...none, failures: 0, state: 'delivered' })
    expect(order).not.toHaveProperty('refunded')
  })
})

describe('listPlacedOrders', () => {
  test('shows only what needs attention where that is requested', async () => {
    const world = await makeWorld()
    const user = await world.person()
    await anOrder(world, user, { orderId: 'well' })
    await anOrder(world, user, { orderId: 'stuck', failure: 'noPort' })
    const numbers = async (query: { stuck?: boolean }) => {
      const { data } = await world.as(mainAdmin).GET(ALL, { params: { query } })
      return data?.orders.map(({ orderId, failure }) => [orderId, failure])
    }
    expect(await numbers({ stuck: true })).toEqual([['stuck', 'noPort']])
    const both = [
      ['stuck', 'noPort'],
      ['well', undefined],
    ]
    expect(await numbers({ stuck: false })).toEqual(both)
    expect(await numbers({})).toEqual(both)
  })
})

describe('listMyOrders', () => {
  const mine = async (world: World, user: Parameters<World['as']>[0]) =>
    (await world.as(user).GET('/api/user/order', { params: { query: { unpaid: 1 } } })).data

  test('shows an order in full', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const planId = await aPlan(world, { name: 'Month' })
    const { at: createTime } = world.clock
    const accountId = await anAccount(world, { port: 7000 })
    const expireTime = createTime + 5
    const waits = { status: 'CREATE', amount: 1050, expireTime }
    await anOrder(world, user, { orderId: 'A1', planId, accountId, ...waits })
    await anOrder(world, user, { orderId: 'R1', kind: 'refOrder', amount: null, refTime: 5 })
    const same = { createTime, state: 'created' }
    expect(await mine(world, user)).toEqual([
      {
        orderId: 'R1',
        type: '邀请奖励',
        kind: 'refOrder',
        orderName: null,
        refTime: 5,
        status: 'FINISH',
        port: null,
        orderType: null,
        accountId: null,
        ...same,
        state: 'delivered',
      },
      {
        orderId: 'A1',
        type: '支付宝',
        kind: 'alipay',
        orderName: 'Month',
        amount: '10.50',
        status: 'CREATE',
        port: 7000,
        orderType: planId,
        accountId,
        expireTime,
        expiresIn: 5,
        ...same,
      },
    ])
  })

  test('leaves out unpaid orders by default', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const open = { status: 'CREATE', expireTime: world.clock.at + 5 }
    await anOrder(world, user, { orderId: 'A1', ...open })
    await anOrder(world, user, { orderId: 'A2', ...open, paymentId: 'P' })
    await anOrder(world, user, { orderId: 'A3', ...open, failure: 'wrongAmount' })
    await anOrder(world, user, { orderId: 'A4', ...open, paidTime: 5 })
    const { data } = await world.as(user).GET('/api/user/order')
    expect(data?.map(({ orderId }) => orderId)).toEqual(['A4'])
    const all = (await mine(world, user))?.map(({ orderId }) => orderId)
    expect(all).toEqual(['A4', 'A3', 'A2', 'A1'])
  })

  test.each([
    ['is paid too little', { failure: 'wrongAmount' }, 'wrongAmount'],
    ['is paid in other money', { failure: 'wrongCurrency' }, 'wrongAmount'],
    ['has another failure', { failure: 'noPort' }, 'created'],
    [
      'was closed after another amount',
      { failure: 'wrongAmount', status: 'TRADE_CLOSED' },
      'wrongAmount',
    ],
    ['was paid after all', { failure: 'wrongAmount', paidTime: 5 }, 'created'],
    ['was paid and is wrong', { failure: 'wrongAmount', status: 'FINISH' }, 'delivered'],
    ['is looked into', { paymentId: 'P' }, 'checking'],
    ['was looked into and paid', { paymentId: 'P', status: 'TRADE_SUCCESS' }, 'paid'],
  ])('reports the state of an order that %s', async (_how, changes, state) => {
    const world = await makeWorld()
    const user = await world.person()
    const expireTime = world.clock.at + 5
    await anOrder(world, user, { status: 'CREATE', expireTime, ...changes })
    const [order] = (await mine(world, user)) ?? []
    expect(order?.state).toBe(state)
    expect(order?.expiresIn).toBe(state === 'created' ? 5 : undefined)
  })
})

describe.each<[Kind, object, object]>([
  ['alipay', { amount: 1050, data: '{"a":1}' }, { amount: '10.50', alipayData: { a: 1 } }],
  ['alipay', { amount: null }, { amount: '0.00', alipayData: null }],
  ['paypal', { amount: 5, data: '{"a":1}' }, { amount: '0.05', paypalData: { a: 1 } }],
  ['giftcard', { amount: null }, {}],
])('an order by %s with %j', (kind, stored, own) => {
  test.each([true, false])(
    'as older consoles read it, with all that is known: %s',
    async (isFull) => {
      const world = await makeWorld()
      const user = await world.person({ email: 'ann@a.com', groupId: 4 })
      const planId = isFull ? await aPlan(world, { name: 'Month' }) : null
      const accountId = isFull ? await anAccount(world, { port: 7000 }) : null
      const more = { planId, accountId, expireTime: isFull ? 9 : null }
      await anOrder(world, user, { orderId: 'A1', kind, ...stored, ...more })
      const createTime = world.clock.at
      const expireTime = isFull ? 9 : createTime
      const { data } = await world.as(mainAdmin).GET(`/api/admin/${kind as 'alipay'}`)
      expect(data).toEqual({
        total: 1,
        page: 1,
        pageSize: 20,
        maxPage: 1,
        orders: [
          {
            orderId: 'A1',
            orderName: isFull ? 'Month' : null,
            orderType: planId ?? 0,
            userId: user.id,
            username: 'ann@a.com',
            group: 4,
            accountId,
            port: isFull ? 7000 : null,
            status: 'FINISH',
            createTime,
            ...(kind === 'giftcard' ? {} : { expireTime }),
            ...own,
          },
        ],
      })
    },
  )
})
