import { describe, expect, test } from 'vitest'
import type { Caller } from '../../../server/http/contract.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const SETTING = '/api/admin/setting/ref'
const ON = { useRef: true, useWhenSignupClose: false, refNumber: 2, refUserNumber: 1 }

type Made = Awaited<ReturnType<typeof makeWorld>>

/** A shop where people may invite others. */
async function inviting(setting: Partial<typeof ON> = {}) {
  const world = await makeWorld()
  await world.as(mainAdmin).PUT(SETTING, { body: { data: { ...ON, ...setting } } })
  return world
}

/** Stores a code of a person; returns its id. */
async function codeOf(world: Made, caller: Caller, { code = '1234567890', maxUser = 1 } = {}) {
  const row = { code, sourceUserId: caller.id, maxUser, createTime: world.now() }
  const { id } = await world.db
    .insertInto('refCode')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, code }
}

const join = (world: Made, codeId: number, caller: Caller) =>
  world.db
    .insertInto('referral')
    .values({ codeId, userId: caller.id, createTime: world.now() })
    .execute()

describe('getRefSetting', () => {
  test('shows any admin that inviting is off on a new site', async () => {
    const world = await makeWorld()
    const admin = await world.person({ type: 'admin' })
    const { data } = await world.as(admin).GET(SETTING)
    expect(data).toEqual({
      useRef: false,
      useWhenSignupClose: false,
      refNumber: 1,
      refUserNumber: 1,
      revision: expect.any(String),
    })
  })
})

describe('editRefSetting', () => {
  test('replaces the whole setting, and everybody is notified of it', async () => {
    const world = await inviting()
    await world.as(mainAdmin).PUT(SETTING, { body: { data: { useRef: true, refNumber: 5 } } })
    const { data } = await world.as(mainAdmin).GET(SETTING)
    expect(data).toEqual({ ...ON, refNumber: 5, revision: expect.any(String) })
    const { data: status } = await world.as(await world.person()).GET('/api/home/login')
    expect(status).toMatchObject({ refCode: true })
  })

  test('is for the main admin, and takes only whole numbers', async () => {
    const world = await makeWorld()
    const admin = await world.person({ type: 'admin' })
    const mine = await world.as(admin).PUT(SETTING, { body: { data: ON } })
    expect(mine.response.status).toBe(403)
    for (const refNumber of [-1, 1.5, 1001]) {
      const { response } = await world
        .as(mainAdmin)
        .PUT(SETTING, { body: { data: { ...ON, refNumber } } })
      expect(response.status).toBe(400)
    }
    expect((await world.as(mainAdmin).GET(SETTING)).data).toMatchObject({ useRef: false })
  })
})

describe('listMyRefCodes', () => {
  test('makes the codes a person is owed, once, however many pages open at once', async () => {
    const world = await inviting({ refNumber: 3, refUserNumber: 4 })
    const user = await world.person()
    const calls = Array.from({ length: 5 }, () => world.as(user).GET('/api/user/ref/code'))
    for (const { data } of await Promise.all(calls)) expect(data).toHaveLength(3)
    const { data = [] } = await world.as(user).GET('/api/user/ref/code')
    expect(data).toHaveLength(3)
    for (const { code, maxUser, count } of data) {
      expect(code).toMatch(/^\d{10}$/)
      expect({ maxUser, count }).toEqual({ maxUser: 4, count: 0 })
    }
  })

  test('leaves out full codes and those of others, and makes none while inviting is off', async () => {
    const world = await makeWorld()
    const [user, other, guest] = [await world.person(), await world.person(), await world.person()]
    const full = await codeOf(world, user, { code: '1' })
    await codeOf(world, user, { code: '2' })
    await codeOf(world, other, { code: '3' })
    await join(world, full.id, guest)
    const { data = [] } = await world.as(user).GET('/api/user/ref/code')
    expect(data.map(({ code }) => code)).toEqual(['2'])
  })
})

describe('listMyRefUsers', () => {
  test('shows the people the caller invited, newest first, and no others', async () => {
    const world = await makeWorld()
    const [user, other] = [await world.person(), await world.person()]
    const mine = await codeOf(world, user, { code: '1', maxUser: 9 })
    const theirs = await codeOf(world, other, { code: '2', maxUser: 9 })
    const guests = [await world.person(), await world.person(), await world.person()] as const
    await join(world, mine.id, guests[0])
    await join(world, theirs.id, guests[1])
    await join(world, mine.id, guests[2])
    const { data = [] } = await world.as(user).GET('/api/user/ref/user')
    expect(data.map(({ id }) => id)).toEqual([guests[2].id, guests[0].id])
    expect(data[0]).toMatchObject({ code: '1', time: world.now() })
  })
})

describe('listAdminRefCodes', () => {
  test('gives an admin codes too', async () => {
    const world = await inviting()
    const admin = await world.person({ type: 'admin', groupId: 3 })
    expect((await world.as(admin).GET('/api/admin/ref/code')).data).toHaveLength(2)
    expect((await world.as(mainAdmin).GET('/api/admin/ref/code')).data).toHaveLength(2)
  })
})

describe('listAdminRefUsers', () => {
  test('shows the people the calling admin invited', async () => {
    const world = await makeWorld()
    const [admin, guest] = [await world.person({ type: 'admin' }), await world.person()]
    const { id } = await codeOf(world, admin)
    await join(world, id, guest)
    const { data } = await world.as(admin).GET('/api/admin/ref/user')
    expect(data).toMatchObject([{ id: guest.id, code: '1234567890' }])
    expect((await world.as(mainAdmin).GET('/api/admin/ref/user')).data).toEqual([])
  })
})

