import { describe, expect, test } from 'vitest'
import { insertLedger } from '../../../server/shop/ledger/ledger.ts'
import { anAccount, anOrder, aServer, months } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

async function aShop() {
  const world = await makeWorld()
  // The 20th of a month of 31 days, at noon; the month before has 28.
  world.clock.add(Date.parse('2027-03-20T12:00:00Z') - world.clock.at)
  const person = await world.person()
  const read = async (tz = 'UTC', as = mainAdmin) =>
    world.as(as).GET('/api/admin/figures', { params: { query: { tz } } })
  const data = async (tz?: string) => (await read(tz)).data!
  let moved = 0
  /** Cents paid by a provider, or refunded, so long ago. */
  const move = async (cents: number, ago: number, kind: 'alipay' | 'paypal' = 'alipay') => {
    const placedOrderId = await anOrder(world, person, { kind, createTime: world.clock.at - ago })
    const book =
      cents > 0 ? { credit: kind, debit: 'owed:1' } : { credit: 'refunding', debit: kind }
    const currency = kind === 'alipay' ? 'CNY' : 'USD'
    const effect = `test:${(moved += 1)}`
    const entry = { effect, placedOrderId, ...book, amount: Math.abs(cents), currency }
    await insertLedger(world.db, entry, world.clock.at - ago)
  }
  return { world, person, read, data, move }
}

describe('getPaidFigures', () => {
  test('sums what was paid and paid back since the day and the month began, by currency', async () => {
    const { world, move } = await aShop()
    const read = async (tz: string, as = mainAdmin) =>
      (await world.as(as).GET('/api/admin/paidFigures', { params: { query: { tz } } })).data
    expect(await read('UTC')).toEqual([])
    const sinceFirst = 19 * DAY + 12 * HOUR
    // The books grow with time.
    await move(90_000, sinceFirst + 1)
    await move(-8_000, sinceFirst + 1)
    await move(1, sinceFirst)
    await move(-2, sinceFirst)
    await move(20, 12 * HOUR + 1)
    await move(300, 12 * HOUR)
    await move(4_000, 0, 'paypal')
    const own = { currency: 'CNY', today: 300, month: 321, refunded: 2 }
    const usd = { currency: 'USD', today: 4_000, month: 4_000, refunded: 0 }
    expect(await read('UTC')).toEqual([usd, own])
    const tokyo = { currency: 'CNY', today: 320, month: 90_321, refunded: 8_002 }
    expect((await read('Asia/Tokyo'))?.[0]).toEqual(tokyo)
    const admin = await world.person({ type: 'admin', groupId: 2 })
    expect(await read('UTC', admin)).toEqual([])
    await world.db.updateTable('user').set({ groupId: 2 }).where('type', '=', 'normal').execute()
    expect(await read('UTC', admin)).toEqual([usd, own])
  })

  test('reads back through the books until the month before, and no further', async () => {
    const { world, person, move } = await aShop()
    const placedOrderId = await anOrder(world, person, { kind: 'alipay' })
    const fill = (time: number, name: string) =>
      world.db
        .insertInto('ledger')
        .values(
          Array.from({ length: 2_500 }, (_, n) => ({
            effect: `${name}${n}`,
            placedOrderId,
            credit: 'alipay',
            debit: 'owed:1',
            amount: 1,
            currency: 'CNY',
            time,
          })),
        )
        .execute()
    await move(5, 0)
    await fill(world.clock.at - 40 * DAY, 'old')
    await fill(world.clock.at, 'new')
    const { data } = await world.as(mainAdmin).GET('/api/admin/paidFigures')
    expect(data?.[0]?.month).toBe(2_500)
  })

  test('reads on where ids are missing', async () => {
    const { world, person, move } = await aShop()
    const placedOrderId = await anOrder(world, person, { kind: 'alipay' })
    await move(5, 0)
    const entry = { placedOrderId, credit: 'alipay', debit: 'owed:1', amount: 1, currency: 'CNY' }
    await world.db
      .insertInto('ledger')
      .values({ ...entry, id: 20_000, effect: 'late', time: world.clock.at })
      .execute()
    const { data } = await world.as(mainAdmin).GET('/api/admin/paidFigures')
    expect(data?.[0]?.month).toBe(6)
  })
})

