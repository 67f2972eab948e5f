import { describe, expect, test } from 'vitest'
import type { Body } from '#contract'
import { anAccount, anOrder, aPlan, aServer } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const ALL = '/api/admin/order'
const ONE = '/api/admin/order/{orderId}'
const at = (orderId: number) => ({ params: { path: { orderId } } })
type World = Awaited<ReturnType<typeof makeWorld>>

/** The body that puts a month on offer. */
const aNewPlan = (changes: Partial<Body<'editOrder'>> = {}): Body<'editOrder'> => ({
  baseId: 0,
  name: 'Month',
  shortComment: '',
  comment: '',
  type: 3,
  cycle: 1,
  alipay: 19.99,
  paypal: 3,
  flow: 100_000_000_000,
  ...changes,
})

const plansOf = async (world: World) => (await world.as(mainAdmin).GET(ALL)).data ?? []
const read = async (world: World, id: number) => (await world.as(mainAdmin).GET(ONE, at(id))).data!
const aGroup = async (world: World, orders: number[] | null) => {
  const row = { name: 'Group', orders: orders && JSON.stringify(orders) }
  const made = world.db.insertInto('userGroup').values(row).returning('id')
  return (await made.executeTakeFirstOrThrow()).id
}

describe('createOrder', () => {
  test('puts a plan with every field on offer, prices exact to the cent', async () => {
    const world = await makeWorld()
    const tokyo = await aServer(world)
    const listed = await aGroup(world, [])
    const free = await aGroup(world, null)
    const body = aNewPlan({
      shortComment: 'Best',
      comment: '**Much**',
      cycle: 3,
      refTime: 86_400_000,
      server: [tokyo],
      autoRemove: true,
      autoRemoveDelay: 3_600_000,
      multiServerFlow: 1,
      changeOrderType: true,
      active: 0,
      portRange: '21000 - 21100, 22000',
      group: [listed, String(free)],
    })
    expect((await world.as(mainAdmin).POST(ALL, { body })).data).toBe('success')
    const [made] = await plansOf(world)
    expect(await read(world, made!.id)).toMatchObject({
      alipay: 19.99,
      paypal: 3,
      shortComment: 'Best',
      comment: '**Much**',
      type: 3,
      cycle: 3,
      refTime: 86_400_000,
      server: [tokyo],
      autoRemove: 1,
      autoRemoveDelay: 3_600_000,
      multiServerFlow: 1,
      changeOrderType: 1,
      active: 0,
      portRange: '21000-21100,22000',
      group: [listed],
    })
    const stored = await world.db.selectFrom('plan').select(['alipay', 'paypal']).execute()
    expect(stored).toEqual([{ alipay: 1999, paypal: 300 }])
  })

  test('keeps of a flow pack only what a pack has', async () => {
    const world = await makeWorld()
    const baseId = await aPlan(world)
    const body = aNewPlan({ baseId, name: '10 GB', alipay: 5, flow: 10_000_000_000 })
    await world.as(mainAdmin).POST(ALL, { body })
    const [, pack] = await plansOf(world)
    const nothing = { type: null, cycle: null, server: null, portRange: null, autoRemove: null }
    expect(pack).toMatchObject({ ...body, ...nothing, changeOrderType: null, refTime: null })
  })

  test.each([
    ['a price below a cent', { alipay: 1.999 }, 400],
    ['a negative price', { paypal: -1 }, 400],
    ['a plan without a period', { type: null }, 400],
    ['a period nobody sells', { type: 1 as never }, 400],
    ['no cycle at all', { cycle: 0 }, 400],
    ['half a cycle', { cycle: 1.5 }, 400],
    ['a port that is none', { portRange: '70000' }, 400],
    ['ports that end before they start', { portRange: '9010-9000' }, 400],
    ['ports in words', { portRange: 'many' }, 400],
    ['a name of blanks', { name: '  ' }, 400],
    ['no server at all', { server: [] }, 400],
    ['a server nobody knows', { server: [9] }, 403],
    ['a group nobody knows', { group: [9] }, 403],
    ['a pack of a plan nobody knows', { baseId: 9 }, 403],
    ['a pack of nothing', { baseId: 1, flow: 0 }, 400],
  ])('refuses %s, and makes nothing', async (_what, changes, status) => {
    const world = await makeWorld()
    const { response } = await world.as(mainAdmin).POST(ALL, { body: aNewPlan(changes) })
    expect(response.status).toBe(status)
    expect(await plansOf(world)).toEqual([])
  })

  test('refuses a pack of a pack', async () => {
    const world = await makeWorld()
    const pack = await aPlan(world, { baseId: await aPlan(world) })
    const { response } = await world.as(mainAdmin).POST(ALL, { body: aNewPlan({ baseId: pack }) })
    expect(response.status).toBe(403)
  })
})

