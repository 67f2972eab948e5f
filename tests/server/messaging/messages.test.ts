import { describe, expect, test } from 'vitest'
import { aMessage } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

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

describe('finishConversation', () => {
  const DONE = '/api/admin/messages/{userId}/done'

  test('is done until the user writes again, and can be taken back', async () => {
    const world = await makeWorld()
    const ann = await world.person()
    const first = await aMessage(world, ann)
    const states = async () =>
      (await world.as(mainAdmin).GET(MESSAGES)).data?.map(({ state, unread }) => [state, unread])
    const finish = (id: number) =>
      world.as(mainAdmin).POST(DONE, { params: { path: { userId: ann.id } }, body: { id } })
    expect(await states()).toEqual([['waiting', 1]])
    expect((await finish(first)).data).toBe('success')
    expect(await states()).toEqual([['done', 0]])
    await finish(0)
    expect(await states()).toEqual([['waiting', 0]])
    await finish(first)
    await aMessage(world, ann)
    expect(await states()).toEqual([['waiting', 1]])
    // What does not exist yet cannot be done.
    await finish(first + 1_000_000)
    expect(await states()).toEqual([['done', 0]])
    await aMessage(world, ann, { sender: 'admin' })
    expect(await states()).toEqual([['answered', 0]])
    await aMessage(world, ann)
    expect(await states()).toEqual([['waiting', 1]])
  })

  test('takes nobody back to what was read before', async () => {
    const world = await makeWorld()
    const ann = await world.person()
    const first = await aMessage(world, ann)
    const second = await aMessage(world, ann)
    const at = { params: { path: { userId: ann.id } } }
    await world
      .as(mainAdmin)
      .POST('/api/admin/messages/{userId}/read', { ...at, body: { id: second } })
    await world.as(mainAdmin).POST(DONE, { ...at, body: { id: first } })
    expect((await world.as(mainAdmin).GET(MESSAGES)).data).toMatchObject([
      { state: 'waiting', unread: 0 },
    ])
  })

  test('lists each state by itself, and 50 of it', async () => {
    const world = await makeWorld()
    const waiting = await world.person()
    await aMessage(world, waiting)
    for (let count = 0; count < 51; count += 1)
      await aMessage(world, await world.person(), { sender: 'admin' })
    const list = async (state: 'waiting' | 'answered' | 'done') =>
      (await world.as(mainAdmin).GET(MESSAGES, { params: { query: { state } } })).data
    expect((await list('waiting'))?.map(({ userId }) => userId)).toEqual([waiting.id])
    expect(await list('answered')).toHaveLength(50)
    expect(await list('done')).toEqual([])
  })

  test('is closed to admins of another group, and to users', async () => {
    const world = await makeWorld()
    const admin = await world.person({ type: 'admin', groupId: 2 })
    const ann = await world.person({ groupId: 3 })
    const id = await aMessage(world, ann)
    const at = { params: { path: { userId: ann.id } }, body: { id } }
    expect((await world.as(admin).POST(DONE, at)).response.status).toBe(403)
    expect((await world.as(ann).POST(DONE, at)).response.status).toBe(401)
    expect((await world.as(mainAdmin).GET(MESSAGES)).data).toMatchObject([{ state: 'waiting' }])
  })
})

const ONE = '/api/admin/messages/{userId}'
const MINE = '/api/user/messages'
const to = (userId: number) => ({ params: { path: { userId } } })

describe('sendMyMessage', () => {
  test('keeps what a user wrote, for both sides to read, and notifies the admins', async () => {
    const world = await makeWorld()
    const ann = await world.person()
    await world.as(ann).POST(MINE, { body: { msg: '  It does not connect  ' } })
    const expected = [{ content: 'It does not connect', from: 'user', createTime: world.clock.at }]
    expect((await world.as(ann).GET(MINE)).data).toMatchObject(expected)
    expect((await world.as(mainAdmin).GET(ONE, to(ann.id))).data).toMatchObject(expected)
    const events = await world.db.selectFrom('event').selectAll().execute()
    expect(events).toMatchObject([{ kind: 'message', userId: null, subjectId: ann.id }])
  })

  test('keeps a message once that is sent again under its key, also at the same moment', async () => {
    const world = await makeWorld()
    const ann = await world.person()
    const send = () => world.as(ann).POST(MINE, { body: { msg: 'Hi', key: 'abcdefgh' } })
    const replies = await Promise.all([send(), send(), send()])
    expect(replies.map(({ response }) => response.status)).toEqual([200, 200, 200])
    expect((await world.as(ann).GET(MINE)).data).toHaveLength(1)
    expect(await world.db.selectFrom('event').selectAll().execute()).toHaveLength(1)
    await world.as(await world.person()).POST(MINE, { body: { msg: 'Hi', key: 'abcdefgh' } })
    expect((await world.as(mainAdmin).GET(MESSAGES)).data).toHaveLength(2)
  })

  test('refuses the 21st message of a minute', async () => {
    const world = await makeWorld()
    const mine = world.as(await world.person())
    for (let count = 0; count < 20; count += 1) await mine.POST(MINE, { body: { msg: 'Hello?' } })
    const { response, error } = await mine.POST(MINE, { body: { msg: 'Hello?' } })
    expect([response.status, error]).toEqual([403, 'too many messages'])
    world.clock.add(60_001)
    expect((await mine.POST(MINE, { body: { msg: 'Hello?' } })).response.status).toBe(200)
  })

  test.each([[''], ['   '], ['x'.repeat(4097)]])('refuses %j', async (msg) => {
    const world = await makeWorld()
    const { response } = await world.as(await world.person()).POST(MINE, { body: { msg } })
    expect(response.status).toBe(400)
  })
})

