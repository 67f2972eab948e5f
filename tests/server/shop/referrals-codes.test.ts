import { describe, expect, test } from 'vitest'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type Made = Awaited<ReturnType<typeof makeWorld>>

async function addCode(world: Made, sourceUserId: number, code: string, maxUser = 1) {
  const row = { code, sourceUserId, maxUser, createTime: world.now() }
  const added = world.db.insertInto('refCode').values(row).returning('id')
  return (await added.executeTakeFirstOrThrow()).id
}

const addReferral = (world: Made, codeId: number, userId: number) =>
  world.db.insertInto('referral').values({ codeId, userId, createTime: world.now() }).execute()

const remove = (world: Made, codeId: string) =>
  world.as(mainAdmin).DELETE('/api/admin/ref/{codeId}', { params: { path: { codeId } } })

describe('deleteRefCode', () => {
  test('takes the digits before an id, and deletes its referrals with it', async () => {
    const world = await makeWorld()
    const [user, guest] = [await world.person(), await world.person()]
    const first = await addCode(world, user.id, '9000000001')
    // A code that reads like the id of another.
    const second = await addCode(world, user.id, String(first))
    await addReferral(world, first, guest.id)
    expect((await remove(world, String(first))).data).toBe('success')
    const left = await world.db.selectFrom('refCode').select('id').execute()
    expect(left).toEqual([{ id: first }])
    expect(second).not.toBe(first)
    expect((await remove(world, String(first))).data).toBe('success')
    expect(await world.db.selectFrom('referral').selectAll().execute()).toEqual([])
  })

  test.each(['9000000002', '99999999999999999999'])('refuses %s, which is none', async (code) => {
    const { response } = await remove(await makeWorld(), code)
    expect(response.status).toBe(403)
  })
})

describe('listRefCodes', () => {
  test('pages everybody’s codes, newest first, and finds them by digits', async () => {
    const world = await makeWorld()
    const user = await world.person({ email: 'ann@example.com' })
    for (let number = 1; number <= 25; number += 1)
      await addCode(world, user.id, String(1_000_000_000 + number), 2)
    const list = (query: object) =>
      world.as(mainAdmin).GET('/api/admin/setting/ref/code', { params: { query } })
    const { data } = await list({ page: 2 })
    expect(data).toMatchObject({ total: 25, page: 2, maxPage: 2, pageSize: 20 })
    expect(data?.code.map(({ code }) => code)).toEqual(
      [5, 4, 3, 2, 1].map((number) => String(1_000_000_000 + number)),
    )
    expect(data?.code[0]).toMatchObject({ email: 'ann@example.com', visit: 0, maxUser: 2 })
    const { data: found } = await list({ search: '0017' })
    expect(found).toMatchObject({ total: 1, code: [{ code: '1000000017', count: 0 }] })
  })
})

describe('getRefCode', () => {
  test('shows one code, and refuses one that is gone', async () => {
    const world = await makeWorld()
    const [user, guest] = [await world.person({ email: 'ann@example.com' }), await world.person()]
    const id = await addCode(world, user.id, '9000000001', 3)
    await addReferral(world, id, guest.id)
    const get = (codeId: number) =>
      world
        .as(mainAdmin)
        .GET('/api/admin/setting/ref/code/{codeId}', { params: { path: { codeId } } })
    expect((await get(id)).data).toEqual({
      id,
      code: '9000000001',
      email: 'ann@example.com',
      visit: 0,
      maxUser: 3,
      count: 1,
    })
    expect((await get(id + 1)).response.status).toBe(403)
  })
})

describe('editRefCode', () => {
  test('changes the number of places; existing referrals stay', async () => {
    const world = await makeWorld()
    const [user, guest] = [await world.person(), await world.person()]
    const codeId = await addCode(world, user.id, '9000000001', 3)
    await addReferral(world, codeId, guest.id)
    const edit = (id: number, maxUser: number) =>
      world.as(mainAdmin).PUT('/api/admin/setting/ref/code/{codeId}', {
        params: { path: { codeId: id } },
        body: { maxUser },
      })
    expect((await edit(codeId, 0)).data).toBe('success')
    const { data } = await world.as(mainAdmin).GET('/api/admin/setting/ref/code')
    expect(data?.code).toMatchObject([{ maxUser: 0, count: 1 }])
    expect((await edit(codeId, -1)).response.status).toBe(400)
    expect((await edit(codeId + 1, 5)).response.status).toBe(403)
  })
})

describe('listReferrals', () => {
  test('pages invitations, newest first, and finds them by either address or the code', async () => {
    const world = await makeWorld()
    const inviter = await world.person({ email: 'Inviter@example.com' })
    const codeId = await addCode(world, inviter.id, '9000000001', 9)
    const guests = [
      await world.person({ email: 'bob@example.com' }),
      await world.person({ email: 'cid@example.com' }),
    ] as const
    for (const guest of guests) await addReferral(world, codeId, guest.id)
    const list = async (query: object) => {
      const params = { query }
      return (await world.as(mainAdmin).GET('/api/admin/setting/ref/user', { params })).data
    }
    expect(await list({ pageSize: 1 })).toMatchObject({
      total: 2,
      maxPage: 2,
      user: [{ sourceUser: 'Inviter@example.com', user: 'cid@example.com', code: '9000000001' }],
    })
    expect((await list({ search: 'BOB' }))?.user).toMatchObject([{ userId: guests[0].id }])
    expect((await list({ search: 'inviter' }))?.total).toBe(2)
    expect((await list({ search: '9000' }))?.total).toBe(2)
    expect((await list({ search: '_' }))?.total).toBe(0)
  })
})

describe('searchSourceUsers', () => {
  test('finds users and admins, but not the main admin', async () => {
    const world = await makeWorld()
    await world.person({ email: 'ann@example.com' })
    await world.person({ type: 'admin', email: 'boss@example.com' })
    const { data = [] } = await world
      .as(mainAdmin)
      .POST('/api/admin/setting/ref/searchSourceUser', { body: { search: 'EXAMPLE' } })
    expect(data.map(({ username }) => username)).toEqual(['ann@example.com', 'boss@example.com'])
  })
})

describe('searchRefUsers', () => {
  test('finds normal users without an inviter', async () => {
    const world = await makeWorld()
    const ann = await world.person({ email: 'ann@example.com' })
    const bob = await world.person({ email: 'bob@example.com' })
    await world.person({ type: 'admin', email: 'boss@example.com' })
    await addReferral(world, await addCode(world, ann.id, '9000000001'), bob.id)
    const { data } = await world
      .as(mainAdmin)
      .POST('/api/admin/setting/ref/searchRefUser', { body: { search: '' } })
    expect(data).toEqual([{ id: ann.id, username: 'ann@example.com' }])
  })
})

describe('the lists of all codes and referrals', () => {
  test('are closed to other admins', async () => {
    const world = await makeWorld()
    const as = world.as(await world.person({ type: 'admin' }))
    const body = { search: '' }
    const params = { path: { sourceId: 2, refId: 3, code: '1' } }
    const calls = await Promise.all([
      as.GET('/api/admin/setting/ref/code'),
      as.GET('/api/admin/setting/ref/user'),
      as.POST('/api/admin/setting/ref/searchSourceUser', { body }),
      as.POST('/api/admin/setting/ref/searchRefUser', { body }),
      as.POST('/api/admin/setting/ref/{sourceId}/{refId}/{code}', { params }),
      as.DELETE('/api/admin/ref/{codeId}', { params: { path: { codeId: '1' } } }),
    ])
    for (const { response } of calls) expect(response.status).toBe(403)
  })
})
