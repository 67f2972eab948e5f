import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anAccount, anOrder } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const ADD = '/api/admin/user/add'
const USER = '/api/admin/user/{userId}'
const ADMIN = '/api/admin/admin/{userId}'
const COMMENT = '/api/admin/user/{userId}/comment'
const EMAIL = '/api/admin/user/{userId}/sendEmail'
const ACCOUNT = '/api/admin/user/{userId}/{accountId}'
const COUNTS = '/api/admin/getUserCountData'
const DAY = 86_400_000

type World = Awaited<ReturnType<typeof makeWorld>>

const one = (userId: number) => ({ params: { path: { userId } } })
const pair = (userId: number, accountId: number) => ({ params: { path: { userId, accountId } } })

const ownerOf = async ({ db }: World, id: number) =>
  (await db.selectFrom('account').select('userId').where('id', '=', id).executeTakeFirstOrThrow())
    .userId

async function aDevice({ db, clock }: World, userId: number, accountId: number) {
  const mac = '0123456789ab'
  await db
    .insertInto('macAccount')
    .values({ mac, userId, accountId, serverId: null, createTime: clock.at })
    .execute()
}

/** A shop with a group of its own admin, and another group. */
async function twoGroups() {
  const world = await makeWorld()
  const admin = await world.person({ type: 'admin', groupId: 2, email: 'two@a.com' })
  const mine = await world.person({ groupId: 2, email: 'mine@a.com' })
  const foreign = await world.person({ groupId: 3, email: 'foreign@a.com' })
  return { world, admin, mine, foreign }
}

describe('getUser', () => {
  test('shows a user with accounts and an inviter the admin may see, and no secret', async () => {
    const { world, admin, mine, foreign } = await twoGroups()
    await anAccount(world, { userId: mine.id, port: 7000 })
    const { id: codeId } = await world.db
      .insertInto('refCode')
      .values({ code: '1', sourceUserId: foreign.id, maxUser: 3, createTime: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await world.db
      .insertInto('referral')
      .values({ codeId, userId: mine.id, createTime: 0 })
      .execute()
    const { data } = await world.as(mainAdmin).GET(USER, one(mine.id))
    expect(data).toMatchObject({
      id: mine.id,
      email: 'mine@a.com',
      group: 2,
      account: [{ port: 7000, userId: mine.id }],
      ref: { id: foreign.id, email: 'foreign@a.com' },
    })
    expect(JSON.stringify(data)).not.toMatch(/hash|reset/i)
    expect((await world.as(mainAdmin).GET(USER, one(foreign.id))).data).not.toHaveProperty('ref')

    const seen = async () => (await world.as(admin).GET(USER, one(mine.id))).data
    expect(await seen()).not.toHaveProperty('ref')
    await world.db.updateTable('refCode').set({ sourceUserId: admin.id }).execute()
    expect(await seen()).toMatchObject({ ref: { id: admin.id } })
    await world.db.updateTable('user').set({ groupId: 2 }).where('id', '=', 1).execute()
    await world.db.updateTable('refCode').set({ sourceUserId: 1 }).execute()
    expect(await seen()).not.toHaveProperty('ref')
  })

  test('refuses admins, unknown ids and other groups', async () => {
    const { world, admin, mine, foreign } = await twoGroups()
    for (const id of [1, admin.id, 999])
      expect((await world.as(mainAdmin).GET(USER, one(id))).response.status).toBe(403)
    expect((await world.as(admin).GET(USER, one(mine.id))).data?.id).toBe(mine.id)
    expect((await world.as(admin).GET(USER, one(foreign.id))).response.status).toBe(403)
    expect((await world.as(mine).GET(USER, one(mine.id))).response.status).toBe(401)
  })
})

describe('getAdmin', () => {
  test('shows an admin, but neither the main one nor a user nor another group', async () => {
    const { world, admin, mine } = await twoGroups()
    const other = await world.person({ type: 'admin', groupId: 3 })
    const { data } = await world.as(mainAdmin).GET(ADMIN, one(admin.id))
    expect(data).toMatchObject({ id: admin.id, type: 'admin', group: 2 })
    expect((await world.as(admin).GET(ADMIN, one(admin.id))).data?.id).toBe(admin.id)
    for (const [caller, id] of [
      [mainAdmin, 1],
      [mainAdmin, mine.id],
      [admin, other.id],
      [admin, 1],
    ] as const)
      expect((await world.as(caller).GET(ADMIN, one(id))).response.status).toBe(403)
  })
})

describe('createUser', () => {
  test('adds the user the main admin enters, who can then log in', async () => {
    const world = await makeWorld()
    const body = { email: 'New@A.com', password: 'long secret', type: 'admin' as const }
    const { data } = await world.as(mainAdmin).POST(ADD, { body })
    expect(data).toHaveLength(1)
    const row = await world.db
      .selectFrom('user')
      .selectAll()
      .where('id', '=', data?.[0] ?? 0)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ username: 'new@a.com', type: 'admin', groupId: 0, lastLogin: null })
    const login = await world.as(null).POST('/api/home/login', { body })
    expect(login.response.status).toBe(200)
  })

  test('makes it a normal user of the own group for another admin', async () => {
    const { world, admin } = await twoGroups()
    const body = { email: 'n@a.com', password: 'long secret', type: 'admin' as const }
    const { data } = await world.as(admin).POST(ADD, { body })
    expect((await world.as(admin).GET(USER, one(data?.[0] ?? 0))).data).toMatchObject({
      type: 'normal',
      group: 2,
      account: [],
    })
  })

  test('refuses a taken name in any letters, and what cannot log in', async () => {
    const { world } = await twoGroups()
    const add = (email: string, password = 'long secret') =>
      world.as(mainAdmin).POST(ADD, { body: { email, password } })
    expect((await add('MINE@a.com')).error).toBe('user exists')
    expect((await add('no address')).response.status).toBe(400)
    expect((await add('a@b.com', '')).response.status).toBe(400)
  })

  test('adds one of ten concurrent requests', async () => {
    const world = await makeWorld()
    const body = { email: 'race@a.com', password: 'long secret' }
    const tries = Array.from({ length: 10 }, () => world.as(mainAdmin).POST(ADD, { body }))
    const statuses = (await Promise.all(tries)).map(({ response }) => response.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 403)).toHaveLength(9)
  })
})