describe('listMyMessages', () => {
  test('lists what came after a moment, and nothing of others', async () => {
    const world = await makeWorld()
    const [ann, bob] = [await world.person(), await world.person()]
    const mine = world.as(ann)
    await world.as(bob).POST(MINE, { body: { msg: 'Mine' } })
    // Without a tick of the clock between them.
    await mine.POST(MINE, { body: { msg: 'One' } })
    const first = (await mine.GET(MINE)).data![0]!
    await mine.POST(MINE, { body: { msg: 'Two' } })
    const { data } = await mine.GET(MINE, { params: { query: { lasttime: first.createTime } } })
    expect(data?.map(({ content }) => content)).toEqual(['Two'])
  })
})

describe('sendMessage', () => {
  test('answers a user, who is notified', async () => {
    const world = await makeWorld()
    const ann = await world.person()
    await world.as(mainAdmin).POST(ONE, { ...to(ann.id), body: { msg: 'Try again' } })
    expect((await world.as(ann).GET(MINE)).data).toMatchObject([
      { content: 'Try again', from: 'admin' },
    ])
    const events = await world.db.selectFrom('event').selectAll().execute()
    expect(events).toMatchObject([{ kind: 'reply', userId: ann.id }])
  })
})

describe('listMessages', () => {
  test('refuses users that are none, admins, and those of another group', async () => {
    const world = await makeWorld()
    const admin = await world.person({ type: 'admin', groupId: 2 })
    const other = await world.person({ groupId: 3 })
    for (const [caller, id] of [
      [mainAdmin, 999],
      [mainAdmin, admin.id],
      [admin, other.id],
    ] as const) {
      expect((await world.as(caller).GET(ONE, to(id))).response.status).toBe(403)
      const sent = await world.as(caller).POST(ONE, { ...to(id), body: { msg: 'Hi' } })
      expect(sent.response.status).toBe(403)
    }
    expect(await world.db.selectFrom('message').selectAll().execute()).toEqual([])
  })
})

/** A reseller of group 2 with a user in it, and a user of another group. */
async function makeGroups() {
  const world = await makeWorld()
  const reseller = world.as(await world.person({ type: 'admin', groupId: 2 }))
  const [ann, bob] = [await world.person({ groupId: 2 }), await world.person()]
  const unread = async (client = world.as(mainAdmin)) =>
    (await client.GET('/api/admin/unreadMessages')).data?.unread
  return { world, reseller, ann, bob, unread }
}

describe('getUnreadMessages', () => {
  test('counts conversations, each once, in the group', async () => {
    const { world, reseller, ann, bob, unread } = await makeGroups()
    for (const user of [ann, ann, bob]) await aMessage(world, user)
    expect([await unread(), await unread(reseller)]).toEqual([2, 1])
    expect((await reseller.GET(MESSAGES)).data).toMatchObject([{ userId: ann.id, unread: 2 }])
  })

  test('counts a conversation while the last word is the customer’s', async () => {
    const { world, reseller, ann, unread } = await makeGroups()
    await aMessage(world, ann)
    await reseller.POST(ONE, { ...to(ann.id), body: { msg: 'Try again' } })
    expect([await unread(), await unread(reseller)]).toEqual([0, 0])
    expect((await reseller.GET(MESSAGES)).data).toMatchObject([{ userId: ann.id, unread: 0 }])
    await aMessage(world, ann, { content: 'Still nothing' })
    expect(await unread(reseller)).toBe(1)
    expect((await reseller.GET(MESSAGES)).data).toMatchObject([{ unread: 1 }])
  })
})

