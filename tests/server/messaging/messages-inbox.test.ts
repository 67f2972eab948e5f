import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Query } from '#contract'
import { standAfter } from '#rules/conversation.ts'
import { up } from '../../../server/database/migrations/032-inbox.ts'
import { aMessage } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const MESSAGES = '/api/admin/messages'
const ONE = '/api/admin/messages/{userId}'
const MINE = '/api/user/messages'

/** So many customers who wait for an answer, one second after the other. */
async function aQueue(count: number) {
  const world = await makeWorld()
  const waiting: number[] = []
  for (let number = 0; number < count; number += 1) {
    const user = await world.person({ email: `c${number}@a.com` })
    await aMessage(world, user)
    world.clock.add(1000)
    waiting.push(user.id)
  }
  const list = async (query: Query<'listConversations'>, client = world.as(mainAdmin)) =>
    (await client.GET(MESSAGES, { params: { query } })).data?.map(({ userId }) => userId)
  return { world, waiting, list }
}

describe('the pages of listConversations', () => {
  test('reach who has waited longest, from either end', async () => {
    const { waiting, list } = await aQueue(55)
    const newest = waiting.toReversed()
    expect(await list({ state: 'waiting', page: 2 })).toEqual(newest.slice(50))
    expect(await list({ state: 'waiting', sort: 'oldest', pageSize: 3 })).toEqual(
      waiting.slice(0, 3),
    )
    expect(await list({ page: 2, pageSize: 20 })).toEqual(newest.slice(20, 40))
    expect(await list({ page: 3 })).toEqual([])
  })

  test('let nobody who writes again wait from the start', async () => {
    const { world, waiting, list } = await aQueue(3)
    const [first, second, third] = waiting as [number, number, number]
    await aMessage(world, { id: first })
    expect(await list({ state: 'waiting', sort: 'oldest' })).toEqual([first, second, third])
    expect(await list({ state: 'waiting' })).toEqual([first, third, second])
    world.clock.add(1000)
    await aMessage(world, { id: first }, { sender: 'admin' })
    await aMessage(world, { id: first }, { createTime: world.clock.at + 1 })
    expect(await list({ state: 'waiting', sort: 'oldest' })).toEqual([second, third, first])
  })

  test('are searched by name and address, whatever their case', async () => {
    const { world, waiting, list } = await aQueue(12)
    expect(await list({ search: 'C1' })).toEqual([waiting[11], waiting[10], waiting[1]])
    expect(await list({ search: '%' })).toEqual([])
    const { data } = await world
      .as(mainAdmin)
      .GET('/api/admin/unreadMessages', { params: { query: { search: 'c1' } } })
    expect(data).toMatchObject({ waiting: 3, answered: 0 })
    expect(await list({ userId: waiting[4]! })).toEqual([waiting[4]])
  })

  test('find nobody of another group', async () => {
    const { world, waiting, list } = await aQueue(2)
    const admin = world.as(await world.person({ type: 'admin', groupId: 2 }))
    expect(await list({ search: 'c' }, admin)).toEqual([])
    expect(await list({ userId: waiting[0]! }, admin)).toEqual([])
  })
})