describe('deleteUser', () => {
  test('removes a user with devices and sessions, and keeps the orders', async () => {
    const { world, mine } = await twoGroups()
    await anOrder(world, mine)
    await world.cookieOf(mine)
    await world.db
      .insertInto('macAccount')
      .values({
        mac: 'aabbccddeeff',
        userId: mine.id,
        createTime: 0,
        accountId: null,
        serverId: null,
      })
      .execute()
    expect((await world.as(mainAdmin).DELETE(USER, one(mine.id))).data).toBe('success')
    expect((await world.as(mine).GET('/api/user/order')).response.status).toBe(401)
    expect(await world.db.selectFrom('macAccount').selectAll().execute()).toEqual([])
    expect(await world.db.selectFrom('placedOrder').selectAll().execute()).toHaveLength(1)
  })

  test('refuses while something depends on the user, and names it', async () => {
    const { world, mine } = await twoGroups()
    const accountId = await anAccount(world, { userId: mine.id })
    const remove = async () => (await world.as(mainAdmin).DELETE(USER, one(mine.id))).error
    expect(await remove()).toBe('account with this user exists')
    await world.db.deleteFrom('account').where('id', '=', accountId).execute()
    const orderId = await anOrder(world, mine, { status: 'TRADE_SUCCESS' })
    expect(await remove()).toBe('unfinished order exists')
    await world.db
      .updateTable('placedOrder')
      .set({ status: 'FINISH' })
      .where('id', '=', orderId)
      .execute()
    expect(await remove()).toBeUndefined()
  })

  test('leaves the main admin, and lets other admins remove users of their group only', async () => {
    const { world, admin, mine, foreign } = await twoGroups()
    const colleague = await world.person({ type: 'admin', groupId: 2 })
    for (const [caller, id] of [
      [mainAdmin, 1],
      [mainAdmin, 999],
      [admin, foreign.id],
      [admin, colleague.id],
      [admin, admin.id],
    ] as const)
      expect((await world.as(caller).DELETE(USER, one(id))).response.status).toBe(403)
    expect((await world.as(admin).DELETE(USER, one(mine.id))).data).toBe('success')
    expect((await world.as(mainAdmin).DELETE(USER, one(colleague.id))).data).toBe('success')
  })
})

