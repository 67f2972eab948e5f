import { describe, expect, test } from 'vitest'
import { aNotice } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const NOTICES = '/api/user/notice'

describe('listMyNotices', () => {
  test("lists what is for everybody and for the caller's group, newest first", async () => {
    const world = await makeWorld()
    const user = await world.person({ groupId: 2 })
    const old = await aNotice(world, { title: 'Old', autopop: 1 })
    world.clock.add(1000)
    const grouped = await aNotice(world, { title: 'For us', forGroups: 1 })
    const foreign = await aNotice(world, { title: 'For others', forGroups: 1 })
    await aNotice(world, { title: 'An article', kind: 'article' })
    await world.db
      .insertInto('noticeGroup')
      .values([
        { noticeId: grouped, groupId: 2 },
        { noticeId: foreign, groupId: 3 },
      ])
      .execute()

    const { data } = await world.as(user).GET(NOTICES)
    expect(data).toMatchObject([
      { id: grouped, title: 'For us', group: 1, autopop: 0 },
      { id: old, title: 'Old', content: 'All is well', group: 0, autopop: 1 },
    ])
    expect(data).toHaveLength(2)
  })

  test.each([
    ['a visitor', null],
    ['an admin', mainAdmin],
  ])('is closed to %s', async (_who, caller) => {
    const world = await makeWorld()
    expect((await world.as(caller).GET(NOTICES)).response.status).toBe(401)
  })
})

const ALL = '/api/admin/notice'
const ONE = '/api/admin/notice/{noticeId}'
const at = (noticeId: number) => ({ params: { path: { noticeId } } })
type World = Awaited<ReturnType<typeof makeWorld>>

const read = async (world: World, id: number) => (await world.as(mainAdmin).GET(ONE, at(id))).data!
const aGroup = async ({ db }: World) => {
  const made = db.insertInto('userGroup').values({ name: 'Friends', orders: null }).returning('id')
  return (await made.executeTakeFirstOrThrow()).id
}
const linksOf = ({ db }: World) =>
  db.selectFrom('noticeGroup').selectAll().orderBy('noticeId').orderBy('groupId').execute()

describe('listNotices', () => {
  test('lists each with its groups, newest first, also one for no group', async () => {
    const world = await makeWorld()
    const group = await aGroup(world)
    const lonely = await aNotice(world, { title: 'Lonely', forGroups: 1 })
    world.clock.add(1000)
    const body = { title: 'Ours', content: '*Hi*', group: 1 as const, groups: [group] }
    await world.as(mainAdmin).POST(ALL, { body })
    await aNotice(world, { title: 'Help', kind: 'article' })
    const { data } = await world.as(mainAdmin).GET(ALL)
    expect(data).toMatchObject([
      { title: 'Ours', content: '*Hi*', group: 1, groupIds: [group], groups: [group] },
      { id: lonely, title: 'Lonely', group: 1, groupIds: [], groups: [] },
    ])
    expect(data).toHaveLength(2)
  })
})

describe('getNotice', () => {
  test('shows a notice, and an article with what articles have', async () => {
    const world = await makeWorld()
    const id = await aNotice(world, { autopop: 1 })
    expect(await read(world, id)).toMatchObject({ id, autopop: 1, group: 0, groups: [] })
    const article = { kind: 'article', position: 'help', category: 'Phones', url: '' } as const
    const other = await aNotice(world, article)
    expect(await read(world, other)).toMatchObject({ position: 'help', category: 'Phones' })
  })

  test('refuses an unknown one', async () => {
    const world = await makeWorld()
    expect((await world.as(mainAdmin).GET(ONE, at(9))).response.status).toBe(403)
  })
})

describe('createNotice', () => {
  test('publishes an article when it is sent what articles have', async () => {
    const world = await makeWorld()
    const body = { title: 'Phones', content: 'Install it', category: 'Start' }
    await world.as(mainAdmin).POST(ALL, { body })
    expect((await world.as(mainAdmin).GET(ALL)).data).toEqual([])
    const { data } = await world.as(mainAdmin).GET('/api/article')
    expect(data?.data).toMatchObject([{ ...body, position: 'help', category_order: 0, url: '' }])
  })

  test.each([
    ['a group nobody knows', { group: 1, groups: [9] }, 403],
    ['no title', { title: '' }, 400],
    ['too much text', { content: 'a'.repeat(16_385) }, 400],
  ] as const)('refuses %s, and keeps nothing', async (_what, changes, status) => {
    const world = await makeWorld()
    const body = { title: 'News', content: 'Hi', ...changes } as const
    const sent = { ...body, groups: 'groups' in body ? [...body.groups] : [] }
    expect((await world.as(mainAdmin).POST(ALL, { body: sent })).response.status).toBe(status)
    expect((await world.as(mainAdmin).GET(ALL)).data).toEqual([])
  })
})

