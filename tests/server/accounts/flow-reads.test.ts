import { describe, expect, test } from 'vitest'
import { findLastSeen, findLastUse } from '../../../server/accounts/flow/connects.ts'
import { selectTopUsers } from '../../../server/accounts/charts/pies.ts'
import { removeOldFlow } from '../../../server/accounts/flow/retention.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { pass, terms } from '../../support/traffic.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('the last use of an account', () => {
  const MUCH = { up: 50_000, down: 50_001 }

  async function aUse() {
    const world = await makeWorld()
    const [serverId, account, other] = [
      await aServer(world),
      await anAccount(world),
      await anAccount(world),
    ]
    const own = { serverId, accountId: account }
    const { db } = world
    const seen = async (lastSeen: number) => {
      await db.deleteFrom('usage').execute()
      await db
        .insertInto('usage')
        .values({ ...own, cycleFrom: 0, bytes: 0, lastSeen })
        .execute()
    }
    const last = () => findLastUse(db, serverId, account)
    return { world, db, own, account, other, start: world.clock.at, seen, last }
  }

  test.each([
    ['flow5min', 5 * MINUTE],
    ['flowHour', HOUR],
    ['flowDay', DAY],
  ] as const)(
    'is the last sign of life within a slot of %s, else its start',
    async (table, step) => {
      const { db, own, start, seen, last } = await aUse()
      await db
        .insertInto(table)
        .values({ ...own, ...MUCH, bucket: start })
        .execute()
      expect(await last()).toBe(start)
      for (const inside of [start, start + 1, start + step - 1]) {
        await seen(inside)
        expect(await last()).toBe(inside)
      }
      for (const outside of [start - 1, start + step]) {
        await seen(outside)
        expect(await last()).toBe(start)
      }
    },
  )

  test('is in the newest slot with enough bytes, of this account on this server', async () => {
    const { db, own, other, start, last } = await aUse()
    const row = { ...own, ...MUCH, bucket: start }
    const little = { ...row, up: 50_000, down: 50_000 }
    await db
      .insertInto('flow5min')
      .values([
        { ...little, bucket: start + HOUR },
        { ...row, accountId: other, bucket: start + 2 * HOUR },
        { ...row, serverId: 99, bucket: start + 2 * HOUR },
      ])
      .execute()
    expect(await last()).toBe(0)
    await db
      .insertInto('flowDay')
      .values({ ...row, bucket: start - 2 * DAY })
      .execute()
    expect(await last()).toBe(start - 2 * DAY)
    await db
      .insertInto('flowHour')
      .values({ ...row, bucket: start - DAY })
      .execute()
    expect(await last()).toBe(start - DAY)
    await db
      .insertInto('flow5min')
      .values([row, { ...row, bucket: start - HOUR }])
      .execute()
    expect(await last()).toBe(start)
  })

  test('takes the sign of life from the same server and account', async () => {
    const { db, own, other, start, last } = await aUse()
    await db
      .insertInto('flow5min')
      .values({ ...own, ...MUCH, bucket: start })
      .execute()
    const usage = { cycleFrom: 0, bytes: 0, lastSeen: start + 9 }
    await db
      .insertInto('usage')
      .values([
        { ...own, ...usage, serverId: 99 },
        { ...own, ...usage, accountId: other },
      ])
      .execute()
    expect(await last()).toBe(start)
    expect(await findLastSeen(db, own.accountId)).toBe(start + 9)
    await db
      .insertInto('usage')
      .values({ ...own, ...usage, lastSeen: start + 7 })
      .execute()
    expect(await last()).toBe(start + 7)
    expect(await findLastSeen(db, own.accountId)).toBe(start + 9)
    expect(await findLastSeen(db, 99)).toBe(0)
  })
})

