import { describe, expect, test } from 'vitest'
import type { Body } from '#contract'
import { anAccount, aPlan, aServer, months } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const PAGE = '/api/admin/accountWithPage'
const COUNTS = '/api/admin/accountCounts'
const DAY = 86_400_000

type World = Awaited<ReturnType<typeof makeWorld>>
type Filter = NonNullable<Body<'listAccounts'>['filter']>

const everything = { expired: true, unexpired: true, unlimit: true, mac: true }

async function ports(world: World, body: Body<'listAccounts'>, caller = mainAdmin) {
  const { data } = await world.as(caller).POST(PAGE, { body })
  return data?.account.map(({ port }) => port)
}

/**
 * Five accounts in two groups, on ports 1 to 5, with 300, 0, 200, 100 and no bytes used, seen 1, 40,
 * 5, and 20 days ago, and never.
 */
async function aDesk() {
  const world = await makeWorld()
  const one = await aServer(world)
  const other = await aServer(world)
  const ann = await world.person({ email: 'ann@a.test', groupId: 2 })
  const bob = await world.person({ email: 'bob@b.test', groupId: 3 })
  const time = months(world, 1)
  const ids: number[] = []
  for (const port of [1, 2, 3, 4, 5])
    ids.push(await anAccount(world, { ...time, port, userId: port < 4 ? ann.id : bob.id }))
  const used = (at: number, bytes: number, days: number) => ({
    accountId: ids[at]!,
    serverId: one,
    cycleFrom: time.cycleStart,
    bytes,
    lastSeen: world.clock.at - days * DAY,
  })
  await world.db
    .insertInto('usage')
    .values([used(0, 300, 1), used(1, 0, 40), used(2, 200, 5), used(3, 100, 20)])
    .execute()
  return { world, ids, one, other }
}