describe('listUserRefCodes', () => {
  test('shows full codes too', async () => {
    const world = await inviting({ refNumber: 1 })
    const [user, guest] = [await world.person(), await world.person()]
    const { id } = await codeOf(world, user)
    await join(world, id, guest)
    const path = { userId: user.id }
    const { data } = await world
      .as(mainAdmin)
      .GET('/api/admin/ref/code/{userId}', { params: { path } })
    expect(data).toEqual([{ id, code: '1234567890', maxUser: 1, count: 1 }])
  })
})

describe('createUserRefCodes', () => {
  test('gives a user more codes', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const { data } = await world.as(mainAdmin).POST('/api/admin/ref/code/{userId}', {
      params: { path: { userId: user.id } },
      body: { number: 3, max: 7 },
    })
    expect(data).toBe('success')
    const { data: codes = [] } = await world.as(user).GET('/api/user/ref/code')
    expect(codes.map(({ maxUser }) => maxUser)).toEqual([7, 7, 7])
    expect(new Set(codes.map(({ code }) => code)).size).toBe(3)
  })
})

describe('listUserRefUsers', () => {
  test('shows the people a user invited', async () => {
    const world = await makeWorld()
    const [user, guest] = [await world.person(), await world.person()]
    const { id } = await codeOf(world, user)
    await join(world, id, guest)
    const path = { userId: user.id }
    const { data } = await world
      .as(mainAdmin)
      .GET('/api/admin/ref/user/{userId}', { params: { path } })
    expect(data).toMatchObject([{ id: guest.id }])
  })
})

describe('deleteReferral', () => {
  test('forgets a relation, which frees the place; twice is refused', async () => {
    const world = await inviting()
    const [user, other, guest] = [await world.person(), await world.person(), await world.person()]
    const { id, code } = await codeOf(world, user)
    await join(world, id, guest)
    const forget = (userId: number) =>
      world.as(mainAdmin).DELETE('/api/admin/ref/{userId}/{refUserId}', {
        params: { path: { userId, refUserId: guest.id } },
      })
    expect((await forget(other.id)).response.status).toBe(403)
    expect((await forget(user.id)).data).toBe('success')
    expect((await forget(user.id)).response.status).toBe(403)
    const visit = await world.as(null).POST('/api/home/ref/{code}', { params: { path: { code } } })
    expect(visit.data).toEqual({ valid: true })
  })
})

describe('other admins', () => {
  test('reach the users of their own group, and no others', async () => {
    const world = await makeWorld()
    const admin = await world.person({ type: 'admin', groupId: 5 })
    const [own, ownGuest] = [await world.person({ groupId: 5 }), await world.person({ groupId: 5 })]
    const [foreign, colleague] = [
      await world.person({ groupId: 6 }),
      await world.person({ type: 'admin', groupId: 5 }),
    ]
    const mine = await codeOf(world, own, { code: '1', maxUser: 5 })
    const theirs = await codeOf(world, foreign, { code: '2', maxUser: 5 })
    await join(world, theirs.id, ownGuest)
    await join(world, mine.id, foreign)
    const as = world.as(admin)
    const body = { number: 1, max: 1 }
    for (const [{ id: userId }, status] of [
      [own, 200],
      [foreign, 403],
      [colleague, 403],
      [mainAdmin, 403],
      [{ id: 999_999 }, 403],
    ] as const) {
      const params = { path: { userId } }
      const calls = await Promise.all([
        as.GET('/api/admin/ref/code/{userId}', { params }),
        as.GET('/api/admin/ref/user/{userId}', { params }),
        as.POST('/api/admin/ref/code/{userId}', { params, body }),
      ])
      for (const { response } of calls) expect(response.status).toBe(status)
    }
    const forget = (userId: number, refUserId: number) =>
      as.DELETE('/api/admin/ref/{userId}/{refUserId}', { params: { path: { userId, refUserId } } })
    expect((await forget(foreign.id, ownGuest.id)).response.status).toBe(403)
    expect((await forget(own.id, foreign.id)).response.status).toBe(403)
  })

  test('see invited people of their own group only; the main admin sees all', async () => {
    const world = await makeWorld()
    const admin = await world.person({ type: 'admin', groupId: 5 })
    const [own, ownGuest] = [await world.person({ groupId: 5 }), await world.person({ groupId: 5 })]
    const foreign = await world.person({ groupId: 0 })
    const byUser = await codeOf(world, own, { code: '1', maxUser: 5 })
    await join(world, byUser.id, ownGuest)
    await join(world, byUser.id, foreign)
    const byAdmin = await codeOf(world, admin, { code: '2', maxUser: 5 })
    await join(world, byAdmin.id, await world.person({ groupId: 6 }))
    const params = { path: { userId: own.id } }
    const seenBy = async (caller: Caller) => {
      const { data } = await world.as(caller).GET('/api/admin/ref/user/{userId}', { params })
      return data?.map(({ id }) => id)
    }
    expect(await seenBy(admin)).toEqual([ownGuest.id])
    expect(await seenBy(mainAdmin)).toEqual([foreign.id, ownGuest.id])
    expect((await world.as(admin).GET('/api/admin/ref/user')).data).toEqual([])
    expect((await world.as(own).GET('/api/user/ref/user')).data).toHaveLength(2)
  })
})