describe('editOrder', () => {
  const put = (world: World, id: number, body: Body<'editOrder'>) =>
    world.as(mainAdmin).PUT(ONE, { ...at(id), body })

  test('replaces a plan, and lets accounts be as they are', async () => {
    const world = await makeWorld()
    const id = await aPlan(world)
    const account = await anAccount(world, { orderId: id, type: 3, flow: 7 })
    await put(world, id, aNewPlan({ name: 'Better', alipay: 0.1 }))
    expect(await read(world, id)).toMatchObject({ name: 'Better', alipay: 0.1 })
    const [row] = await world.db.selectFrom('account').selectAll().execute()
    expect(row).toMatchObject({ id: account, flow: 7 })
    expect(world.woken.times).toBe(0)
  })

  test('updates the accounts on it on request', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const id = await aPlan(world)
    const on = await anAccount(world, { orderId: id, type: 3, flow: 7 })
    const off = await anAccount(world, { type: 3, flow: 7 })
    const changeCurrentAccount = { flow: true, server: true, autoRemove: true }
    const terms = { flow: 9, server: [server], autoRemove: 1 as const, autoRemoveDelay: 60_000 }
    await put(world, id, { ...aNewPlan(terms), changeCurrentAccount })
    const stored = ['flow', 'server', 'autoRemove', 'autoRemoveDelay'] as const
    const of = (account: number) =>
      world.db.selectFrom('account').select(stored).where('id', '=', account).executeTakeFirst()
    expect(await of(on)).toEqual({ ...terms, server: `[${server}]` })
    expect(await of(off)).toMatchObject({ flow: 7, server: null })
    expect(world.woken.times).toBe(1)
  })

  test('gives no account the port of the console', async () => {
    const world = await makeWorld()
    const one = await aServer(world)
    const other = await aServer(world, { shift: 80 })
    const id = await aPlan(world)
    await anAccount(world, { orderId: id, port: 8000, server: `[${one}]` })
    const body = { ...aNewPlan({ server: [one, other] }), changeCurrentAccount: { server: true } }
    const { response, error } = await put(world, id, body)
    expect([response.status, error]).toEqual([403, 'port exists'])
  })

  test('changes nothing when an account would get a port another holds', async () => {
    const world = await makeWorld()
    const one = await aServer(world)
    const other = await aServer(world, { shift: 1 })
    const id = await aPlan(world)
    await anAccount(world, { orderId: id, port: 5000, server: `[${one}]` })
    await anAccount(world, { port: 5001, server: `[${one}]` })
    const body = { ...aNewPlan({ server: [one, other] }), changeCurrentAccount: { server: true } }
    const { response, error } = await put(world, id, body)
    expect([response.status, error]).toEqual([403, 'port exists'])
    expect(await read(world, id)).toMatchObject({ name: 'Month', server: null })
  })

  test('gives and takes it where groups have lists, and only there', async () => {
    const world = await makeWorld()
    const id = await aPlan(world)
    const other = await aPlan(world)
    const gains = await aGroup(world, [other])
    const loses = await aGroup(world, [id, other])
    const free = await aGroup(world, null)
    await put(world, id, aNewPlan({ group: [gains, free] }))
    const groups = await world.db.selectFrom('userGroup').select(['id', 'orders']).execute()
    const lists = new Map(groups.map((group) => [group.id, group.orders]))
    expect([gains, loses, free].map((group) => lists.get(group))).toEqual([
      JSON.stringify([other, id]),
      JSON.stringify([other]),
      null,
    ])
    await put(world, id, aNewPlan())
    expect((await read(world, id)).group).toEqual([gains])
  })

  test('refuses to make a plan a flow pack', async () => {
    const world = await makeWorld()
    const [id, baseId] = [await aPlan(world), await aPlan(world)]
    expect((await put(world, id, aNewPlan({ baseId }))).response.status).toBe(403)
  })

  test('refuses what a colleague changed after it was read', async () => {
    const world = await makeWorld()
    const id = await aPlan(world)
    const { revision } = await read(world, id)
    await put(world, id, aNewPlan({ name: 'Mine', revision }))
    const late = await put(world, id, aNewPlan({ name: 'Yours', revision }))
    expect([late.response.status, late.error]).toEqual([409, 'changed meanwhile'])
    const now = await read(world, id)
    expect(now.name).toBe('Mine')
    await put(world, id, aNewPlan({ name: 'Yours', revision: now.revision }))
    expect((await read(world, id)).name).toBe('Yours')
    // Older consoles send no revision.
    await put(world, id, aNewPlan({ name: 'Old' }))
    expect((await read(world, id)).name).toBe('Old')
  })

  test('accepts one of two concurrent saves', async () => {
    const world = await makeWorld()
    const id = await aPlan(world)
    const { revision } = await read(world, id)
    const both = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name) => put(world, id, aNewPlan({ name, revision }))),
    )
    expect(both.map(({ response }) => response.status).sort()).toEqual([200, 409, 409, 409])
  })
})