describe('getShopFigures', () => {
  test('sums what came in less what went back, by day and currency', async () => {
    const { data, move } = await aShop()
    await move(1_000, 0)
    await move(-300, HOUR)
    await move(500, DAY)
    await move(70, 30 * DAY)
    await move(2_000, HOUR, 'paypal')
    const { income } = await data()
    expect(income.map(({ currency, today }) => [currency, today])).toEqual([
      ['USD', 2_000],
      ['CNY', 700],
    ])
    const { days } = income[1]!
    expect(days).toHaveLength(30)
    expect(days[0]).toEqual({ date: '2027-02-19', cents: 0, before: 0 })
    expect(days.slice(-2)).toEqual([
      { date: '2027-03-19', cents: 500, before: 0 },
      { date: '2027-03-20', cents: 700, before: 70 },
    ])
  })

  test('holds the month against the one before, up to the same moment', async () => {
    const { data, move } = await aShop()
    const sinceFirst = 19 * DAY + 12 * HOUR
    await move(1, sinceFirst)
    await move(2, sinceFirst + 1)
    await move(40, 28 * DAY)
    await move(400, 28 * DAY - 1)
    await move(8_000, 28 * DAY + sinceFirst)
    await move(90_000, 28 * DAY + sinceFirst + 1)
    const [income] = (await data()).income
    expect([income?.month, income?.monthBefore]).toEqual([1, 8_000])
    // What is up to the same moment leaves that moment out.
    await move(3, 28 * DAY + 1)
    expect((await data()).income[0]?.monthBefore).toBe(8_003)
  })

  test('knows only money of providers, and nothing where none moved', async () => {
    const { world, person, data } = await aShop()
    expect((await data()).income).toEqual([])
    const placedOrderId = await anOrder(world, person, { kind: 'giftcard', amount: null })
    const entry = { effect: 'x', placedOrderId, amount: 0, currency: 'CNY' }
    await insertLedger(
      world.db,
      { ...entry, credit: 'giftcard', debit: 'delivered' },
      world.clock.at,
    )
    expect((await data()).income).toEqual([])
  })

  test('counts days in the zone that is requested', async () => {
    const { data, move } = await aShop()
    await move(100, 13 * HOUR)
    expect((await data()).income[0]?.today).toBe(0)
    expect((await data('America/New_York')).income[0]?.today).toBe(0)
    expect((await data('Asia/Tokyo')).income[0]?.today).toBe(100)
  })

  test('counts orders, customers and accounts', async () => {
    const { world, person, data } = await aShop()
    const before = await data()
    await anOrder(world, person)
    await anOrder(world, person, { kind: 'giftcard', status: 'USED', amount: null })
    await anOrder(world, person, { status: 'CREATE' })
    await anOrder(world, person, { kind: 'refOrder' })
    await anOrder(world, person, { createTime: world.clock.at - DAY })
    const created = (ago: number) =>
      world.db.updateTable('user').set({ createTime: world.clock.at - ago })
    await created(13 * HOUR)
      .where('id', '=', person.id)
      .execute()
    const server = await aServer(world)
    const account = await anAccount(world, months(world, 1))
    await anAccount(world, { ...months(world, 1), expireTime: world.clock.at })
    const bucket = world.clock.at - (world.clock.at % 300_000)
    await world.db
      .insertInto('flow5min')
      .values({ accountId: account, bucket, serverId: server, up: 9_000, down: 9_000 })
      .execute()
    expect(await data()).toMatchObject({
      orders: { paid: 2, begun: 1 },
      customers: { today: before.customers.today - 1, yesterday: 1 },
      online: 1,
      accounts: before.accounts + 1,
    })
  })

  test('counts payments that are stuck, and that came to nothing in seven days', async () => {
    const { world, person, data } = await aShop()
    expect((await data()).payments).toEqual({ stuck: 0, failed: 0 })
    const closed = { status: 'TRADE_CLOSED' }
    const sixDays = 6 * DAY + 12 * HOUR
    await anOrder(world, person, {
      ...closed,
      orderId: 'in time',
      createTime: world.clock.at - sixDays,
    })
    await anOrder(world, person, { kind: 'paypal', status: 'closed', orderId: 'theirs' })
    // Before that, paid back, and paid.
    await anOrder(world, person, { ...closed, createTime: world.clock.at - sixDays - 1 })
    await anOrder(world, person, { ...closed, paidTime: world.clock.at, refunded: 999 })
    await anOrder(world, person)
    await anOrder(world, person, { failure: 'noPort', createTime: world.clock.at - 40 * DAY })
    expect((await data()).payments).toEqual({ stuck: 1, failed: 2 })
    const listed = await world.as(mainAdmin).GET('/api/admin/allOrders', {
      params: { query: { failed: true, start: '2027-03-14' } },
    })
    expect(new Set(listed.data?.orders.map(({ orderId }) => orderId))).toEqual(
      new Set(['in time', 'theirs']),
    )
  })

  test('counts renewals by day, and lists just these', async () => {
    const { world, person, data } = await aShop()
    const other = await world.person()
    const at = (ago: number, more = {}) => ({ createTime: world.clock.at - ago, ...more })
    const first = 29 * DAY + 12 * HOUR
    // The first of each is none, nor is one after an order that was never paid, nor a reward.
    await anOrder(world, person, at(70 * DAY))
    await anOrder(world, other, at(3 * DAY, { status: 'TRADE_CLOSED' }))
    await anOrder(world, other, at(2 * DAY))
    await anOrder(world, other, at(DAY, { kind: 'refOrder' }))
    await anOrder(world, other, at(DAY, { status: 'CREATE' }))
    await anOrder(world, person, at(first + 30 * DAY + 1))
    await anOrder(world, person, at(first + 30 * DAY))
    await anOrder(world, person, at(first + 1))
    await anOrder(world, person, at(first, { orderId: 'first day' }))
    const code = { kind: 'giftcard', status: 'USED', amount: null, orderId: 'code' } as const
    await anOrder(world, person, at(HOUR, code))
    const { trade } = await data()
    expect([trade?.renewals, trade?.before]).toEqual([2, 2])
    expect(trade?.days).toHaveLength(30)
    expect(trade?.days[0]).toEqual({ date: '2027-02-19', paid: 1, renewals: 1 })
    expect(trade?.days.at(-3)).toEqual({ date: '2027-03-18', paid: 1, renewals: 0 })
    expect(trade?.days.at(-1)).toEqual({ date: '2027-03-20', paid: 1, renewals: 1 })
    for (const start of [trade?.days[0]?.date, undefined]) {
      const query = { renewal: true, ...(start && { start }) }
      const { data: listed } = await world
        .as(mainAdmin)
        .GET('/api/admin/allOrders', { params: { query } })
      expect(listed?.total).toBe(2)
      expect(listed?.orders.map(({ orderId }) => orderId)).toEqual(['code', 'first day'])
      const { payload } = await world.app.inject({
        url: `/api/admin/allOrders/csv?renewal=true${start ? `&start=${start}` : ''}`,
        headers: { cookie: await world.cookieOf(mainAdmin) },
      })
      expect(payload.trim().split('\n')).toHaveLength(3)
    }
  })

  test('counts accounts that ended 7 to 30 days ago, and lists just these', async () => {
    const { world, data } = await aShop()
    const { at } = world.clock
    const ended = (ago: number, more = {}) =>
      anAccount(world, { ...months(world, 1), expireTime: at - ago, ...more })
    const lapsed = [await ended(7 * DAY), await ended(30 * DAY - 1)]
    await ended(7 * DAY - 1)
    await ended(30 * DAY)
    await ended(10 * DAY, { active: 0 })
    await ended(-DAY)
    expect((await data()).lapsed).toBe(2)
    const filter = { expired: true, unexpired: true, unlimit: true, mac: true, lapsed: true }
    const { data: listed } = await world
      .as(mainAdmin)
      .POST('/api/admin/accountWithPage', { body: { page: 1, filter } })
    expect(listed?.account.map((row) => 'id' in row && row.id)).toEqual(lapsed)
  })

  test('are the same in slices', async () => {
    const { world, person, data } = await aShop()
    const { at } = world.clock
    const order = (id: number) => ({ id, createTime: at - DAY + id })
    await anOrder(world, person, order(10))
    await anOrder(world, person, order(9_000))
    const ended = { ...months(world, 1), expireTime: at - 8 * DAY }
    await anAccount(world, { ...ended, id: 20_000 })
    await anAccount(world, { ...ended, id: 5_000 })
    const figures = await data()
    expect([figures.trade?.renewals, figures.lapsed]).toEqual([1, 2])
  })

  test('refuses zones that do not exist', async () => {
    const { read } = await aShop()
    expect((await read('Nowhere/Else')).response.status).toBe(400)
  })
})
