import { describe, expect, test } from 'vitest'
import type { Query } from '#contract'
import { anOrder } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

const HOUR = 3_600_000

const csv = async (world: World, path: string) =>
  world.app.inject({
    method: 'GET',
    url: `/api/admin/${path}`,
    headers: { cookie: await world.cookieOf(mainAdmin) },
  })
const page = async (world: World, query: Query<'listPlacedOrders'>) =>
  (await world.as(mainAdmin).GET('/api/admin/allOrders', { params: { query } })).data!

describe('a table of orders', () => {
  test.each([499, 500, 501, 1001])('of %d lines has each once, newest first', async (number) => {
    const world = await makeWorld()
    const { id: userId } = await world.person()
    const { at } = world.clock
    // Of one moment there are three each.
    const rows = Array.from({ length: number }, (_, made) => ({
      kind: 'alipay' as const,
      orderId: `A${made}`,
      userId,
      status: 'FINISH',
      createTime: at - Math.floor(made / 3),
    }))
    for (let from = 0; from < number; from += 400)
      await world.db
        .insertInto('placedOrder')
        .values(rows.slice(from, from + 400))
        .execute()
    const sorted = rows.toSorted(
      (one, two) =>
        two.createTime - one.createTime ||
        Number(two.orderId.slice(1)) - Number(one.orderId.slice(1)),
    )
    const { payload } = await csv(world, 'alipay/csv')
    const ids = payload.split('\r\n').slice(1, -1)
    expect(ids.map((line) => line.split(',')[0])).toEqual(sorted.map(({ orderId }) => orderId))
  })

  test('is named after the day of its site, and ends at the requested time', async () => {
    const world = await makeWorld({ env: { TZ: 'Asia/Tokyo' } })
    const user = await world.person()
    const { at } = world.clock
    await anOrder(world, user, { orderId: 'early', createTime: at - HOUR })
    await anOrder(world, user, { orderId: 'now', createTime: at })
    await anOrder(world, user, { orderId: 'later', createTime: at + HOUR })
    const ids = async (query: string) => {
      const { payload } = await csv(world, `alipay/csv?${query}`)
      return payload
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[0])
    }
    expect(await ids(`end=${at - 1}`)).toEqual(['early'])
    expect(await ids(`end=${at + HOUR}`)).toEqual(['now', 'early'])
    expect(await ids(`start=${at}`)).toEqual(['now'])
    for (const name of ['start', 'end']) {
      const { statusCode, payload } = await csv(world, `alipay/csv?${name}=2026-02-30`)
      expect(statusCode).toBe(400)
      expect(payload).toContain(`querystring/${name} must be a moment`)
    }
    world.clock.add(3 * HOUR)
    const { headers } = await csv(world, 'giftcard/csv')
    expect(headers['content-disposition']).toBe('attachment; filename=giftcard-2026-01-16.csv')
  })
})

describe('listPlacedOrders', () => {
  test('counts what each filter lets through', async () => {
    const world = await makeWorld()
    const [ann, bob] = [await world.person({ groupId: 2 }), await world.person()]
    const { at } = world.clock
    await anOrder(world, ann, { orderId: 'a' })
    await anOrder(world, ann, { orderId: 'q', kind: 'paypal', status: 'created' })
    await anOrder(world, bob, { orderId: 'c', failure: 'noPort', createTime: at - HOUR })
    const totals = async (...queries: Query<'listPlacedOrders'>[]) =>
      Promise.all(queries.map(async (query) => (await page(world, query)).total))
    const start = String(at)
    const end = String(at - 1)
    expect(
      await totals({}, { group: 2 }, { group: 0 }, { stuck: true }, { start }, { end }),
    ).toEqual([3, 2, 1, 1, 2, 1])
    expect(
      await totals({ kind: ['paypal'] }, { filter: ['CREATE'] }, { search: 'Q' }, { search: 'z' }),
    ).toEqual([1, 1, 1, 0])
    expect(await totals({ maxCreateTime: at - 1 }, { maxCreateTime: at })).toEqual([1, 3])
    await anOrder(world, ann)
    expect((await page(world, {})).total).toBe(4)
    await world.db.updateTable('user').set({ groupId: 2 }).where('id', '=', bob.id).execute()
    expect(await totals({ group: 2 }, { group: 0 })).toEqual([4, 0])
  })

  test('takes the nearer of two ends', async () => {
    const world = await makeWorld()
    const user = await world.person()
    for (const createTime of [10, 20, 30])
      await anOrder(world, user, { orderId: String(createTime), createTime })
    const numbers = async (end: string, maxCreateTime: number) =>
      (await page(world, { end, maxCreateTime })).orders.map(({ orderId }) => orderId)
    expect(await numbers('20', 30)).toEqual(['20', '10'])
    expect(await numbers('30', 20)).toEqual(['20', '10'])
    expect(await numbers('9', 30)).toEqual([])
  })

  test('reports on every page when the newest was placed, unless it was sent', async () => {
    const world = await makeWorld()
    const user = await world.person()
    for (const createTime of [10, 20, 30])
      await anOrder(world, user, { orderId: String(createTime), createTime })
    const second = await page(world, { page: 2, pageSize: 1 })
    expect(second).toMatchObject({ maxCreateTime: 30, page: 2, maxPage: 3 })
    expect(second.orders.map(({ orderId }) => orderId)).toEqual(['20'])
    const shown = await page(world, { page: 2, pageSize: 1, maxCreateTime: 20 })
    expect(shown).toMatchObject({ maxCreateTime: 20, total: 2 })
    expect(await page(world, { page: 9, pageSize: 1 })).toMatchObject({ orders: [], total: 3 })
    expect(await page(world, { page: 2, search: 'none' })).toMatchObject({ maxCreateTime: 0 })
  })
})