describe('the counts of conversations', () => {
  test('follow what is written, resolved and opened again', async () => {
    const { world, waiting } = await aQueue(2)
    const user = { id: waiting[0]! }
    const counts = async (client = world.as(mainAdmin)) =>
      (await client.GET('/api/admin/unreadMessages')).data
    const read = await aMessage(world, user)
    const at = { params: { path: { userId: user.id } }, body: { id: read } }
    await world.as(mainAdmin).POST('/api/admin/messages/{userId}/read', at)
    // What was read and has no answer still waits.
    expect(await counts()).toEqual({ unread: 1, waiting: 2, answered: 0, done: 0 })
    await world.as(mainAdmin).POST('/api/admin/messages/{userId}/done', at)
    expect(await counts()).toEqual({ unread: 1, waiting: 1, answered: 0, done: 1 })
    await world.as(mainAdmin).POST('/api/admin/messages/{userId}/done', { ...at, body: { id: 0 } })
    expect(await counts()).toEqual({ unread: 1, waiting: 2, answered: 0, done: 0 })
    const to = { params: { path: { userId: user.id } }, body: { msg: 'Try again' } }
    await world.as(mainAdmin).POST('/api/admin/messages/{userId}', to)
    expect(await counts()).toEqual({ unread: 1, waiting: 1, answered: 1, done: 0 })
    const other = world.as(await world.person({ type: 'admin', groupId: 2 }))
    expect(await counts(other)).toEqual({ unread: 0, waiting: 0, answered: 0, done: 0 })
  })

  test('are those of the messages, however they came to be', async () => {
    const { world, waiting } = await aQueue(1)
    const user = { id: waiting[0]! }
    for (const sender of ['user', 'admin', 'user', 'user'] as const) {
      world.clock.add(1000)
      await aMessage(world, user, { sender })
    }
    const messages = await world.db.selectFrom('message').selectAll().orderBy('id').execute()
    const kept = await world.db.selectFrom('conversation').selectAll().execute()
    expect(kept).toEqual([{ userId: user.id, ...standAfter(messages) }])
    // As the step of the database works it out for conversations that were there before.
    await world.db.deleteFrom('conversation').execute()
    await world.db.schema.dropTable('conversation').execute()
    await up(world.db as unknown as Kysely<unknown>)
    expect(await world.db.selectFrom('conversation').selectAll().execute()).toEqual(kept)
  })
})

describe('a conversation that is resolved', () => {
  test('is so in whole or not at all', async () => {
    const { world, waiting } = await aQueue(1)
    const [userId] = waiting as [number]
    const finish = async () => {
      const at = { params: { path: { userId } }, body: { id: 2 ** 31 - 1 } }
      return (await world.as(mainAdmin).POST('/api/admin/messages/{userId}/done', at)).response
    }
    const stateOf = () =>
      world.db.selectFrom('conversation').select('state').executeTakeFirstOrThrow()
    // What is written second cannot be.
    await world.db.schema.alterTable('messageRead').renameTo('away').execute()
    expect((await finish()).status).toBe(500)
    await world.db.schema.alterTable('away').renameTo('messageRead').execute()
    expect(await stateOf()).toEqual({ state: 'waiting' })
    expect((await finish()).status).toBe(200)
    expect(await stateOf()).toEqual({ state: 'done' })
  })

  test('while both sides write stands as its messages say', async () => {
    const { world, waiting } = await aQueue(1)
    const userId = waiting[0]!
    const params = { path: { userId } }
    const admin = world.as(mainAdmin)
    for (let round = 0; round < 15; round += 1) {
      const { id } = await world.db
        .selectFrom('message')
        .select(({ fn }) => fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
      const replies = await Promise.all([
        admin.POST('/api/admin/messages/{userId}/done', { params, body: { id } }),
        aMessage(world, { id: userId }).then(() => undefined),
        admin.POST(ONE, { params, body: { msg: `Answer ${round}`, done: id } }),
      ])
      expect(replies.map((reply) => reply?.response.status)).toEqual([200, undefined, 200])
      const messages = await world.db.selectFrom('message').selectAll().orderBy('id').execute()
      const { doneId } = await world.db
        .selectFrom('messageRead')
        .select('doneId')
        .where('side', '=', 'admin')
        .executeTakeFirstOrThrow()
      const { messageId, state } = standAfter(messages, doneId)!
      const kept = await world.db.selectFrom('conversation').selectAll().execute()
      expect(kept).toMatchObject([{ messageId, state }])
    }
  })
})

describe('the messages before the last 200', () => {
  test('are read a piece at a time, by both sides', async () => {
    const world = await makeWorld()
    const ann = await world.person()
    const ids: number[] = []
    for (let count = 0; count < 203; count += 1) ids.push(await aMessage(world, ann))
    const at = { path: { userId: ann.id } }
    const latest = (await world.as(mainAdmin).GET(ONE, { params: at })).data!
    expect(latest.map(({ id }) => id)).toEqual(ids.slice(3))
    const query = { before: ids[3]! }
    const admins = (await world.as(mainAdmin).GET(ONE, { params: { ...at, query } })).data
    const mine = (await world.as(ann).GET(MINE, { params: { query } })).data
    expect(admins?.map(({ id }) => id)).toEqual(ids.slice(0, 3))
    expect(mine).toEqual(admins)
  })
})