describe('listAccounts', () => {
  test('sorts by usage, and by last use; never is before long ago', async () => {
    const { world } = await aDesk()
    expect(await ports(world, { sort: 'used_desc' })).toEqual([1, 3, 4, 5, 2])
    expect(await ports(world, { sort: 'used_asc' })).toEqual([2, 5, 4, 3, 1])
    expect(await ports(world, { sort: 'seen_desc' })).toEqual([1, 3, 4, 2, 5])
    expect(await ports(world, { sort: 'seen_asc', pageSize: 2 })).toEqual([5, 2])
    expect(await ports(world, { sort: 'seen_asc', pageSize: 2, page: 2 })).toEqual([4, 3])
    const filter = { ...everything, unseenFor: 10 }
    expect(await ports(world, { sort: 'used_desc', filter })).toEqual([4, 5, 2])
  })

  test('sorts by the name of the user and of the plan; without one comes last either way', async () => {
    const { world, ids } = await aDesk()
    const [month, year] = [
      await aPlan(world, { name: 'Month' }),
      await aPlan(world, { name: 'Year' }),
    ]
    const change = (at: number, fields: object) =>
      world.db.updateTable('account').set(fields).where('id', '=', ids[at]!).execute()
    await change(0, { userId: null, orderId: year })
    await change(1, { orderId: month })
    await change(4, { orderId: month })
    expect(await ports(world, { sort: 'user_asc' })).toEqual([2, 3, 4, 5, 1])
    expect(await ports(world, { sort: 'user_desc' })).toEqual([5, 4, 3, 2, 1])
    expect(await ports(world, { sort: 'plan_asc' })).toEqual([2, 5, 1, 4, 3])
    expect(await ports(world, { sort: 'plan_desc' })).toEqual([1, 5, 2, 4, 3])
    const admin = await world.person({ type: 'admin', groupId: 3 })
    expect(await ports(world, { sort: 'user_desc' }, admin)).toEqual([5, 4])
    // Pages neither repeat an account nor lose one, also where names are the same or missing.
    for (const sort of ['user_asc', 'user_desc', 'plan_asc', 'plan_desc'] as const) {
      const pages = [1, 2, 3].map((page) => ports(world, { sort, pageSize: 2, page }))
      expect((await Promise.all(pages)).flat()).toEqual(await ports(world, { sort }))
    }
  })

  test('sorts plans by name as their own list does, on either database', async () => {
    const { world, ids } = await aDesk()
    for (const [at, name] of ['pro 500G', 'Basic', '套餐', 'pro 1000G', 'basic'].entries()) {
      const orderId = await aPlan(world, { name })
      await world.db.updateTable('account').set({ orderId }).where('id', '=', ids[at]!).execute()
    }
    const { data } = await world.as(mainAdmin).GET('/api/admin/order')
    const listed = data?.map(({ name }) => name)
    const sorted = await ports(world, { sort: 'plan_asc' })
    const names = ['pro 500G', 'Basic', '套餐', 'pro 1000G', 'basic']
    expect(sorted?.map((port) => names[(port ?? 0) - 1])).toEqual(listed)
  })

  test('keeps a group within its own in every order and behind every filter', async () => {
    const { world } = await aDesk()
    const admin = await world.person({ type: 'admin', groupId: 3 })
    expect(await ports(world, { sort: 'used_desc' }, admin)).toEqual([4, 5])
    expect(await ports(world, { sort: 'seen_asc' }, admin)).toEqual([5, 4])
    expect(await ports(world, { filter: { ...everything, unseenFor: 10 } }, admin)).toEqual([4, 5])
    expect(await ports(world, { filter: { ...everything, seenWithin: 30 } }, admin)).toEqual([4])
  })

  test('filters by when an account was used last, by server, ban and start', async () => {
    const { world, ids, one, other } = await aDesk()
    const passing = (filter: Filter) => ports(world, { filter: { ...everything, ...filter } })
    expect(await passing({ seenWithin: 5 })).toEqual([1, 3])
    expect(await passing({ seenWithin: 4 })).toEqual([1])
    expect(await passing({ unseenFor: 20 })).toEqual([2, 5])
    expect(await passing({ unseenFor: 19 })).toEqual([2, 4, 5])
    expect(await passing({ unseenFor: 10, seenWithin: 30 })).toEqual([4])

    const change = (id: number, fields: object) =>
      world.db.updateTable('account').set(fields).where('id', '=', id).execute()
    await change(ids[0]!, { server: `[${one}]` })
    await change(ids[1]!, { server: `[${other}]`, active: 0 })
    expect(await passing({ onServer: other })).toEqual([2, 3, 4, 5])
    expect(await passing({ onServer: other, serverId: other })).toEqual([2])
    expect(await passing({ waiting: true })).toEqual([2])

    const ban = (id: number, until: number) => ({ accountId: id, serverId: one, until })
    await world.db
      .insertInto('ban')
      .values([ban(ids[2]!, world.clock.at + 1), ban(ids[3]!, world.clock.at)])
      .execute()
    expect(await passing({ banned: 1 })).toEqual([3])
  })

  test('leaves devices out behind what only accounts can meet', async () => {
    const { world, one } = await aDesk()
    const userId = (await world.person()).id
    const device = { mac: 'aabbccddeeff', userId, accountId: null, serverId: null }
    await world.db
      .insertInto('macAccount')
      .values({ ...device, createTime: world.clock.at })
      .execute()
    const total = async (filter: Filter) =>
      (await world.as(mainAdmin).POST(PAGE, { body: { filter: { ...everything, ...filter } } }))
        .data?.total
    expect(await total({})).toBe(6)
    expect(await total({ onServer: one })).toBe(5)
    expect(await total({ unseenFor: 3650 })).toBe(1)
    expect(await total({ banned: true })).toBe(0)
    expect(await total({ waiting: true })).toBe(0)
  })
})

describe('countAccounts', () => {
  const views = [
    {},
    { filter: everything },
    { filter: { ...everything, unseenFor: 10 } },
    { search: 'ann@', filter: everything },
    { filter: { expired: true, seenWithin: 30 } },
  ]

  test('counts what the list would show, for each view', async () => {
    const { world } = await aDesk()
    const { data } = await world.as(mainAdmin).POST(COUNTS, { body: { views } })
    expect(data?.map(({ total }) => total)).toEqual([5, 5, 3, 3, 3])
  })

  test('counts of a group its own', async () => {
    const { world } = await aDesk()
    const admin = await world.person({ type: 'admin', groupId: 3 })
    const { data } = await world.as(admin).POST(COUNTS, { body: { views } })
    expect(data?.map(({ total }) => total)).toEqual([2, 2, 2, 0, 1])
  })

  test('counts a few views at a time', async () => {
    const world = await makeWorld()
    const many = { views: Array.from({ length: 31 }, () => ({})) }
    const { response } = await world.as(mainAdmin).POST(COUNTS, { body: many })
    expect(response.status).toBe(400)
  })
})
