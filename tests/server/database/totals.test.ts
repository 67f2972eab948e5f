import { beforeEach, describe, expect, test, vi } from 'vitest'
import { countChanges } from '../../../server/database/changes.ts'
import { cacheTotal } from '../../../server/database/totals.ts'
import { anAccount, anOrder } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const PAGE = '/api/admin/accountWithPage'
const FILTER = { expired: true, unexpired: true, unlimit: true, mac: true, orderId: 0 }

/** A total whose counting is counted. */
function counter() {
  let times = 0
  const count = async () => {
    times += 1
    return times
  }
  return { count, times: () => times }
}

let age = 0
beforeEach(() => {
  age = 0
  vi.spyOn(performance, 'now').mockImplementation(() => 1e6 + age)
  return () => vi.restoreAllMocks()
})

describe('cacheTotal', () => {
  test('counts once a second, and each name for itself', async () => {
    const { db } = await makeWorld()
    const { count, times } = counter()
    const ask = (name: string) => cacheTotal(db, { name, from: ['account'] }, count)
    expect([await ask('a'), await ask('a'), await ask('b'), await ask('a')]).toEqual([1, 1, 2, 1])
    age = 999
    expect(await ask('a')).toBe(1)
    age = 1_000
    expect(await ask('a')).toBe(3)
    expect(times()).toBe(3)
  })

  test('counts again after a write to its tables, and after no other', async () => {
    const world = await makeWorld()
    const { count } = counter()
    const ask = () => cacheTotal(world.db, { name: 'a', from: ['account', 'user'] }, count)
    expect(await ask()).toBe(1)
    const id = await anAccount(world)
    expect(await ask()).toBe(2)
    await world.db.updateTable('account').set({ flow: 1 }).where('id', '=', id).execute()
    expect(await ask()).toBe(3)
    const customer = await world.person()
    expect(await ask()).toBe(4)
    await anOrder(world, customer)
    expect(await ask()).toBe(4)
    await world.db.deleteFrom('account').where('id', '=', id).execute()
    expect(await ask()).toBe(5)
  })

  test('counts again after a transaction, whose rows were not visible before', async () => {
    const world = await makeWorld()
    const { count } = counter()
    const ask = () => cacheTotal(world.db, { name: 'a', from: ['account'] }, count)
    const within: number[] = []
    await ask()
    await world.db.transaction().execute(async (tx) => {
      await anAccount({ db: tx as never, clock: world.clock })
      // Inside nothing is cached: it sees what others do not.
      within.push(await cacheTotal(tx, { name: 'a', from: ['account'] }, count))
      within.push(await cacheTotal(tx, { name: 'a', from: ['account'] }, count))
    })
    expect(within).toEqual([2, 3])
    expect(await ask()).toBe(4)
  })

  test('keeps two hundred, and none that failed', async () => {
    const { db } = await makeWorld()
    const { count, times } = counter()
    const ask = (name: number) => cacheTotal(db, { name: String(name), from: ['account'] }, count)
    for (let name = 0; name < 200; name += 1) await ask(name)
    await ask(0)
    expect(times()).toBe(200)
    await ask(200)
    await ask(0)
    expect(times()).toBe(202)
    const failing = cacheTotal(db, { name: 'x', from: ['user'] }, () =>
      Promise.reject(new Error('away')),
    )
    await expect(failing).rejects.toThrow('away')
    expect(await cacheTotal(db, { name: 'x', from: ['user'] }, count)).toBe(203)
  })
})

describe('countChanges', () => {
  test('grows with the end of every transaction that may show a change now', () => {
    const changes = countChanges()
    const of = () => changes.of(['account'])
    // Two connections at a time, as PostgreSQL has them.
    for (const sql of ['begin', 'begin', 'update "account" set "flow" = $1']) changes.note(sql)
    const written = of()
    changes.note('commit')
    expect(of()).toBeGreaterThan(written)
    const first = of()
    changes.note('commit')
    expect(of()).toBeGreaterThan(first)
    const last = of()
    for (const sql of ['begin', 'select "id" from "account"', 'update "usage" set "bytes" = $1'])
      changes.note(sql)
    changes.note('commit')
    expect(of()).toBe(last)
  })
})

describe('lists', () => {
  test('say to everybody how many of their own there are, at once after a change', async () => {
    const world = await makeWorld()
    const ofGroup = await world.person({ type: 'admin', groupId: 1 })
    const [inside, outside] = [await world.person({ groupId: 1 }), await world.person()]
    await anAccount(world, { userId: inside.id })
    await anAccount(world, { userId: outside.id })
    await anOrder(world, inside)
    await anOrder(world, outside)
    const totals = async (caller: typeof mainAdmin) => {
      const as = world.as(caller)
      const body = { filter: FILTER }
      return [
        (await as.POST(PAGE, { body })).data?.total,
        (await as.GET('/api/admin/user')).data?.total,
        (await as.GET('/api/admin/allOrders')).data?.total,
      ]
    }
    for (let times = 0; times < 2; times += 1) {
      expect(await totals(mainAdmin)).toEqual([2, 3, 2])
      expect(await totals(ofGroup)).toEqual([1, 2, 1])
    }
    const more = await world.person({ groupId: 1 })
    await anAccount(world, { userId: more.id })
    await anOrder(world, more)
    expect(await totals(mainAdmin)).toEqual([3, 4, 3])
    expect(await totals(ofGroup)).toEqual([2, 3, 2])
    await world.db.updateTable('user').set({ groupId: 2 }).where('id', '=', more.id).execute()
    expect(await totals(ofGroup)).toEqual([1, 2, 1])
  })
})