describe('the top accounts', () => {
  async function aCrowd() {
    const world = await makeWorld()
    const server = await aServer(world)
    const people: number[] = []
    for (const [at, bytes] of [3, 9, 7, 9, 5, 1, 0].entries()) {
      const { id } = await world.person({ groupId: at % 2 })
      await pass(world, server, await anAccount(world, { userId: id }), bytes)
      people.push(id)
    }
    const top = async (query: { number?: number; tz?: string }) =>
      (await world.as(mainAdmin).GET('/api/admin/flow/top', { params: { query } })).data?.map(
        ({ userId, sumFlow }) => [people.indexOf(userId), sumFlow],
      )
    return { world, server, people, top }
  }

  test('are five by default, the first of equals first', async () => {
    const { top } = await aCrowd()
    const all = [
      [1, 9],
      [3, 9],
      [2, 7],
      [4, 5],
      [0, 3],
      [5, 1],
    ]
    expect(await top({})).toEqual(all.slice(0, 5))
    expect(await top({ number: 2 })).toEqual(all.slice(0, 2))
    expect(await top({ number: 9 })).toEqual(all)
  })

  test('is returned to all concurrent callers as each requested it', async () => {
    const { world, people } = await aCrowd()
    const wanted = { table: 'flowHour' as const, from: world.clock.at, number: 2 }
    const found = await Promise.all([
      selectTopUsers(world.db, wanted),
      selectTopUsers(world.db, { ...wanted, number: 1 }),
      selectTopUsers(world.db, { ...wanted, group: 0 }),
      selectTopUsers(world.db, { ...wanted, from: world.clock.at + 1 }),
    ])
    const places = found.map((rows) => rows.map(({ userId }) => people.indexOf(userId)))
    expect(places).toEqual([[1, 3], [1], [2, 4], []])
  })

  test('is put together from thousands of users', async () => {
    const { world, server, top } = await aCrowd()
    const { id } = await world.person({ id: 4_100 })
    const far = await anAccount(world, { userId: id })
    await pass(world, server, far, 8)
    expect((await top({ number: 4 }))?.map(([, flow]) => flow)).toEqual([9, 9, 8, 7])
    await pass(world, server, far, 1)
    world.clock.add(DAY)
    await pass(world, server, far, 9)
    expect((await top({ number: 4 }))?.map(([, flow]) => flow)).toEqual([9])
  })

  test('begins with midnight in the caller’s zone', async () => {
    const { world, server, top, people } = await aCrowd()
    // Midnight of the 16th in India, while it is the 15th at home.
    const midnight = Date.UTC(2026, 0, 15, 18, 30)
    world.clock.set(midnight + HOUR)
    const account = await anAccount(world, { userId: people[6] })
    await pass(world, server, account, 100, midnight - 1)
    await pass(world, server, account, 20, midnight)
    expect(await top({ tz: 'Asia/Kolkata' })).toEqual([[6, 20]])
    expect((await top({ number: 1 }))?.[0]).toEqual([6, 120])
  })
})

describe('a window of traffic', () => {
  async function aWindow() {
    const world = await makeWorld()
    const [one, two] = [await aServer(world), await aServer(world, { shift: 1, name: 'Paris' })]
    const accountId = await anAccount(world, { port: 20_000 })
    const idle = await anAccount(world)
    return { world, one, two, accountId, idle, midnight: Date.UTC(2026, 0, 15) }
  }

  test('names no deleted account where every byte was of an existing one', async () => {
    const { world, one, two, accountId, midnight } = await aWindow()
    await pass(world, one, accountId, 10)
    await pass(world, two, accountId, 5)
    await pass(world, one, accountId, 7, midnight - 1)
    await pass(world, one, accountId, 1, midnight)
    await pass(world, one, 99, 3, midnight - 1)
    const list = async (time?: number[]) => {
      const params = { path: { serverId: one }, query: { time } }
      const { data } = await world.as(mainAdmin).GET('/api/admin/flow/{serverId}/user', { params })
      return data?.map((row) => [row.accountId, row.port, row.flow])
    }
    expect(await list()).toEqual([[accountId, 20_000, 11]])
    expect(await list([midnight - 1])).toEqual([
      [accountId, 20_000, 7],
      [0, 0, 3],
    ])
    expect(await list([midnight - 2 * DAY])).toEqual([])
  })

  test('is still reported when its five minutes are no longer stored', async () => {
    const { world, one, accountId, midnight } = await aWindow()
    await pass(world, one, accountId, 10)
    world.clock.add(30 * DAY)
    await removeOldFlow(world.db, terms(world))
    const params = { path: { accountId }, query: { time: [midnight] } }
    const { data } = await world
      .as(mainAdmin)
      .GET('/api/admin/flow/account/{accountId}', { params })
    expect(data).toMatchObject([{ flow: 10, serverId: one }])
  })

  test('of an account leaves out servers it was not on then', async () => {
    const { world, one, two, accountId, midnight } = await aWindow()
    await pass(world, one, accountId, 10, midnight)
    await pass(world, two, accountId, 5, midnight - 1)
    await pass(world, one, accountId, 0)
    const params = { path: { accountId } }
    const { data } = await world
      .as(mainAdmin)
      .GET('/api/admin/flow/account/{accountId}', { params })
    expect(data).toEqual([{ flow: 10, name: 'Tokyo', serverId: one }])
  })
})
