import { describe, expect, test } from 'vitest'
import type { Query } from '#contract'
import { hashPassword } from '../../../server/people/session/passwords.ts'
import { anAccount } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const USERS = '/api/admin/user'
const SIGN_UPS = '/api/admin/user/recentSignUp'
const LOGINS = '/api/admin/user/recentLogin'
const MINE = '/api/user/changePassword'
const ADMINS = '/api/admin/setting/changePassword'
const DAY = 86_400_000

type World = Awaited<ReturnType<typeof makeWorld>>

async function ids(world: World, query: Query<'listUsers'>, caller = mainAdmin) {
  const { data } = await world.as(caller).GET(USERS, { params: { query } })
  return data?.users.map(({ id }) => id)
}

const seen = (world: World, id: number, lastLogin: number) =>
  world.db.updateTable('user').set({ lastLogin }).where('id', '=', id).execute()

describe('listUsers', () => {
  test('lists both types, newest first, without the main admin', async () => {
    const world = await makeWorld()
    const admin = await world.person({ type: 'admin', email: 'z@z.com' })
    const user = await world.person({ email: 'a@a.com' })
    await anAccount(world, { userId: user.id, port: 900 })
    await anAccount(world, { userId: user.id, port: 800 })
    const { data } = await world.as(mainAdmin).GET(USERS)
    expect(data).toMatchObject({ total: 2, page: 1, maxPage: 1, pageSize: 20 })
    expect(data?.users).toMatchObject([
      { id: user.id, type: 'normal', email: 'a@a.com', port: 800, lastLogin: null, comment: '' },
      { id: admin.id, type: 'admin', port: null },
    ])
  })

  test('pages, sorts and filters', async () => {
    const world = await makeWorld()
    const [a, b, c] = [
      (await world.person({ groupId: 1 })).id,
      (await world.person({ groupId: 2 })).id,
      (await world.person({ type: 'admin' })).id,
    ]
    await seen(world, a, 5)
    await seen(world, b, 9)
    expect(await ids(world, { sort: 'id_asc' })).toEqual([a, b, c])
    expect(await ids(world, { sort: 'lastLogin_desc' })).toEqual([b, a, c])
    expect(await ids(world, { sort: 'lastLogin_asc' })).toEqual([c, a, b])
    expect(await ids(world, { type: ['admin'] })).toEqual([c])
    expect(await ids(world, { type: ['admin', 'normal'] })).toHaveLength(3)
    expect(await ids(world, { group: 2 })).toEqual([b])
    expect(await ids(world, { group: 0 })).toEqual([c])
    expect(await ids(world, { group: -1, page: 2, pageSize: 2 })).toEqual([a])
    const { response } = await world
      .as(mainAdmin)
      .GET(USERS, { params: { query: { sort: 'password_asc' as 'id_asc' } } })
    expect(response.status).toBe(400)
  })

  test('searches name and comment within the other filters (D40)', async () => {
    const world = await makeWorld()
    const ann = (await world.person({ email: 'ann@a.com', groupId: 1 })).id
    const bob = (await world.person({ email: 'bob@b.com', groupId: 2 })).id
    await world.db
      .updateTable('user')
      .set({ comment: 'Friend of Ann' })
      .where('id', '=', bob)
      .execute()
    expect(await ids(world, { search: 'ANN' })).toEqual([bob, ann])
    expect(await ids(world, { search: 'ann', group: 1 })).toEqual([ann])
    expect(await ids(world, { search: '_' })).toEqual([])
  })

  test('shows another admin the own group, regardless of the requested group', async () => {
    const world = await makeWorld()
    const admin = await world.person({ type: 'admin', groupId: 2 })
    const mine = await world.person({ groupId: 2 })
    await world.person({ groupId: 3 })
    for (const group of [-1, 2, 3])
      expect(await ids(world, { group }, admin)).toEqual([mine.id, admin.id])
  })
})

