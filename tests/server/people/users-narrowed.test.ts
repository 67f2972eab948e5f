import { describe, expect, test } from 'vitest'
import type { Query } from '#contract'
import { anAccount, anOrder, aPlan, aServer, months } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const USERS = '/api/admin/user'
const DAY = 86_400_000

type World = Awaited<ReturnType<typeof makeWorld>>

async function names(world: World, query: Query<'listUsers'>, caller = mainAdmin) {
  const { data } = await world.as(caller).GET(USERS, { params: { query } })
  return data?.users.map(({ username }) => username.replace(/@.*/, ''))
}

/** One person for each state, with an account that shows it, and two admins who see group 2. */
async function aDesk() {
  const world = await makeWorld()
  const serverId = await aServer(world)
  const plan = await aPlan(world)
  const ids: Record<string, number> = {}
  for (const name of [
    'usable',
    'endless',
    'inactive',
    'later',
    'expired',
    'banned',
    'over',
    'none',
  ])
    ids[name] = (
      await world.person({ email: `${name}@a.test`, groupId: name.startsWith('e') ? 2 : 3 })
    ).id
  const now = world.clock.at
  const month = months(world, 1)
  const account = (name: string, changes: object = month) =>
    anAccount(world, { userId: ids[name]!, ...changes })
  const ended = { type: 4, cycleStart: now - 2 * DAY, cycles: 2, expireTime: now }
  await account('usable', { ...month, orderId: plan })
  await account('endless', {})
  await account('inactive', { ...ended, active: 0, waitingSince: now })
  await account('later', { ...month, cycleStart: now + 1, expireTime: month.expireTime + 1 })
  await account('expired', { ...ended, orderId: plan })
  const banned = await account('banned')
  const over = await account('over', { ...month, flow: 100 })
  await world.db
    .insertInto('ban')
    .values({ accountId: banned, serverId, until: now + 1 })
    .execute()
  await world.db
    .insertInto('usage')
    .values({ accountId: over, serverId, cycleFrom: now, bytes: 100, lastSeen: now })
    .execute()
  return { world, ids, account, plan, serverId, banned, over }
}

