import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Operation } from '../../../openapi/document.ts'
import { Refusal } from '../../../server/base/refusal.ts'
import { inTransaction } from '../../../server/database/database.ts'
import { storeReply, withRequestKey } from '../../../server/http/keys/claim.ts'
import { once } from '../../../server/http/keys/once.ts'
import { changeReply, insertKey, type Key } from '../../../server/http/keys/store.ts'
import { makeWorld } from '../../support/world.ts'

/** A write that a person sent with a key: it adds a group. */
async function aWrite(answered: Operation['responses'][string] = {}) {
  const world = await makeWorld()
  const { db } = world
  const operation: Operation = {
    operationId: 'createGroup',
    security: [{ session: [] }],
    responses: { 200: answered },
  }
  const key = (changes: Partial<Key> = {}): Key => ({
    caller: 'user:7',
    key: randomUUID(),
    operation: 'createGroup',
    inputHash: 'hash',
    owner: randomUUID(),
    reply: '',
    time: world.clock.at,
    ...changes,
  })
  const add = (name: string) =>
    inTransaction(db, async (tx) => {
      await tx.insertInto('userGroup').values({ name, orders: null }).execute()
      await storeReply(tx, { name })
      return { name }
    })
  const keys = () => db.selectFrom('requestKey').selectAll().execute()
  const groups = async () =>
    (await db.selectFrom('userGroup').select('name').orderBy('id').execute()).map(
      ({ name }) => name,
    )
  const write = { ...world.world, caller: { id: 7 }, path: {}, query: {}, body: { name: 'A' } }
  const send = (id: string, run: (isRepeated: boolean) => unknown, changes: object = {}) =>
    once(operation, { ...write, ...changes }, id, run)
  return { world, db, operation, key, add, keys, groups, send }
}

describe('the key of a write', () => {
  test('goes into the transaction of its own work, and not into work that goes on after it', async () => {
    const { key, add, keys, groups } = await aWrite()
    const { promise, resolve } = Promise.withResolvers<void>()
    let later: Promise<unknown> | undefined
    await withRequestKey(key(), () => {
      later = promise.then(() => add('later'))
    })
    resolve()
    await later
    expect(await groups()).toContain('later')
    // The write itself changed nothing: sent again, it is done again.
    expect(await keys()).toEqual([])
  })

  test('is not taken by work that a refused write left behind', async () => {
    const { key, add, keys } = await aWrite()
    const { promise, resolve } = Promise.withResolvers<void>()
    let later: Promise<unknown> | undefined
    const refused = withRequestKey(key(), () => {
      later = promise.then(() => add('later'))
      throw new Refusal(403, 'no')
    })
    await expect(refused).rejects.toMatchObject({ status: 403 })
    resolve()
    await later
    expect(await keys()).toEqual([])
  })

  test('is written once by a write of several transactions, with its last answer', async () => {
    const { key, add, keys, groups } = await aWrite()
    const mine = key()
    await withRequestKey(mine, async () => {
      await add('one')
      await add('two')
    })
    expect(await keys()).toEqual([{ ...mine, reply: '{"name":"two"}' }])
    expect(await groups()).toEqual(expect.arrayContaining(['one', 'two']))
  })

  test('that another process wrote first undoes what this one does', async () => {
    const { db, key, add, keys, groups } = await aWrite()
    const theirs = key()
    await insertKey(db, theirs)
    const mine = { ...theirs, owner: randomUUID() }
    await expect(withRequestKey(mine, () => add('twice'))).rejects.toThrow('this write is done')
    expect(await keys()).toEqual([theirs])
    expect(await groups()).not.toContain('twice')
  })

  test('of another process keeps the answer of that process', async () => {
    const { db, key, keys } = await aWrite()
    const theirs = key({ reply: '{"name":"theirs"}' })
    await insertKey(db, theirs)
    for (const changes of [{ owner: 'me' }, { caller: 'user:8' }, { key: 'another' }])
      await changeReply(db, { ...theirs, ...changes, reply: '{}' })
    expect(await keys()).toEqual([theirs])
  })

  test('is needed for no work outside of a write, whose answer is stored nowhere', async () => {
    const { add, keys } = await aWrite()
    expect(await add('alone')).toEqual({ name: 'alone' })
    expect(await keys()).toEqual([])
  })
})

