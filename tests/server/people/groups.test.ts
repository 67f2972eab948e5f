import { describe, expect, test } from 'vitest'
import type { Body } from '#contract'
import { aNotice, aPlan } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const ALL = '/api/admin/group'
const ONE = '/api/admin/group/{groupId}'
const PERSON = '/api/admin/group/{groupId}/{userId}'
const at = (groupId: number) => ({ params: { path: { groupId } } })
type World = Awaited<ReturnType<typeof makeWorld>>

const groupsOf = async (world: World) => (await world.as(mainAdmin).GET(ALL)).data ?? []
const read = async (world: World, id: number) => (await world.as(mainAdmin).GET(ONE, at(id))).data!

/** A group made through the API; returns its id. */
async function aGroup(world: World, changes: Partial<Body<'createGroup'>> = {}) {
  await world.as(mainAdmin).POST(ALL, { body: { name: 'Friends', ...changes } })
  return (await groupsOf(world)).at(-1)!.id
}

describe('listGroups', () => {
  test('lists them with their people, the default one first', async () => {
    const world = await makeWorld()
    const plan = await aPlan(world)
    const id = await aGroup(world, { comment: 'Paid less', order: [plan], multiAccount: 1 })
    await world.person({ groupId: id })
    await world.person({ groupId: id, type: 'admin' })
    expect(await groupsOf(world)).toEqual([
      { id: 0, name: 'Default', comment: '', order: null, multiAccount: 0, userNumber: 1 },
      { id, name: 'Friends', comment: 'Paid less', order: [plan], multiAccount: 1, userNumber: 2 },
    ])
  })

  test('shows other admins their own group alone', async () => {
    const world = await makeWorld()
    const id = await aGroup(world)
    const admin = await world.person({ type: 'admin', groupId: id })
    expect((await world.as(admin).GET(ALL)).data?.map((group) => group.id)).toEqual([id])
  })
})

describe('getGroup', () => {
  test('shows it with the notices linked to it', async () => {
    const world = await makeWorld()
    const notice = await aNotice(world, { forGroups: 1 })
    const id = await aGroup(world, { notices: [notice] })
    expect(await read(world, id)).toMatchObject({ name: 'Friends', order: null, notices: [notice] })
  })

  test('shows other admins no other group', async () => {
    const world = await makeWorld()
    const [own, other] = [await aGroup(world), await aGroup(world)]
    const as = world.as(await world.person({ type: 'admin', groupId: own }))
    expect((await as.GET(ONE, at(own))).response.status).toBe(200)
    expect((await as.GET(ONE, at(other))).response.status).toBe(403)
    expect((await as.GET(ONE, at(99))).response.status).toBe(403)
  })
})

describe('createGroup', () => {
  test('leaves notices for everybody out of its links', async () => {
    const world = await makeWorld()
    const [own, all] = [await aNotice(world, { forGroups: 1 }), await aNotice(world)]
    const id = await aGroup(world, { notices: [own, all] })
    expect((await read(world, id)).notices).toEqual([own])
  })

  test.each([
    ['a plan nobody knows', { order: [9] }, 403],
    ['a notice nobody knows', { notices: [9] }, 403],
    ['no name', { name: '' }, 400],
  ])('refuses %s, and makes nothing', async (_what, changes, status) => {
    const world = await makeWorld()
    const body = { name: 'Friends', ...changes }
    expect((await world.as(mainAdmin).POST(ALL, { body })).response.status).toBe(status)
    expect(await groupsOf(world)).toHaveLength(1)
  })
})

