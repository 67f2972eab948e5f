import { describe, expect, test } from 'vitest'
import type { Schema } from '#contract'
import { recipientsOf } from '../../../server/messaging/events/recipients.ts'
import { callerOf } from '../../../server/people/session/visit.ts'
import { permits, SETS, setsWith } from '../../../server/http/permissions.ts'
import { anOrder, aPlan, aServer } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const GB = 1_000_000_000
const SET = '/api/admin/admin/{userId}/permissions'
const SELL = '/api/admin/user/{userId}/plan'
const at = (userId: number) => ({ params: { path: { userId } } })
type World = Awaited<ReturnType<typeof makeWorld>>

/** A reseller of group 2 with these limits, and two plans: of 10 GB and of 30 GB. */
async function aReseller(limits: Partial<Schema<'Permissions'>> = {}) {
  const world = await makeWorld()
  await aServer(world)
  await world.db.insertInto('userGroup').values({ id: 2, name: 'Shop', orders: null }).execute()
  const small = await aPlan(world, { flow: 10 * GB })
  const large = await aPlan(world, { flow: 30 * GB })
  const { id } = await world.person({ type: 'admin', groupId: 2 })
  const set = { kind: 'reseller' as const, ...limits }
  const { response } = await world.as(mainAdmin).PUT(SET, { ...at(id), body: set })
  expect(response.status).toBe(200)
  const reseller = callerOf({ id, type: 'admin', groupId: 2, rights: 'reseller' })
  const customer = await world.person({ groupId: 2 })
  const sell = (orderId: number, userId = customer.id, accountId?: number) =>
    world
      .as(reseller)
      .POST(SELL, { ...at(userId), body: { orderId, ...(accountId && { accountId }) } })
  return { world, reseller, customer, small, large, sell }
}

const add = (world: World, as: typeof mainAdmin, email: string) =>
  world.as(as).POST('/api/admin/user/add', { body: { email, password: 'long enough' } })
const refusals = (replies: { error?: unknown }[]) =>
  replies.flatMap(({ error }) => (error === undefined ? [] : [error]))

describe('setPermissions', () => {
  test('holds from the next call on, is shown to the main admin and the admin, and audited', async () => {
    const { world, reseller } = await aReseller({ maxCustomers: 5, plans: [1] })
    const one = '/api/admin/admin/{userId}'
    const shown = await world.as(mainAdmin).GET(one, at(reseller.id))
    const limits = { kind: 'reseller', maxCustomers: 5, maxTraffic: null, plans: [1] }
    expect(shown.data?.permissions).toEqual(limits)
    const other = await world.person({ type: 'admin', groupId: 2 })
    expect((await world.as(reseller).GET(one, at(reseller.id))).data?.permissions).toEqual(limits)
    expect((await world.as(other).GET(one, at(reseller.id))).data?.permissions).toBeUndefined()
    const { data: status } = await world.as(reseller).GET('/api/home/login')
    expect(status?.permissions?.kind).toBe('reseller')
    expect(status?.permissions?.operations).toContain('sellPlan')
    expect(status?.permissions?.operations).not.toContain('assignAccount')

    await world
      .as(mainAdmin)
      .PUT(SET, { ...at(reseller.id), body: { kind: 'readOnly', plans: [1] } })
    expect(refusals([await add(world, reseller, 'a@b.com')])).toEqual(['not permitted'])
    // The limits of a reseller do not outlive the set.
    const after = await world.as(mainAdmin).GET(one, at(reseller.id))
    expect(after.data?.permissions).toEqual({ kind: 'readOnly' })
    const { data } = await world.as(mainAdmin).GET('/api/admin/audit')
    expect(data?.entries[0]).toMatchObject({
      operation: 'setPermissions',
      before: { rights: 'reseller', maxCustomers: 5 },
      after: { rights: 'readOnly' },
    })
  })

  test('refuses users, the main admin, unknown ids and plans that are gone', async () => {
    const { world, customer, reseller } = await aReseller()
    for (const id of [customer.id, 1, 999])
      expect(
        (await world.as(mainAdmin).PUT(SET, { ...at(id), body: { kind: 'support' } })).response
          .status,
      ).toBe(403)
    const body = { kind: 'reseller' as const, plans: [999] }
    const { response } = await world.as(mainAdmin).PUT(SET, { ...at(reseller.id), body })
    expect(response.status).toBe(403)
  })

  test('can be given with a new admin', async () => {
    const world = await makeWorld()
    const body = { email: 'a@b.com', password: 'long enough', type: 'admin' as const }
    const permissions = { kind: 'support' as const }
    const made = await world
      .as(mainAdmin)
      .POST('/api/admin/user/add', { body: { ...body, permissions } })
    const { data } = await world
      .as(mainAdmin)
      .GET('/api/admin/admin/{userId}', at(made.data?.[0] ?? 0))
    expect(data?.permissions).toEqual({ kind: 'support' })
  })
})

describe('a reseller', () => {
  test('adds customers up to the limit, also all at the same moment', async () => {
    const { world, reseller } = await aReseller({ maxCustomers: 4 })
    const names = Array.from({ length: 8 }, (_none, at) => `c${at}@b.com`)
    const replies = await Promise.all(names.map((email) => add(world, reseller, email)))
    expect(refusals(replies)).toEqual(Array.from({ length: 5 }, () => 'customer limit'))
    expect(refusals([await add(world, mainAdmin, 'main@b.com')])).toEqual([])
  })

  test('shares the limit of a group with another one', async () => {
    const { world, reseller } = await aReseller({ maxCustomers: 3 })
    const { id } = await world.person({ type: 'admin', groupId: 2 })
    const body = { kind: 'reseller' as const, maxCustomers: 3 }
    await world.as(mainAdmin).PUT(SET, { ...at(id), body })
    const other = callerOf({ id, type: 'admin', groupId: 2 })
    const replies = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((n) => add(world, n % 2 ? reseller : other, `c${n}@b.com`)),
    )
    expect(refusals(replies)).toHaveLength(4)
  })
})