describe('listUsers', () => {
  test('finds people by what keeps the account of their row from being used', async () => {
    const { world, banned, over } = await aDesk()
    await world.person({ type: 'admin', groupId: 2 })
    const found = (state: NonNullable<Query<'listUsers'>['state']>) =>
      names(world, { state, sort: 'id_asc' })
    expect(await found('usable')).toEqual(['usable', 'endless'])
    expect(await found('inactive')).toEqual(['inactive', 'later'])
    expect(await found('expired')).toEqual(['expired'])
    expect(await found('banned')).toEqual(['banned'])
    expect(await found('over')).toEqual(['over'])
    expect(await found('none')).toEqual(['none'])
    // A millisecond later the ban is over; a byte less is not all of the traffic.
    world.clock.add(1)
    await world.db.updateTable('usage').set({ bytes: 99 }).where('accountId', '=', over).execute()
    expect(await found('usable')).toEqual(['usable', 'endless', 'later', 'banned', 'over'])
    // What ended is expired, banned or not.
    await world.db
      .updateTable('account')
      .set({ expireTime: world.clock.at })
      .where('id', '=', banned)
      .execute()
    await world.db
      .updateTable('ban')
      .set({ until: world.clock.at + 1 })
      .execute()
    expect(await found('expired')).toEqual(['expired', 'banned'])
    expect(await found('banned')).toEqual([])
  })

  test('looks at the account that ends last only, as the row does', async () => {
    const { world, account, plan, ids } = await aDesk()
    const other = await aPlan(world)
    await account('expired', { ...months(world, 2), orderId: other })
    expect(await names(world, { state: 'expired' })).toEqual([])
    expect(await names(world, { plan })).toEqual(['usable'])
    expect(await names(world, { plan: other })).toEqual(['expired'])
    // Of two that end alike the older one is shown.
    await account('usable', { ...months(world, 1), orderId: other })
    expect(await names(world, { plan })).toEqual(['usable'])
    // One without an end ends last of all.
    await account('expired', { orderId: plan })
    expect(await names(world, { plan, sort: 'id_asc' })).toEqual(['usable', 'expired'])
    const { data } = await world.as(mainAdmin).GET(USERS, { params: { query: { plan } } })
    expect(data?.users.map(({ account: shown }) => shown?.orderId)).toEqual([plan, plan])
    expect(data?.total).toBe(2)
    expect(ids.expired).toBe(data?.users[0]?.id)
  })

  test('finds people by end and by last login, and all of it together', async () => {
    const { world, ids } = await aDesk()
    const in30 = await names(world, { endsWithin: 30, sort: 'id_asc' })
    expect(in30).toEqual(['usable', 'banned', 'over'])
    expect(await names(world, { endsWithin: 29 })).toEqual([])
    const seen = (name: string, days: number) =>
      world.db
        .updateTable('user')
        .set({ lastLogin: world.clock.at - days * DAY })
        .where('id', '=', ids[name]!)
        .execute()
    await seen('usable', 7)
    await seen('over', 8)
    expect(await names(world, { seenWithin: 7 })).toEqual(['usable'])
    expect(await names(world, { seenWithin: 8 })).toEqual(['over', 'usable'])
    expect(await names(world, { unseenFor: 7, endsWithin: 30, sort: 'id_asc' })).toEqual([
      'banned',
      'over',
    ])
    expect(await names(world, { unseenFor: 7, endsWithin: 30, search: 'OVER' })).toEqual(['over'])
    expect(await names(world, { state: 'usable', endsWithin: 30 })).toEqual(['usable'])
    expect(await names(world, { state: 'usable', type: ['admin'] })).toEqual([])
  })

  test('sorts by end, state and payment; who has nothing of it comes last either way', async () => {
    const { world, ids } = await aDesk()
    const upwards = await names(world, { sort: 'expire_asc' })
    expect(upwards).toEqual([
      'inactive',
      'expired',
      'usable',
      'banned',
      'over',
      'later',
      'endless',
      'none',
    ])
    const downwards = await names(world, { sort: 'expire_desc' })
    expect([downwards?.[0], downwards?.[1], downwards?.at(-1)]).toEqual([
      'endless',
      'later',
      'none',
    ])
    expect(await names(world, { sort: 'state_desc' })).toEqual([
      'expired',
      'banned',
      'over',
      'later',
      'inactive',
      'endless',
      'usable',
      'none',
    ])
    const paid = (name: string, amount: number, changes: object = {}) =>
      anOrder(world, { id: ids[name]! }, { amount, paidTime: world.clock.at, ...changes })
    await paid('usable', 500)
    await paid('over', 700, { refunded: 300 })
    await paid('none', 900, { kind: 'paypal' })
    // Not paid, which is nothing.
    await paid('banned', 9000, { paidTime: null })
    expect((await names(world, { sort: 'paid_desc' }))?.slice(0, 4)).toEqual([
      'usable',
      'over',
      'none',
      'banned',
    ])
    expect((await names(world, { sort: 'paid_asc' }))?.slice(0, 3)).toEqual([
      'none',
      'over',
      'usable',
    ])
    expect(await names(world, { sort: 'paid_asc', page: 2, pageSize: 2 })).toHaveLength(2)
    expect(await names(world, { sort: 'paid_desc', state: 'over' })).toEqual(['over'])
  })

  test('keeps a group within its own behind every filter and in every order', async () => {
    const { world } = await aDesk()
    const admin = await world.person({ type: 'admin', groupId: 2, email: 'chief@a.test' })
    expect(await names(world, { state: 'usable' }, admin)).toEqual(['endless'])
    expect(await names(world, { state: 'expired', group: 3 }, admin)).toEqual(['expired'])
    expect(await names(world, { state: 'banned' }, admin)).toEqual([])
    expect(await names(world, { sort: 'expire_asc' }, admin)).toEqual([
      'expired',
      'endless',
      'chief',
    ])
    expect(await names(world, { unseenFor: 1 }, admin)).toEqual(['chief', 'expired', 'endless'])
  })

  test('refuses limits that are none', async () => {
    const { world } = await aDesk()
    for (const query of [{ endsWithin: 0 }, { seenWithin: 3651 }, { plan: 0 }, { state: 'bad' }]) {
      const { response } = await world
        .as(mainAdmin)
        .GET(USERS, { params: { query: query as Query<'listUsers'> } })
      expect(response.status).toBe(400)
    }
  })
})

describe('exportUsers', () => {
  test('holds whom the list shows', async () => {
    const { world } = await aDesk()
    const params = { query: { state: 'expired' as const } }
    const { data } = await world
      .as(mainAdmin)
      .GET(`${USERS}/csv`, { params, parseAs: 'text' as const })
    expect(data?.match(/\w+(?=@a\.test,normal)/g)).toEqual(['expired'])
  })
})

describe('previewJob', () => {
  test('means whom the list shows, people or their accounts', async () => {
    const { world } = await aDesk()
    const matched = async (query: object, action: object) => {
      const body = { selection: { of: 'user', query }, action } as never
      const { data, error } = await world.as(mainAdmin).POST('/api/admin/job/preview', { body })
      expect(error).toBeUndefined()
      return data?.sample.map(({ label }) => label?.replace(/@.*/, ''))
    }
    const group = { kind: 'setGroup', groupId: 0 }
    expect(await matched({ state: 'over' }, group)).toEqual(['over'])
    expect(await matched({ endsWithin: 30, unseenFor: 3 }, group)).toEqual([
      'usable',
      'banned',
      'over',
    ])
    expect(await matched({ state: 'none' }, { kind: 'extend', time: DAY })).toEqual([])
    expect(await matched({ state: 'over' }, { kind: 'extend', time: DAY })).toHaveLength(1)
  })
})