describe('editGroup', () => {
  const put = (world: World, id: number, body: Body<'editGroup'>) =>
    world.as(mainAdmin).PUT(ONE, { ...at(id), body })

  test('changes what was sent and leaves the rest', async () => {
    const world = await makeWorld()
    const plan = await aPlan(world)
    const notice = await aNotice(world, { forGroups: 1 })
    const id = await aGroup(world, { order: [plan], notices: [notice], multiAccount: true })
    await put(world, id, { name: 'Family', comment: 'Ours' })
    const stored = { order: [plan], notices: [notice], multiAccount: 1 }
    expect(await read(world, id)).toMatchObject({ name: 'Family', comment: 'Ours', ...stored })
    await put(world, id, { name: 'Family', order: null, notices: [], multiAccount: 0 })
    const gone = { comment: 'Ours', order: null, notices: [], multiAccount: 0 }
    expect(await read(world, id)).toMatchObject(gone)
  })

  test('renames the default group', async () => {
    const world = await makeWorld()
    await put(world, 0, { name: 'Everybody' })
    expect((await groupsOf(world))[0]?.name).toBe('Everybody')
  })

  test('refuses what a colleague changed after it was read, links included', async () => {
    const world = await makeWorld()
    const notice = await aNotice(world, { forGroups: 1 })
    const id = await aGroup(world)
    const { revision } = await read(world, id)
    await put(world, id, { name: 'Friends', notices: [notice], revision })
    const late = await put(world, id, { name: 'Late', revision })
    expect([late.response.status, late.error]).toEqual([409, 'changed meanwhile'])
    expect(await read(world, id)).toMatchObject({ name: 'Friends', notices: [notice] })
  })

  test('refuses an unknown one', async () => {
    const world = await makeWorld()
    expect((await put(world, 9, { name: 'Nine' })).response.status).toBe(403)
  })
})

describe('deleteGroup', () => {
  const remove = (world: World, groupId: number, moveUsers?: boolean) =>
    world.as(mainAdmin).DELETE(ONE, {
      params: { path: { groupId }, query: moveUsers === undefined ? {} : { moveUsers } },
    })

  test('refuses the default group', async () => {
    const world = await makeWorld()
    expect((await remove(world, 0, true)).error).toBe('default group')
  })

  test('is not deleted while it has users, unless they are to be moved', async () => {
    const world = await makeWorld()
    const notice = await aNotice(world, { forGroups: 1 })
    const id = await aGroup(world, { notices: [notice] })
    const user = await world.person({ groupId: id })
    expect((await remove(world, id)).error).toBe('users in this group')
    expect((await remove(world, id, true)).data).toBe('success')
    const rows = world.db.selectFrom('user').select('groupId').where('id', '=', user.id)
    expect(await rows.execute()).toEqual([{ groupId: 0 }])
    expect(await world.db.selectFrom('noticeGroup').selectAll().execute()).toEqual([])
    expect(await groupsOf(world)).toHaveLength(1)
  })

  test('never hands the default group to an admin', async () => {
    const world = await makeWorld()
    const id = await aGroup(world)
    await world.person({ type: 'admin', groupId: id })
    expect((await remove(world, id, true)).error).toBe('admins in this group')
  })

  test('stays while new users join it', async () => {
    const world = await makeWorld()
    const id = await aGroup(world)
    const body = { data: { defaultGroup: id } }
    await world.as(mainAdmin).PUT('/api/admin/setting/account', { body })
    expect((await remove(world, id)).error).toBe('new users join this group')
  })
})

describe('setUserGroup', () => {
  const move = (world: World, groupId: number, userId: number) =>
    world.as(mainAdmin).POST(PERSON, { params: { path: { groupId, userId } } })

  test('moves users and admins', async () => {
    const world = await makeWorld()
    const id = await aGroup(world)
    const people = [await world.person(), await world.person({ type: 'admin' })]
    for (const person of people) expect((await move(world, id, person.id)).data).toBe('success')
    expect((await groupsOf(world)).map(({ userNumber }) => userNumber)).toEqual([1, 2])
  })

  test('refuses an unknown group or person', async () => {
    const world = await makeWorld()
    const user = await world.person()
    expect((await move(world, 9, user.id)).response.status).toBe(403)
    expect((await move(world, 0, 999)).response.status).toBe(403)
  })
})

describe('groups', () => {
  test.each([
    ['a visitor', null, 401, 401],
    ['a user', 'normal', 401, 401],
    ['another admin', 'admin', 200, 403],
  ] as const)('are closed to %s', async (_who, type, reading, writing) => {
    const world = await makeWorld()
    const as = world.as(type && (await world.person({ type })))
    const body = { name: 'Mine' }
    const move = { params: { path: { groupId: 0, userId: 1 } } }
    const writes = [
      await as.POST(ALL, { body }),
      await as.PUT(ONE, { ...at(0), body }),
      await as.DELETE(ONE, at(0)),
      await as.POST(PERSON, move),
    ]
    expect(writes.map(({ response }) => response.status)).toEqual(writes.map(() => writing))
    expect((await as.GET(ALL)).response.status).toBe(reading)
  })
})
