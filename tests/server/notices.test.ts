import { describe, expect, test } from 'vitest'
import { aNotice } from '../support/make.ts'
import { mainAdmin, makeWorld } from '../support/world.ts'

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
