import { describe, expect, test } from 'vitest'
import {
  isUsedUp,
  removeAttempt,
  removeOldAttempts,
  returnAttempt,
  takeAttempt,
  takeAttempts,
} from '../../../server/http/limits/attempts.ts'
import { uncacheFull, isCachedFull, cacheFull } from '../../../server/http/limits/fullCounts.ts'
import { countsByKey } from '../../support/attempts.ts'
import { makeWorld } from '../../support/world.ts'

const MINUTE = 60_000
type World = Awaited<ReturnType<typeof makeWorld>>
const rows = async ({ db }: World) =>
  (await countsByKey(db, 'a', 'b', 'wide')).map(({ key, count }) => ({ key, count }))

describe('a count', () => {
  const limit = { key: 'a', most: 2, window: MINUTE }

  test('is stored with its end, and begins again when that has come', async () => {
    const world = await makeWorld()
    const { db } = world
    await takeAttempt(db, 1_000, limit)
    await takeAttempt(db, 2_000, limit)
    await takeAttempt(db, 2_000, { ...limit, key: 'b' })
    const all = () => countsByKey(db, 'a', 'b')
    expect(await all()).toEqual([
      { key: 'a', count: 2, until: 1_000 + MINUTE },
      { key: 'b', count: 1, until: 2_000 + MINUTE },
    ])
    expect(await takeAttempt(db, 1_000 + MINUTE, limit)).toBe(true)
    expect(await all()).toMatchObject([
      { key: 'a', count: 1, until: 1_000 + 2 * MINUTE },
      { key: 'b', count: 1 },
    ])
  })

  test('that ends exactly a window from now is one of now', async () => {
    const { db } = await makeWorld()
    const one = { ...limit, most: 1 }
    expect(await takeAttempt(db, 1_000, one)).toBe(true)
    expect(await takeAttempt(db, 1_000, one)).toBe(false)
    // A clock that was ahead by a moment.
    expect(await takeAttempt(db, 999, one)).toBe(true)
  })

  test('is given back once, by its key, and not below nothing', async () => {
    const world = await makeWorld()
    const { db } = world
    for (const key of ['a', 'b']) await takeAttempt(db, 1, { ...limit, key })
    await returnAttempt(db, 'a')
    await returnAttempt(db, 'a')
    expect(await rows(world)).toEqual([
      { key: 'a', count: 0 },
      { key: 'b', count: 1 },
    ])
  })

  test('is forgotten by its key, also by memory', async () => {
    const world = await makeWorld()
    const { db } = world
    for (const key of ['a', 'b'])
      for (const isTaken of [true, true, false])
        expect(await takeAttempt(db, 1, { ...limit, key })).toBe(isTaken)
    await removeAttempt(db, 'a')
    expect(await rows(world)).toEqual([{ key: 'b', count: 2 }])
    expect(await takeAttempt(db, 1, limit)).toBe(true)
    expect(await takeAttempt(db, 1, { ...limit, key: 'b' })).toBe(false)
  })

  test('is dropped when it expires', async () => {
    const world = await makeWorld()
    const until = [9, 10, 11]
    await world.db
      .insertInto('attempt')
      .values(until.map((end) => ({ key: `${end}`, count: 1, until: end })))
      .execute()
    await removeOldAttempts(world.db, 10)
    expect(await rows(world)).toEqual([{ key: '11', count: 1 }])
  })

  test('is checked without using up a try', async () => {
    const world = await makeWorld()
    const { db } = world
    const used = (now: number) => isUsedUp(db, now, limit)
    expect(await used(1)).toBe(false)
    await takeAttempt(db, 1, limit)
    expect(await used(1)).toBe(false)
    await takeAttempt(db, 1, limit)
    expect(await used(1)).toBe(true)
    expect(await isUsedUp(db, 1, { ...limit, key: 'b' })).toBe(false)
    expect(await used(MINUTE)).toBe(true)
    expect(await used(1 + MINUTE)).toBe(false)
    // Begun by a clock that was ahead.
    expect(await used(0)).toBe(false)
    expect(await rows(world)).toEqual([{ key: 'a', count: 2 }])
  })

  test('of several limits is given back with all that were taken', async () => {
    const world = await makeWorld()
    const wide = { ...limit, key: 'wide' }
    const taken = await takeAttempts(world.db, 1, [limit, wide])
    await taken?.giveBack()
    expect(await rows(world)).toEqual([
      { key: 'a', count: 0 },
      { key: 'wide', count: 0 },
    ])
  })
})

describe('what is remembered to be used up', () => {
  const limit = { key: 'a', most: 3 }

  test('is known for a second, and no longer than the count lasts', async () => {
    const { db } = await makeWorld()
    const known = (now: number) => isCachedFull(db, now, limit)
    expect(known(10_000)).toBe(false)
    cacheFull(db, 10_000, limit, 99_000)
    expect([9_999, 10_000, 10_999, 11_000].map(known)).toEqual([false, true, true, false])
    cacheFull(db, 10_000, limit, 10_400)
    expect([10_399, 10_400].map(known)).toEqual([true, false])
    uncacheFull(db, 'b')
    expect(known(10_000)).toBe(true)
    uncacheFull(db, 'a')
    expect(known(10_000)).toBe(false)
  })

  test('is known of this limit or a narrower one, and of one database', async () => {
    const { db } = await makeWorld()
    const other = await makeWorld()
    cacheFull(db, 0, limit, 9_000)
    const known = (most: number) => isCachedFull(db, 0, { key: 'a', most })
    expect([2, 3, 4].map(known)).toEqual([true, true, false])
    expect(isCachedFull(db, 0, { key: 'b', most: 3 })).toBe(false)
    expect(isCachedFull(other.db, 0, limit)).toBe(false)
  })

  test('is ten thousand counts at most, then begins again', async () => {
    const { db } = await makeWorld()
    const known = (key: number) => isCachedFull(db, 0, { key: `${key}`, most: 3 })
    for (let key = 0; key < 10_000; key += 1) cacheFull(db, 0, { key: `${key}`, most: 3 }, 9)
    expect([known(0), known(9_999)]).toEqual([true, true])
    cacheFull(db, 0, { key: '10000', most: 3 }, 9)
    expect([known(0), known(9_999), known(10_000)]).toEqual([false, false, true])
  })
})