describe.each([
  ['/api/admin/alipay/recentOrder', 'alipay'],
  ['/api/admin/paypal/recentOrder', 'paypal'],
] as const)('%s', (path, kind) => {
  test('shows other admins their own group, and of one moment the last first', async () => {
    const world = await makeWorld()
    const admin = await world.person({ type: 'admin', groupId: 2 })
    const [ann, bob] = [await world.person({ groupId: 2 }), await world.person({ groupId: 3 })]
    await anOrder(world, ann, { orderId: 'a1', kind })
    await anOrder(world, bob, { orderId: 'b1', kind })
    await anOrder(world, ann, { orderId: 'a2', kind })
    const numbers = async (as = mainAdmin) =>
      (await world.as(as).GET(path)).data?.map(({ orderId }: { orderId: string }) => orderId)
    expect(await numbers()).toEqual(['a2', 'b1', 'a1'])
    expect(await numbers(admin)).toEqual(['a2', 'a1'])
  })
})

describe('the list of orders', () => {
  test('is sorted by age or amount, and pages through either', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const { at } = world.clock
    const made = [
      ['a', 300, 3],
      ['b', 100, 2],
      ['c', 300, 1],
      ['d', null, 0],
    ] as const
    for (const [orderId, amount, hours] of made)
      await anOrder(world, user, { orderId, amount, createTime: at - hours * HOUR })
    const ids = async (query: Query<'listPlacedOrders'>) =>
      (await page(world, query)).orders.map(({ orderId }) => orderId).join('')
    expect(await ids({})).toBe('dcba')
    expect(await ids({ sort: 'time_asc' })).toBe('abcd')
    expect(await ids({ sort: 'amount_desc' })).toBe('cabd')
    expect(await ids({ sort: 'amount_asc' })).toBe('dbac')
    expect(await ids({ sort: 'amount_desc', pageSize: 3, page: 2 })).toBe('d')
    // The newest is named in every order, so that the console notices newer ones.
    for (const sort of ['time_asc', 'amount_desc'] as const)
      expect((await page(world, { sort })).maxCreateTime).toBe(at)
    const maxCreateTime = at - HOUR
    expect(await ids({ sort: 'amount_asc', maxCreateTime })).toBe('bac')
  })

  test('is sorted by how far they are, as the rows say it', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const made = [
      ['closed', { status: 'TRADE_CLOSED' }],
      ['finish', { kind: 'paypal', status: 'finish' }],
      ['waits', { status: 'WAIT_BUYER_PAY' }],
      ['back', { status: 'FINISH', amount: 5, refunded: 5 }],
      ['part', { status: 'FINISH', amount: 5, refunded: 4 }],
      ['code', { kind: 'giftcard', status: 'USED', amount: null }],
      ['free', { status: 'CREATE', amount: 0, refunded: 0 }],
      ['approved', { kind: 'paypal', status: 'approved' }],
      ['odd', { kind: 'paypal', status: 'voided' }],
    ] as const
    for (const [at, [orderId, changes]] of made.entries())
      await anOrder(world, user, { orderId, createTime: at + 1, ...changes })
    const { orders } = await page(world, { sort: 'state_asc' })
    expect(orders.map(({ orderId }) => orderId)).toEqual([
      'waits',
      'free',
      'approved',
      'finish',
      'part',
      'code',
      'back',
      'closed',
      'odd',
    ])
    const states = [...new Set(orders.map(({ state }) => state))]
    expect(states).toEqual(['created', 'paid', 'delivered', 'refunded', 'closed'])
    const back = await page(world, { sort: 'state_desc' })
    expect(back.orders).toEqual(orders.toReversed())
    const second = await page(world, { sort: 'state_asc', pageSize: 4, page: 2 })
    expect(second.orders).toEqual(orders.slice(4, 8))
  })

  test('is sorted by who placed them, deleted users last, page by page', async () => {
    const world = await makeWorld()
    const [bob, ann, gone] = [
      await world.person({ email: 'bob@a.com', groupId: 2 }),
      await world.person({ email: 'ann@a.com', groupId: 2 }),
      await world.person({ email: 'aaa@a.com' }),
    ]
    for (const [at, user] of [bob, gone, ann, ann, gone, bob].entries())
      await anOrder(world, user, { orderId: `o${at}`, createTime: at + 1 })
    await world.db.deleteFrom('user').where('id', '=', gone.id).execute()
    const ids = async (query: Query<'listPlacedOrders'>) =>
      (await page(world, query)).orders.map(({ orderId }) => orderId)
    expect(await ids({ sort: 'user_asc' })).toEqual(['o3', 'o2', 'o5', 'o0', 'o4', 'o1'])
    expect(await ids({ sort: 'user_desc' })).toEqual(['o5', 'o0', 'o3', 'o2', 'o4', 'o1'])
    for (const pageSize of [1, 2, 3, 4, 5, 6, 7]) {
      const pages = Array.from({ length: 7 }, (_none, at) =>
        ids({ sort: 'user_asc', pageSize, page: at + 1 }),
      )
      expect((await Promise.all(pages)).flat()).toEqual(['o3', 'o2', 'o5', 'o0', 'o4', 'o1'])
    }
    expect(await page(world, { sort: 'user_asc', pageSize: 2, page: 4 })).toMatchObject({
      total: 6,
    })
    expect(await ids({ sort: 'user_asc', search: 'bob' })).toEqual(['o5', 'o0'])
    const other = await world.person({ type: 'admin', groupId: 2 })
    const { data } = await world
      .as(other)
      .GET('/api/admin/allOrders', { params: { query: { sort: 'user_asc' } } })
    expect(data?.orders.map(({ orderId }) => orderId)).toEqual(['o3', 'o2', 'o5', 'o0'])
  })

  test('leaves those of which something was refunded, and so does the table', async () => {
    const world = await makeWorld()
    const user = await world.person({ groupId: 2 })
    await anOrder(world, user, { orderId: 'part', refunded: 1 })
    await anOrder(world, user, { orderId: 'none', refunded: 0 })
    await anOrder(world, user, { orderId: 'never' })
    const { orders, total } = await page(world, { refunded: true })
    expect(orders.map(({ orderId }) => orderId)).toEqual(['part'])
    expect(total).toBe(1)
    const { payload } = await csv(world, 'allOrders/csv?refunded=true')
    expect(payload.match(/part|none|never/g)).toEqual(['part'])
    const stranger = await world.person({ type: 'admin', groupId: 3 })
    const { data } = await world
      .as(stranger)
      .GET('/api/admin/allOrders', { params: { query: { refunded: true } } })
    expect(data?.total).toBe(0)
  })

  test('by state and by user is read from indexes, however many orders there are', async () => {
    const { db } = await makeWorld()
    const { sql } = await import('kysely')
    const { stateRank } = await import('../../../server/shop/orders/sorting.ts')
    const byState = sql<{ detail: string }>`explain query plan select "id" from "placedOrder"
      order by ${stateRank} desc, "createTime" desc, "id" desc limit 20`
    const byUser = sql<{ detail: string }>`explain query plan select "placedOrder"."id"
      from "user" cross join "placedOrder" where "placedOrder"."userId" = "user"."id"
      order by "user"."username", "placedOrder"."createTime" desc, "placedOrder"."id" desc limit 20`
    const plan = async (query: typeof byState) =>
      (await query.execute(db)).rows.map(({ detail }) => detail).join('; ')
    expect(await plan(byState)).toMatch(
      /^SCAN placedOrder USING (COVERING )?INDEX placedOrderByState$/,
    )
    expect(await plan(byUser)).toMatch(/^SCAN user USING .*INDEX.*placedOrderByUser/)
  })

  test('by amount is read from its index', async () => {
    const { db } = await makeWorld()
    const { sql } = await import('kysely')
    const { rows } = await sql<{ detail: string }>`explain query plan
      select "id" from "placedOrder"
      order by coalesce("amount", 0) desc, "createTime" desc, "id" desc limit 20`.execute(db)
    expect(rows.map(({ detail }) => detail).join()).toMatch(/placedOrderByAmount/)
  })
})
