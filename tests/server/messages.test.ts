import { describe, expect, test } from 'vitest'
import { aMessage } from '../support/make.ts'
import { mainAdmin, makeWorld } from '../support/world.ts'

const MESSAGES = '/api/admin/messages'

describe('listConversations', () => {
  test('lists the latest message of each user, newest first', async () => {
    const world = await makeWorld()
    const [ann, bob] = [await world.person({ email: 'ann@a.com' }), await world.person({})]
    await aMessage(world, ann, { content: 'First' })
    world.clock.add(1000)
    await aMessage(world, bob, { content: 'Hi' })
    world.clock.add(1000)
    await aMessage(world, ann, { content: 'Answer', sender: 'admin' })

    const { data } = await world.as(mainAdmin).GET(MESSAGES)
    expect(data).toMatchObject([
      { userId: ann.id, username: 'ann@a.com', content: 'Answer', from: 'admin' },
      { userId: bob.id, content: 'Hi', from: 'user' },
    ])
  })

  test('lists 50 at most', async () => {
    const world = await makeWorld()
    for (let count = 0; count < 51; count += 1) await aMessage(world, await world.person())
    expect((await world.as(mainAdmin).GET(MESSAGES)).data).toHaveLength(50)
  })

  test("shows another admin the own group's users only", async () => {
    const world = await makeWorld()
    const admin = await world.person({ type: 'admin', groupId: 2 })
    const mine = await world.person({ groupId: 2 })
    await aMessage(world, mine)
    await aMessage(world, await world.person({ groupId: 3 }))
    const { data } = await world.as(admin).GET(MESSAGES)
    expect(data?.map(({ userId }) => userId)).toEqual([mine.id])
  })

  test.each([
    ['a visitor', false],
    ['a user', true],
  ])('is closed to %s', async (_who, known) => {
    const world = await makeWorld()
    const caller = known ? await world.person() : null
    expect((await world.as(caller).GET(MESSAGES)).response.status).toBe(401)
  })
})