describe('deleteOrder', () => {
  const remove = (world: World, id: number) => world.as(mainAdmin).DELETE(ONE, at(id))
  const card = (planId: number, status: 'AVAILABLE' | 'USED') => ({
    code: `${planId}${status}`,
    batchNumber: 1,
    position: 1,
    planId,
    status,
    createTime: 0,
  })

  test('takes it off the offer and off the lists of groups', async () => {
    const world = await makeWorld()
    const [id, other] = [await aPlan(world), await aPlan(world)]
    const group = await aGroup(world, [id, other])
    await anOrder(world, mainAdmin, { planId: id })
    await world.db.insertInto('giftcard').values(card(id, 'USED')).execute()
    expect((await remove(world, id)).data).toBe('success')
    expect((await plansOf(world)).map((plan) => plan.id)).toEqual([other])
    const row = world.db.selectFrom('userGroup').select('orders').where('id', '=', group)
    expect((await row.executeTakeFirst())?.orders).toBe(JSON.stringify([other]))
  })

  test('names the first thing that needs it, in the order of the specification', async () => {
    const world = await makeWorld()
    const id = await aPlan(world)
    const unpaid = { planId: id, status: 'CREATE', expireTime: world.clock.at + 1 }
    await anOrder(world, mainAdmin, unpaid)
    await aPlan(world, { baseId: id })
    await world.db.insertInto('giftcard').values(card(id, 'AVAILABLE')).execute()
    await anAccount(world, { orderId: id })
    const words = []
    for (const table of ['account', 'giftcard', 'plan', 'placedOrder'] as const) {
      words.push((await remove(world, id)).error)
      await world.db
        .deleteFrom(table)
        .$if(table === 'plan', (rows) => rows.where('id', '<>', id))
        .execute()
    }
    expect(words).toEqual([
      'account with this order exists',
      'giftcard with this order exists',
      'flowpack order exists',
      'unfinished order exists',
    ])
    expect((await remove(world, id)).response.status).toBe(200)
    expect((await remove(world, id)).response.status).toBe(403)
  })

  test.each([
    ['paid, not delivered', { status: 'TRADE_SUCCESS', expireTime: 1 }, 403],
    ['paid by PayPal, not delivered', { kind: 'paypal' as const, status: 'approved' }, 403],
    ['open without an end, of today', { status: 'WAIT_BUYER_PAY' }, 403],
    ['open, and expired', { status: 'CREATE', expireTime: 1 }, 200],
    ['closed', { status: 'TRADE_CLOSED' }, 200],
  ])('with an order that is %s', async (_what, changes, status) => {
    const world = await makeWorld()
    const id = await aPlan(world)
    await anOrder(world, mainAdmin, { planId: id, ...changes })
    expect((await remove(world, id)).response.status).toBe(status)
  })

  test('keeps what new users are given', async () => {
    const world = await makeWorld()
    const id = await aPlan(world)
    const data = { accountForNewUser: { isEnable: true, fromOrder: true, type: id } }
    await world.as(mainAdmin).PUT('/api/admin/setting/account', { body: { data } })
    expect((await remove(world, id)).error).toBe('new users get this order')
  })
})