describe('sellPlan', () => {
  test('gives traffic up to the limit, also all at the same moment', async () => {
    const { world, small, large, sell } = await aReseller({ maxTraffic: 35 * GB })
    const replies = await Promise.all([sell(small), sell(small), sell(small), sell(small)])
    expect(refusals(replies)).toEqual(['traffic limit'])
    const accounts = await world.db.selectFrom('account').selectAll().orderBy('id').execute()
    expect(accounts.map(({ flow, orderId }) => [flow, orderId])).toEqual(
      Array.from({ length: 3 }, () => [10 * GB, small]),
    )
    // A larger plan for an account there is counts as well; the same one again does not add.
    expect(refusals([await sell(large, accounts[0]!.userId!, accounts[0]!.id)])).toEqual([
      'traffic limit',
    ])
    const before = accounts[0]!.expireTime!
    expect(refusals([await sell(small, accounts[0]!.userId!, accounts[0]!.id)])).toEqual([])
    const [renewed] = await world.db.selectFrom('account').selectAll().orderBy('id').execute()
    expect(renewed!.expireTime).toBeGreaterThan(before)
  })

  test('gives no plan without a quota where traffic is limited', async () => {
    const { world, sell } = await aReseller({ maxTraffic: 35 * GB })
    expect(refusals([await sell(await aPlan(world, { flow: 0 }))])).toEqual(['traffic limit'])
  })

  test('gives the plans that are listed, no packs, and only to own customers', async () => {
    const { world, reseller, small, large, sell } = await aReseller()
    const stranger = await world.person({ groupId: 3 })
    expect((await sell(small, stranger.id)).response.status).toBe(403)
    expect((await sell(small, reseller.id)).response.status).toBe(403)
    const pack = await aPlan(world, { baseId: small })
    const body = { kind: 'reseller' as const, plans: [small] }
    await world.as(mainAdmin).PUT(SET, { ...at(reseller.id), body })
    expect(refusals([await sell(large), await sell(pack)])).toEqual([
      'plan not allowed',
      'plan not allowed',
    ])
    expect((await sell(small)).data?.id).toBeGreaterThan(0)
    expect((await sell(999)).response.status).toBe(403)
  })

  test('is closed to an admin of one group', async () => {
    const { world, customer, small } = await aReseller()
    const admin = await world.person({ type: 'admin', groupId: 2 })
    const reply = await world.as(admin).POST(SELL, { ...at(customer.id), body: { orderId: small } })
    expect(refusals([reply])).toEqual(['not permitted'])
  })
})

test('only admins who may read messages are notified of them', async () => {
  const world = await makeWorld()
  const sets = [null, 'readOnly', 'support', 'finance', 'reseller', 'unknown']
  const admins = new Map<number, string | null>()
  for (const rights of sets) {
    const { id } = await world.person({ type: 'admin', groupId: 2 })
    await world.db.updateTable('user').set({ rights }).where('id', '=', id).execute()
    admins.set(id, rights)
  }
  const { id: subjectId } = await world.person({ groupId: 2 })
  const notified = async (kind: string) => {
    const event = { kind, userId: null, subjectId, data: '{}' }
    const rows = await world.db.selectFrom('user').select('id').where(recipientsOf(event)).execute()
    return rows.flatMap(({ id }) => (admins.has(id) ? [admins.get(id)] : []))
  }
  expect(new Set(await notified('message'))).toEqual(
    new Set([null, 'readOnly', 'support', 'reseller']),
  )
  expect(await notified('signUp')).toHaveLength(sets.length)
})

describe('what a provider said of a payment', () => {
  test.each(Object.keys(SETS))('is for those who handle money, in the set %s', async (rights) => {
    const { world, reseller, customer } = await aReseller()
    await world.db.updateTable('user').set({ rights }).where('id', '=', reseller.id).execute()
    const data = JSON.stringify({ trade_no: '2026' })
    await anOrder(world, customer, { orderId: 'A1', data })
    const as = world.as(callerOf({ id: reseller.id, type: 'admin', groupId: 2, rights }))
    const path = { orderId: 'A1' }
    const one = await as.GET('/api/admin/allOrders/{orderId}', { params: { path } })
    const list = await as.GET('/api/admin/alipay', { params: { query: {} } })
    const said = permits(rights, 'getPaidFigures') ? { trade_no: '2026' } : null
    expect(one.data?.providerData).toEqual(said)
    expect(list.data?.orders.map(({ alipayData }) => alipayData)).toEqual([said])
  })
})

test('from where a customer connects is seen by those alone who help customers', () => {
  for (const id of ['listAccountIps', 'listAccountServerIps', 'watchAccount'] as const)
    expect([id, setsWith(id)]).toEqual([id, setsWith('getAccountSubscription')])
  expect(setsWith('listAccountIps')).not.toContain('readOnly')
  expect(setsWith('listAccountIps')).not.toContain('finance')
  expect(setsWith('listAccountIps')).toContain('support')
})