describe('editUserComment', () => {
  test('keeps what the main admin notes', async () => {
    const { world, admin, mine } = await twoGroups()
    const note = (caller: typeof admin, userId: number) =>
      world.as(caller).PUT(COMMENT, { ...one(userId), body: { comment: 'pays late' } })
    expect((await note(mainAdmin, mine.id)).data).toBe('success')
    expect((await world.as(mainAdmin).GET(USER, one(mine.id))).data?.comment).toBe('pays late')
    expect((await note(mainAdmin, 999)).response.status).toBe(403)
    expect((await note(admin, mine.id)).response.status).toBe(403)
  })
})

describe('sendUserEmail', () => {
  test('puts the mail into the outbox, for a normal user of the own group', async () => {
    const { world, admin, mine, foreign } = await twoGroups()
    const send = (userId: number, title = 'Hello') =>
      world.as(admin).POST(EMAIL, { ...one(userId), body: { title, content: 'A line' } })
    expect((await send(mine.id)).response.status).toBe(200)
    for (const id of [foreign.id, admin.id, 999]) expect((await send(id)).response.status).toBe(403)
    expect((await send(mine.id, '')).response.status).toBe(400)
    const mails = await world.db.selectFrom('mail').selectAll().orderBy('id').execute()
    expect(mails).toMatchObject([
      {
        kind: 'user',
        recipient: 'mine@a.com',
        subject: 'Hello',
        content: 'A line',
        status: 'waiting',
      },
    ])
  })
})

describe('assignAccount', () => {
  test('assigns an account without owner, and moves one with an owner', async () => {
    const { world, mine, foreign } = await twoGroups()
    const accountId = await anAccount(world)
    const give = async (userId: number) =>
      (await world.as(mainAdmin).PUT(ACCOUNT, pair(userId, accountId))).response.status
    expect(await give(mine.id)).toBe(200)
    expect(await give(mine.id)).toBe(200)
    expect(await give(foreign.id)).toBe(200)
    expect(await ownerOf(world, accountId)).toBe(foreign.id)
    for (const id of [1, 999]) expect(await give(id)).toBe(403)
  })

  test('confines another admin to users and accounts of the own group', async () => {
    const { world, admin, mine, foreign } = await twoGroups()
    const [free, theirs] = [await anAccount(world), await anAccount(world, { userId: foreign.id })]
    const give = async (userId: number, accountId: number) =>
      (await world.as(admin).PUT(ACCOUNT, pair(userId, accountId))).response.status
    expect(await give(mine.id, theirs)).toBe(403)
    expect(await give(foreign.id, free)).toBe(403)
    expect(await give(mine.id, free)).toBe(200)
    expect(await ownerOf(world, theirs)).toBe(foreign.id)
  })

  test('refuses while a device of the owner until now uses it', async () => {
    const { world, mine, foreign } = await twoGroups()
    const accountId = await anAccount(world, { userId: mine.id })
    await aDevice(world, mine.id, accountId)
    const { error } = await world.as(mainAdmin).PUT(ACCOUNT, pair(foreign.id, accountId))
    expect(error).toBe('mac account exists')
  })

  test('ends with one owner after concurrent moves, and never a deleted one', async () => {
    const actions = fc.array(
      fc.record({ action: fc.constantFrom('give', 'take', 'remove'), who: fc.nat(2) }),
      { minLength: 3, maxLength: 8 },
    )
    const world = await makeWorld()
    const main = world.as(mainAdmin)
    await fc.assert(
      fc.asyncProperty(actions, async (planned) => {
        const people = [await world.person(), await world.person(), await world.person()]
        const accountId = await anAccount(world)
        const replies = await Promise.all(
          planned.map(({ action, who }) => {
            const userId = people[who]?.id ?? 0
            if (action === 'give') return main.PUT(ACCOUNT, pair(userId, accountId))
            if (action === 'take') return main.DELETE(ACCOUNT, pair(userId, accountId))
            return main.DELETE(USER, one(userId))
          }),
        )
        for (const { response } of replies) expect([200, 403]).toContain(response.status)
        const owner = await ownerOf(world, accountId)
        if (owner === null) return
        expect((await main.GET(USER, one(owner))).data?.account).toMatchObject([{ id: accountId }])
      }),
      { numRuns: 15 },
    )
  })
})