describe('a repeated write', () => {
  test('is answered by what another process answered, though this one had begun', async () => {
    const { db, add, groups, keys, send } = await aWrite()
    const id = randomUUID()
    const first = await send(id, () => add('first'))
    expect(first).toEqual({ answer: { name: 'first' }, isRepeated: false })
    const [stored] = await keys()
    await db.deleteFrom('requestKey').execute()
    const late = await send(id, async () => {
      // The other process ends in this very moment.
      await insertKey(db, stored!)
      return add('second')
    })
    expect(late).toEqual({ answer: { name: 'first' }, isRepeated: true })
    expect(await groups()).not.toContain('second')
  })

  test('that is refused because another process did it gets the answer of that one', async () => {
    const { db, add, keys, send } = await aWrite()
    const id = randomUUID()
    await send(id, () => add('first'))
    const [stored] = await keys()
    await db.deleteFrom('requestKey').execute()
    const late = await send(id, async () => {
      await insertKey(db, stored!)
      throw new Refusal(403, 'group exists')
    })
    expect(late).toEqual({ answer: { name: 'first' }, isRepeated: true })
    const refused = send(randomUUID(), () => {
      throw new Refusal(403, 'group exists')
    })
    await expect(refused).rejects.toMatchObject({ status: 403 })
  })

  test('says that it is done where its answer is not known', async () => {
    const { db, send } = await aWrite({ content: { 'application/json': { schema: {} } } })
    const id = randomUUID()
    await send(id, () => inTransaction(db, async () => 'unsaid'))
    const again = send(id, () => 'again')
    await expect(again).rejects.toThrow('409 done already')
  })

  test.each([
    ['path', { path: { id: 2 } }],
    ['query', { query: { a: '1' } }],
    ['body', { body: { name: 'B' } }],
  ])('with another %s is another write, and refused', async (_part, changes) => {
    const { add, send } = await aWrite()
    const id = randomUUID()
    await send(id, () => add('first'))
    const other = send(id, () => add('second'), changes)
    await expect(other).rejects.toThrow('422 key reused')
  })

  test('is another person’s own, and a visitor’s where nobody has to log in', async () => {
    const { add, send, keys, operation, world } = await aWrite()
    const id = randomUUID()
    await send(id, () => add('first'))
    expect(await send(id, () => add('second'), { caller: { id: 8 } })).toMatchObject({
      isRepeated: false,
    })
    expect(await send(id, () => add('third'), { caller: null })).toMatchObject({
      isRepeated: false,
    })
    const open = { ...operation, security: undefined as never }
    const visit = { ...world.world, path: {}, query: {}, body: { name: 'A' }, caller: { id: 9 } }
    expect(await once(open, visit, id, () => add('fourth'))).toMatchObject({ isRepeated: true })
    const callers = (await keys()).map(({ caller }) => caller)
    expect(callers.toSorted()).toEqual(['user:7', 'user:8', 'visitor'])
  })

  test('waits for the first, one after the other, and is free again where that failed', async () => {
    const { add, groups, send } = await aWrite()
    const id = randomUUID()
    const running = { now: 0, most: 0, tries: 0 }
    const run = async () => {
      running.now += 1
      running.most = Math.max(running.most, running.now)
      running.tries += 1
      const mine = running.tries
      await new Promise((done) => void setImmediate(done))
      running.now -= 1
      // The first two come to nothing.
      if (mine < 3) throw new Refusal(403, 'not yet')
      return add('at last')
    }
    const all = await Promise.allSettled([1, 2, 3, 4, 5].map(() => send(id, run)))
    expect(running).toEqual({ now: 0, most: 1, tries: 3 })
    expect(all.map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ])
    expect((await groups()).filter((name) => name === 'at last')).toHaveLength(1)
  })
})