describe('listRecentSignUps', () => {
  test('lists normal users, newest first, in the own group', async () => {
    const world = await makeWorld()
    const admin = await world.person({ type: 'admin', groupId: 2 })
    const first = await world.person({ groupId: 2 })
    world.clock.add(1000)
    const second = await world.person({ groupId: 3 })
    const { data } = await world.as(mainAdmin).GET(SIGN_UPS)
    expect(data).toMatchObject([{ id: second.id, createTime: world.clock.at }, { id: first.id }])
    const one = await world.as(mainAdmin).GET(SIGN_UPS, { params: { query: { number: 1 } } })
    expect(one.data).toHaveLength(1)
    expect((await world.as(admin).GET(SIGN_UPS)).data).toMatchObject([{ id: first.id }])
  })
})

describe('listRecentLogins', () => {
  test('lists the last logins; -1 means everyone of today and a few more', async () => {
    const world = await makeWorld()
    const [a, b] = [await world.person(), await world.person()]
    await world.person()
    await seen(world, a.id, world.clock.at)
    await seen(world, b.id, world.clock.at - 3 * DAY)
    const read = async (number: number) => {
      const { data } = await world.as(mainAdmin).GET(LOGINS, { params: { query: { number } } })
      return data?.map(({ id }) => id)
    }
    expect(await read(1)).toEqual([a.id])
    expect(await read(-1)).toEqual([a.id, b.id])
    expect((await world.as(mainAdmin).GET(LOGINS)).data).toHaveLength(2)
  })

  test('lists more than 100 logins of today', async () => {
    const world = await makeWorld()
    const row = {
      passwordHash: '',
      type: 'normal' as const,
      createTime: 0,
      lastLogin: world.clock.at,
    }
    const rows = Array.from({ length: 103 }, (_, number) => {
      const name = `u${number}@a.com`
      return { ...row, username: name, email: name, telegram: null }
    })
    await world.db.insertInto('user').values(rows).execute()
    const { data } = await world.as(mainAdmin).GET(LOGINS, { params: { query: { number: -1 } } })
    expect(data).toHaveLength(103)
  })
})

describe.each([
  ['changeMyPassword', MINE, 'normal'],
  ['changeAdminPassword', ADMINS, 'admin'],
] as const)('%s', (_id, path, type) => {
  const change = { body: { password: 'old secret', newPassword: 'new secret' } }

  async function somebody() {
    const world = await makeWorld()
    const passwordHash = await hashPassword('old secret')
    return { world, person: await world.person({ type, email: 'me@a.com', passwordHash }) }
  }

  test('changes it, ends the other sessions and keeps this one', async () => {
    const { world, person } = await somebody()
    const body = { email: 'me@a.com', password: 'old secret' }
    await world.as(null).POST('/api/home/login', { body })
    const { data, response } = await world.as(person).POST(path, change)
    expect(data).toBe('success')
    expect(response.headers.get('set-cookie')).toMatch(/^sid=.+HttpOnly/)
    const sessions = world.db.selectFrom('session').where('userId', '=', person.id)
    expect(await sessions.selectAll().execute()).toHaveLength(1)
    const old = await world.as(null).POST('/api/home/login', { body })
    expect(old.error).toBe('invalid password')
    const again = { email: 'me@a.com', password: 'new secret' }
    expect((await world.as(null).POST('/api/home/login', { body: again })).data).toBeTruthy()
  })

  test('this browser goes on being notified of things, the others do not', async () => {
    const { world, person } = await somebody()
    const keys = { p256dh: 'key', auth: 'auth' }
    const data = { endpoint: 'https://push.example.com/here', keys }
    await world.as(person).POST('/api/push/client', { body: { data, kinds: [] } })
    for (const [sessionId, name] of [
      ['another session', 'there'],
      [null, 'long ago'],
    ] as const) {
      const endpoint = `https://push.example.com/${name}`
      const row = { userId: person.id, endpoint, ...keys, createTime: world.clock.at, sessionId }
      await world.db.insertInto('pushClient').values(row).execute()
    }
    const { response } = await world.as(person).POST(path, change)
    const { id } = await world.db
      .selectFrom('session')
      .select('id')
      .where('userId', '=', person.id)
      .executeTakeFirstOrThrow()
    const notified = world.db.selectFrom('pushClient').select(['endpoint', 'sessionId'])
    expect(await notified.execute()).toEqual([{ endpoint: data.endpoint, sessionId: id }])

    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
    await world.app.inject({ method: 'POST', url: '/api/home/logout', headers: { cookie } })
    expect(await notified.execute()).toEqual([])
  })

  test('refuses a wrong password, and after five the right one too', async () => {
    const { world, person } = await somebody()
    const wrong = { body: { password: 'guess', newPassword: 'new secret' } }
    for (let count = 0; count < 5; count += 1)
      expect((await world.as(person).POST(path, wrong)).error).toBe('invalid password')
    const { response, error } = await world.as(person).POST(path, change)
    expect([response.status, error]).toEqual([403, 'password retry out of limit'])
    world.clock.add(60_000)
    expect((await world.as(person).POST(path, change)).data).toBe('success')
  })

  test('refuses an empty new one', async () => {
    const { world, person } = await somebody()
    const body = { password: 'old secret', newPassword: '' }
    expect((await world.as(person).POST(path, { body })).response.status).toBe(400)
  })
})