describe('editNotice', () => {
  test('changes it, dates it now, and drops the links of one for everybody', async () => {
    const world = await makeWorld()
    const group = await aGroup(world)
    const id = await aNotice(world)
    const put = (body: object) =>
      world.as(mainAdmin).PUT(ONE, { ...at(id), body: { title: 'A', content: 'B', ...body } })
    world.clock.add(5000)
    await put({ group: 1, groups: [group, group], autopop: true })
    const linked = { time: world.clock.at, group: 1, groups: [group], autopop: 1 }
    expect(await read(world, id)).toMatchObject(linked)
    await put({ groups: [group] })
    expect(await read(world, id)).toMatchObject({ group: 0, groups: [], autopop: 0 })
    expect(await linksOf(world)).toEqual([])
  })

  test('refuses what a colleague changed after it was read, its groups included', async () => {
    const world = await makeWorld()
    const group = await aGroup(world)
    const id = await aNotice(world, { forGroups: 1 })
    const { revision } = await read(world, id)
    const groups = { notices: [id], name: 'Friends' }
    await world.as(mainAdmin).PUT('/api/admin/group/{groupId}', {
      params: { path: { groupId: group } },
      body: groups,
    })
    const body = { title: 'Late', content: '', revision, group: 1, groups: [] } as const
    const late = await world.as(mainAdmin).PUT(ONE, { ...at(id), body: { ...body, groups: [] } })
    expect([late.response.status, late.error]).toEqual([409, 'changed meanwhile'])
    expect(await read(world, id)).toMatchObject({ title: 'News', groups: [group] })
  })

  test('keeps an article one, with what was not sent', async () => {
    const world = await makeWorld()
    const article = { kind: 'article', position: 'public', category: 'Start' } as const
    const id = await aNotice(world, article)
    await world.as(mainAdmin).PUT(ONE, { ...at(id), body: { title: 'A', content: 'B' } })
    const stored = { title: 'A', position: 'public', category: 'Start' }
    expect(await read(world, id)).toMatchObject(stored)
  })
})

describe('replaceNotice', () => {
  test('does what editNotice does', async () => {
    const world = await makeWorld()
    const id = await aNotice(world)
    const body = { title: 'New', content: 'Text' }
    expect((await world.as(mainAdmin).POST(ONE, { ...at(id), body })).data).toBe('success')
    expect(await read(world, id)).toMatchObject(body)
  })
})

describe('deleteNotice', () => {
  test('takes it back with its links', async () => {
    const world = await makeWorld()
    const id = await aNotice(world, { forGroups: 1 })
    await world.db.insertInto('noticeGroup').values({ noticeId: id, groupId: 0 }).execute()
    expect((await world.as(mainAdmin).DELETE(ONE, at(id))).data).toBe('success')
    expect(await linksOf(world)).toEqual([])
    expect((await world.as(mainAdmin).DELETE(ONE, at(id))).response.status).toBe(403)
  })
})

describe('notices of the site', () => {
  test.each([
    ['a visitor', null, 401],
    ['a user', 'normal', 401],
    ['another admin', 'admin', 403],
  ] as const)('are closed to %s', async (_who, type, status) => {
    const world = await makeWorld()
    const id = await aNotice(world)
    const as = world.as(type && (await world.person({ type })))
    const body = { title: 'Mine', content: '' }
    const calls = [
      await as.GET(ALL),
      await as.GET(ONE, at(id)),
      await as.POST(ALL, { body }),
      await as.PUT(ONE, { ...at(id), body }),
      await as.POST(ONE, { ...at(id), body }),
      await as.DELETE(ONE, at(id)),
    ]
    expect(calls.map(({ response }) => response.status)).toEqual(calls.map(() => status))
    expect(await read(world, id)).toMatchObject({ title: 'News' })
  })
})
