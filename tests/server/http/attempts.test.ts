import { expect, test } from 'vitest'
import { changesOf } from '../../../server/database/database.ts'
import { returnAttempt, takeAttempt, takeAttempts } from '../../../server/http/limits/attempts.ts'
import { takeDifferentTryOf } from '../../../server/http/limits/limits.ts'
import { countsByKey } from '../../support/attempts.ts'
import { makeWorld } from '../../support/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test('a clock that jumped ahead locks nobody out once it is correct again', async () => {
  const { db, clock, now } = await makeWorld()
  const limit = { key: 'login:user:3', most: 2, window: MINUTE }
  const right = now()
  clock.add(HOUR)
  for (const isTaken of [true, true, false])
    expect(await takeAttempt(db, now(), limit)).toBe(isTaken)
  clock.set(right)
  for (const isTaken of [true, true, false])
    expect(await takeAttempt(db, now(), limit)).toBe(isTaken)
})

test('of many tries with one wrong value one counts, also at the same moment', async () => {
  const { db, world } = await makeWorld()
  const tries = { what: 'something', most: 2, window: MINUTE }
  const send = (value: string) =>
    takeDifferentTryOf({ ...world, client: '192.0.2.1' }, { ...tries, value })
  await Promise.all(Array.from({ length: 20 }, () => send('one')))
  await (await send('right')).giveBack()
  await send('two')
  await expect(send('right')).rejects.toThrow('403')
  await expect(send('one')).rejects.toThrow('403')
  for (let count = 0; count < 50; count += 1)
    await expect(send(`more ${count}`)).rejects.toThrow('403')
  const rows = await db.selectFrom('attempt').select('key').execute()
  expect(rows).toHaveLength(3)
  expect(JSON.stringify(rows)).not.toMatch(/one|two|right/)
})

test('past the limit is refused from memory: nothing is read, written or added', async () => {
  const { db, clock, now } = await makeWorld()
  const limit = { key: 'login:from:192.0.2.1', most: 2, window: MINUTE }
  const requested: string[] = []
  const watched = db.withPlugin({
    transformQuery: ({ node }) => {
      requested.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const takeOne = () => takeAttempt(watched, now(), limit)
  for (const isTaken of [true, true, false]) expect(await takeOne()).toBe(isTaken)
  requested.length = 0
  const flood = await Promise.all(Array.from({ length: 500 }, takeOne))
  expect(flood).not.toContain(true)
  expect(requested).toEqual([])
  // Once a second it checks whether another process has given a try back.
  clock.add(1_000)
  for (let time = 0; time < 10; time += 1) expect(await takeOne()).toBe(false)
  expect(requested).toHaveLength(2)
  const { count } = await db.selectFrom('attempt').select('count').executeTakeFirstOrThrow()
  expect(count).toBe(2)
})

test('a try that is given back may be taken at once, and one that ended exactly when it ends', async () => {
  const { db, clock, now } = await makeWorld()
  const limit = { key: 'login:from:192.0.2.1', most: 1, window: MINUTE }
  expect(await takeAttempt(db, now(), limit)).toBe(true)
  expect(await takeAttempt(db, now(), limit)).toBe(false)
  await returnAttempt(db, limit.key)
  expect(await takeAttempt(db, now(), limit)).toBe(true)
  clock.add(MINUTE - 1)
  expect(await takeAttempt(db, now(), limit)).toBe(false)
  clock.add(1)
  expect(await takeAttempt(db, now(), limit)).toBe(true)
})

test('of several limits all are taken, or none', async () => {
  const { db, now } = await makeWorld()
  const wide = { key: 'wide', most: 9, window: MINUTE }
  const narrow = { key: 'narrow', most: 1, window: MINUTE }
  expect(await takeAttempts(db, now(), [wide, narrow])).toBeDefined()
  expect(await takeAttempts(db, now(), [wide, narrow])).toBeUndefined()
  expect(await countsByKey(db, 'narrow', 'wide')).toMatchObject([
    { key: 'narrow', count: 1 },
    { key: 'wide', count: 1 },
  ])
})

test('of tries at the same moment only as many are taken as there are', async () => {
  const { db, now } = await makeWorld()
  const limit = { key: 'many', most: 7, window: MINUTE }
  const taken = await Promise.all(Array.from({ length: 40 }, () => takeAttempt(db, now(), limit)))
  expect(taken.filter(Boolean)).toHaveLength(7)
})

test('of several limits one that is used up costs the others no write', async () => {
  const { db, now } = await makeWorld()
  const limits = [
    { key: 'password:3:minute', most: 5, window: MINUTE },
    { key: 'password:3:hour', most: 2, window: HOUR },
  ]
  for (const isTaken of [true, true, false])
    expect((await takeAttempts(db, now(), limits)) !== undefined).toBe(isTaken)
  const before = changesOf(db)?.of(['attempt'])
  const flood = Array.from({ length: 100 }, () => takeAttempts(db, now(), limits))
  expect(new Set(await Promise.all(flood))).toEqual(new Set([undefined]))
  expect(changesOf(db)?.of(['attempt'])).toBe(before)
})

test('are stored without the address or the mailbox they name', async () => {
  const { db, now } = await makeWorld()
  const key = 'mail:from:192.0.2.1:to:ann@example.com'
  await takeAttempt(db, now(), { key, most: 1, window: MINUTE })
  const rows = await db.selectFrom('attempt').select('key').execute()
  expect(rows).toEqual([{ key: expect.stringMatching(/^mail:[\w-]{43}$/) }])
  expect(await takeAttempt(db, now(), { key, most: 1, window: MINUTE })).toBe(false)
})
