import { describe, expect, test } from 'vitest'
import type { Caller } from '../../../server/http/contract.ts'
import { insertLedger } from '../../../server/shop/ledger/ledger.ts'
import { anAccount, anOrder, aServer, months } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const DAY = 86_400_000
const GB = 1_000_000_000

type World = Awaited<ReturnType<typeof makeWorld>>

/** So many of everything that is counted, of one customer of a group, from this id on. */
async function busy(
  world: World,
  groupId: number,
  { times, from }: { times: number; from: number },
) {
  const { at } = world.clock
  const person = await world.person({ groupId })
  const server = await aServer(world)
  const bucket = at - (at % 300_000)
  const order = (n: number, changes: Parameters<typeof anOrder>[2]) =>
    anOrder(world, person, { ...changes, id: from + n })
  for (let n = 0; n < times * 10; n += 10) {
    const placedOrderId = await order(n, { createTime: at - n })
    const entry = { credit: 'alipay', debit: `owed:${person.id}`, amount: 1_000, currency: 'CNY' }
    await insertLedger(world.db, { effect: `paid:${placedOrderId}`, placedOrderId, ...entry }, at)
    await order(n + 1, { status: 'CREATE' })
    await order(n + 2, { status: 'TRADE_CLOSED', failure: 'noPort' })
    const mine = { userId: person.id, flow: 2 * GB }
    const accountId = await anAccount(world, { ...mine, ...months(world, 1), id: from + n })
    await anAccount(world, {
      ...mine,
      ...months(world, 1),
      expireTime: at - 8 * DAY,
      id: from + n + 1,
    })
    await world.db
      .insertInto('flow5min')
      .values({ accountId, bucket, serverId: server, up: 9_000, down: 9_000 })
      .execute()
  }
}

async function twoGroups(gap: number) {
  const world = await makeWorld()
  await world.db
    .insertInto('userGroup')
    .values([2, 3].map((id) => ({ id, name: `Group ${id}`, orders: null })))
    .execute()
  await busy(world, 2, { times: 2, from: 100 })
  await busy(world, 3, { times: 5, from: 100 + gap })
  const admin = async (groupId: number, rights: string | null) => {
    const made = await world.person({ type: 'admin', groupId })
    await world.db.updateTable('user').set({ rights }).where('id', '=', made.id).execute()
    return made
  }
  const read = async (as: Caller) => {
    const { data, error } = await world
      .as(as)
      .GET('/api/admin/figures', { params: { query: { tz: 'UTC' } } })
    return data ?? error
  }
  return { world, admin, read }
}

const counted = (times: number) => ({
  income: [{ currency: 'CNY', today: times * 1_000, month: times * 1_000 }],
  orders: { paid: times, begun: times * 2 },
  customers: { today: 1, yesterday: 0 },
  payments: { stuck: times, failed: times },
  trade: { renewals: times - 1, before: 0 },
  lapsed: times,
  online: times,
  accounts: times,
})

describe('getShopFigures', () => {
  // Where ids are far apart there are several slices, whose answers are kept by name.
  test.each([1_000, 30_000])('are of the own group only, with ids %s apart', async (gap) => {
    const { admin, read } = await twoGroups(gap)
    for (const rights of [null, 'finance', 'readOnly', 'reseller'])
      expect(await read(await admin(2, rights))).toMatchObject(counted(2))
    expect(await read(await admin(3, null))).toMatchObject(counted(5))
    expect(await read(await admin(4, 'finance'))).toMatchObject({
      income: [],
      orders: { paid: 0, begun: 0 },
      customers: { today: 0, yesterday: 0 },
      payments: { stuck: 0, failed: 0 },
      trade: { renewals: 0, before: 0 },
      lapsed: 0,
      online: 0,
      accounts: 0,
    })
    expect(await read(mainAdmin)).toMatchObject({ online: 7, lapsed: 7, orders: { paid: 7 } })
    expect(await read(await admin(2, 'support'))).toBe('not permitted')
    expect(await read(await admin(2, 'unheard'))).toBe('not permitted')
  })

  test('show a reseller, and nobody else, how much of the limits is given', async () => {
    const { world, admin, read } = await twoGroups(1_000)
    const reseller = await admin(2, 'reseller')
    expect(await read(reseller)).toMatchObject({
      limits: {
        customers: 1,
        maxCustomers: null,
        traffic: 8 * GB,
        maxTraffic: null,
        plans: null,
      },
    })
    await world.db
      .updateTable('user')
      .set({ maxCustomers: 3, maxTraffic: 20 * GB, sellable: '[1,2]' })
      .where('id', '=', reseller.id)
      .execute()
    expect(await read(reseller)).toMatchObject({
      limits: { customers: 1, maxCustomers: 3, maxTraffic: 20 * GB, plans: 2 },
    })
    for (const other of [mainAdmin, await admin(2, null), await admin(2, 'finance')])
      expect(await read(other)).not.toHaveProperty('limits')
  })
})