describe('createUser', () => {
  const add = async (world: Awaited<ReturnType<typeof makeWorld>>, fields: object) => {
    const body = { email: 'new@example.com', password: 'Secret-123', ...fields }
    const { data, response } = await world.as(mainAdmin).POST(`${USERS}/add`, { body })
    const row = data
      ? await world.db
          .selectFrom('user')
          .leftJoin('userGroup', 'userGroup.id', 'user.groupId')
          .select(['user.id', 'user.type', 'user.groupId', 'userGroup.name'])
          .where('user.id', '=', data[0]!)
          .executeTakeFirstOrThrow()
      : undefined
    return { status: response.status, row }
  }
  const helper = { type: 'admin', permissions: { kind: 'readOnly' } } as const

  test('puts who gets permissions into a group of their own, who sees nobody', async () => {
    const world = await makeWorld()
    await world.person()
    const { row } = await add(world, helper)
    expect(row?.groupId).not.toBe(0)
    expect(row?.name).toBe('new@example.com')
    const other = await add(world, { ...helper, email: 'b@example.com', groupName: ' Friends ' })
    expect(other.row?.name).toBe('Friends')
    expect(other.row?.groupId).not.toBe(row?.groupId)
    const own = { id: row!.id, roles: ['admin', 'user'], groupId: row!.groupId }
    const seen = await world.as(own as never).GET(USERS, { params: { query: {} } })
    expect(seen.data?.users.map(({ type }) => type)).not.toContain('normal')
  })

  test('puts an admin into the group that was chosen, if there is one', async () => {
    const world = await makeWorld()
    expect((await add(world, { ...helper, groupId: 0 })).row?.groupId).toBe(0)
    const gone = await add(world, { ...helper, email: 'b@example.com', groupId: 99 })
    expect(gone.status).toBe(403)
    // A user who is refused leaves no group behind.
    const groups = () => world.db.selectFrom('userGroup').select('id').execute()
    const before = await groups()
    const known = await add(world, { ...helper, groupName: 'Lost' })
    expect([known.status, await groups()]).toEqual([403, before])
  })

  test('leaves an admin of an older console, and every user, where they always were', async () => {
    const world = await makeWorld()
    expect((await add(world, { type: 'admin' })).row?.groupId).toBe(0)
    const user = await add(world, { email: 'c@example.com', groupName: 'No', groupId: 7 })
    expect(user.row).toMatchObject({ type: 'normal', groupId: 0 })
  })
})