describe('unassignAccount', () => {
  test('takes it away from its owner alone, unless a device uses it', async () => {
    const { world, admin, mine, foreign } = await twoGroups()
    const [accountId, theirs] = [
      await anAccount(world, { userId: mine.id }),
      await anAccount(world, { userId: foreign.id }),
    ]
    const take = (userId: number, id: number) => world.as(admin).DELETE(ACCOUNT, pair(userId, id))
    expect((await take(foreign.id, theirs)).response.status).toBe(403)
    expect((await take(mine.id, theirs)).response.status).toBe(403)
    await aDevice(world, mine.id, accountId)
    expect((await take(mine.id, accountId)).error).toBe('mac account exists')
    await world.db.deleteFrom('macAccount').execute()
    expect((await take(mine.id, accountId)).response.status).toBe(200)
    expect((await take(mine.id, accountId)).response.status).toBe(403)
    expect(await ownerOf(world, accountId)).toBeNull()
  })
})

describe('getUserCounts', () => {
  test('counts day by day in the zone of the server, in the own group', async () => {
    const world = await makeWorld({ env: { TZ: 'Asia/Kathmandu' } })
    const midnight = Date.UTC(2026, 0, 14, 18, 15)
    world.clock.set(midnight - 1)
    const before = await world.person({ groupId: 2 })
    world.clock.set(midnight)
    await world.person({ groupId: 3 })
    const admin = await world.person({ type: 'admin', groupId: 2 })
    await world.db
      .updateTable('user')
      .set({ lastLogin: midnight + DAY })
      .where('id', '=', before.id)
      .execute()
    for (const changes of [{}, {}, { createTime: midnight - 1 }, { status: 'CREATE' }])
      await anOrder(world, before, changes)
    await anOrder(world, before, { kind: 'refOrder' })
    world.clock.set(midnight + DAY)
    const { data } = await world.as(mainAdmin).GET(COUNTS)
    expect(data?.days).toHaveLength(30)
    expect(data?.days.slice(-3)).toEqual([
      { date: '2026-01-14', signUp: 1, login: 0, paid: 1 },
      { date: '2026-01-15', signUp: 1, login: 0, paid: 1 },
      { date: '2026-01-16', signUp: 0, login: 1, paid: 0 },
    ])
    expect(data?.total).toEqual({ user: 2, admin: 2, signUp: 2, login: 1, paid: 2 })
    const theirs = await world.as(admin).GET(COUNTS)
    expect(theirs.data?.total).toEqual({ user: 1, admin: 1, signUp: 1, login: 1, paid: 2 })
  })

  test('covers at most 366 days', async () => {
    const world = await makeWorld()
    const query = { start: '0', end: String(world.clock.at) }
    const { data } = await world.as(mainAdmin).GET(COUNTS, { params: { query } })
    expect(data?.days).toHaveLength(366)
    const none = await world.as(mainAdmin).GET(COUNTS, {
      params: {
        query: { start: String(world.clock.at), end: String(world.clock.at - 3 * DAY) },
      },
    })
    expect(none.data?.days).toEqual([])
  })

  test('takes days as well as moments, in the requested zone, at the old address too', async () => {
    const world = await makeWorld({ env: { TZ: 'UTC' } })
    world.clock.set(Date.UTC(2026, 10, 3, 18))
    await world.person()
    const count = async (query: { start?: string; end?: string; tz?: string }) => {
      const { data } = await world.as(mainAdmin).GET(COUNTS, { params: { query } })
      return data?.days.map(({ date, signUp }) => `${date} ${signUp}`)
    }
    const [start, end] = ['2026-11-03', '2026-11-04']
    expect(await count({ start, end })).toEqual(['2026-11-03 1', '2026-11-04 0'])
    expect(await count({ start, end, tz: 'Asia/Tokyo' })).toEqual(['2026-11-03 0', '2026-11-04 1'])
    const moments = { start: String(Date.UTC(2026, 10, 3)), end: String(Date.UTC(2026, 10, 4)) }
    expect(await count(moments)).toEqual(['2026-11-03 1', '2026-11-04 0'])
    const headers = { cookie: await world.cookieOf(mainAdmin) }
    const old = `/api/admin/user/getUserCountData?start=${start}&end=${end}`
    const reply = await world.app.inject({ url: old, headers })
    expect(JSON.parse(reply.payload)).toMatchObject({ days: [{ signUp: 1 }, { signUp: 0 }] })
    for (const query of [{ start: '2026-02-30' }, { tz: 'Mars/Base' }]) {
      const bad = await world.as(mainAdmin).GET(COUNTS, { params: { query } })
      expect(bad.response.status).toBe(400)
    }
  })
})