describe('readMessages', () => {
  test('counts nothing up to what was shown, and never decreases', async () => {
    const { world, reseller, ann, unread } = await makeGroups()
    const [first, last] = [await aMessage(world, ann), await aMessage(world, ann)]
    const read = (id: number) =>
      reseller.POST('/api/admin/messages/{userId}/read', { ...to(ann.id), body: { id } })
    await read(last)
    expect([await unread(), await unread(reseller)]).toEqual([0, 0])
    await read(first)
    expect(await unread(reseller)).toBe(0)
    await aMessage(world, ann, { content: 'Still nothing' })
    expect(await unread(reseller)).toBe(1)
  })

  test('is refused for users of another group', async () => {
    const { world, reseller, bob, unread } = await makeGroups()
    const id = await aMessage(world, bob)
    const { response } = await reseller.POST('/api/admin/messages/{userId}/read', {
      ...to(bob.id),
      body: { id },
    })
    expect([response.status, await unread()]).toEqual([403, 1])
  })
})

const mineUnread = async (client: ReturnType<Awaited<ReturnType<typeof makeWorld>>['as']>) =>
  (await client.GET('/api/user/messages/unread')).data?.unread

describe('getMyUnreadMessages', () => {
  test('counts the answers to the caller, not what the caller wrote', async () => {
    const world = await makeWorld()
    const [ann, bob] = [await world.person(), await world.person()]
    await aMessage(world, ann)
    for (const user of [ann, ann, bob]) await aMessage(world, user, { sender: 'admin' })
    expect(await mineUnread(world.as(ann))).toBe(2)
    // Written offline and sent only now: it does not mark anything as read.
    await aMessage(world, ann)
    expect(await mineUnread(world.as(ann))).toBe(2)
  })
})

describe('readMyMessages', () => {
  test('counts the answers until they are read, and cannot read ahead', async () => {
    const world = await makeWorld()
    const ann = await world.person()
    const mine = world.as(ann)
    await aMessage(world, ann, { sender: 'admin' })
    await mine.POST('/api/user/messages/read', { body: { id: 2_000_000_000 } })
    expect(await mineUnread(mine)).toBe(0)
    await aMessage(world, ann, { sender: 'admin' })
    expect(await mineUnread(mine)).toBe(1)
  })
})

describe('an answer with which nothing is left to do', () => {
  const stateOf = async (world: Awaited<ReturnType<typeof makeWorld>>) =>
    (await world.as(mainAdmin).GET(MESSAGES)).data?.[0]?.state
  const lastOf = async (world: Awaited<ReturnType<typeof makeWorld>>) =>
    (await world.db.selectFrom('message').select('id').orderBy('id', 'desc').execute())[0]!.id

  test('resolves the conversation, once, and the user makes it wait again', async () => {
    const world = await makeWorld()
    const ann = await world.person()
    await aMessage(world, ann, { content: 'Slow' })
    const body = { msg: 'Better now', key: 'a-key-of-its-own', done: await lastOf(world) }
    const at = { params: { path: { userId: ann.id } }, body }
    await world.as(mainAdmin).POST('/api/admin/messages/{userId}', at)
    expect(await stateOf(world)).toBe('done')
    await aMessage(world, ann, { content: 'Again' })
    await world.as(mainAdmin).POST('/api/admin/messages/{userId}', at)
    expect(await stateOf(world)).toBe('waiting')
  })

  test('resolves nothing where the user has written what was not seen', async () => {
    const world = await makeWorld()
    const ann = await world.person()
    await aMessage(world, ann, { content: 'Slow' })
    const done = await lastOf(world)
    await aMessage(world, ann, { content: 'And another thing' })
    await world.as(mainAdmin).POST('/api/admin/messages/{userId}', {
      params: { path: { userId: ann.id } },
      body: { msg: 'Better now', done },
    })
    expect(await stateOf(world)).toBe('answered')
  })
})

describe('getSavedAnswers', () => {
  test('has the texts for every admin, and none at first', async () => {
    const world = await makeWorld()
    const admin = await world.person({ type: 'admin', groupId: 2 })
    expect((await world.as(admin).GET('/api/admin/savedAnswers')).data?.answers).toEqual([])
  })
})

describe('editSavedAnswers', () => {
  test('replaces them, is audited, and refuses what came too late', async () => {
    const world = await makeWorld()
    const { data } = await world.as(mainAdmin).GET('/api/admin/savedAnswers')
    const put = (answers: string[]) =>
      world.as(mainAdmin).PUT('/api/admin/savedAnswers', {
        body: { data: { answers }, revision: data?.revision ?? '' },
      })
    expect((await put(['Try another server'])).response.status).toBe(200)
    expect((await put(['Too late'])).response.status).toBe(409)
    const kept = await world.as(mainAdmin).GET('/api/admin/savedAnswers')
    expect(kept.data?.answers).toEqual(['Try another server'])
    const audit = await world.as(mainAdmin).GET('/api/admin/audit')
    expect(audit.data?.entries[0]?.operation).toBe('editSavedAnswers')
  })
})
