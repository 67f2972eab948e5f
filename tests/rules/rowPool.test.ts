import { expect, test } from 'vitest'
import { EMPTY_POOL, place, type Pool, type RowKey } from '#ui/rowPool.ts'

const HEIGHT = 44
const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => from + at).map((index) => ({
    key: `row ${index}`,
    index,
    start: index * HEIGHT,
    size: HEIGHT,
  }))
type Now = { held?: RowKey; rest?: boolean; gone?: number }
const show = (before: Pool, from: number, to: number, { held, rest, gone }: Now = {}) =>
  place(before, range(from, to), {
    isScrolling: !rest,
    held,
    isThere: ({ index }) => index !== gone,
  })
const indexes = ({ rows }: Pool) => rows.map(({ index }) => index)
const slotOf = ({ rows }: Pool, at: number) => rows.find(({ index }) => index === at)?.slot

const still = show(EMPTY_POOL, 0, 10, { rest: true })

test('rows that fly by take the elements of those that left, and stay where these are', () => {
  const flown = show(still, 4, 14)
  expect(indexes(flown)).toEqual([10, 11, 12, 13, 4, 5, 6, 7, 8, 9])
  expect(flown.rows.map(({ slot }) => slot)).toEqual(still.rows.map(({ slot }) => slot))
  expect(flown.rows[0]).toMatchObject({ key: 'row 10', start: 10 * HEIGHT })
})

test('a few rows that come into view are drawn in elements of their own, in order', () => {
  const moved = show(still, 2, 12)
  expect(indexes(moved)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(moved.rows.slice(-2).map(({ slot }) => slot)).toEqual([10, 11])
  expect(moved.flying).toBe(false)
})

test('while rows fly, one that left stays until its element is needed, unless it is no longer there', () => {
  const flown = show(show(still, 4, 14), 5, 14)
  expect(indexes(flown)).toContain(4)
  expect(indexes(show(flown, 6, 14, { gone: 4 }))).not.toContain(4)
  const slower = show(flown, 6, 15)
  expect(indexes(slower)).not.toContain(4)
  expect(slower.slots).toBe(still.slots)
})

test('at rest rows stand in order, each in the element it was in', () => {
  const flown = show(still, 4, 14)
  const rested = show(flown, 4, 14, { rest: true })
  expect(indexes(rested)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
  for (const { index, slot } of rested.rows) expect(slot).toBe(slotOf(flown, index))
})

test('the element of a held row is never that of another', () => {
  const held = 'row 1'
  const slot = slotOf(still, 1)
  let pool = still
  for (let from = 4; from < 60; from += 4) {
    pool = show(pool, from, from + 10, { held })
    expect(pool.rows.find((row) => row.slot === slot)?.key).toBe(held)
  }
  expect(show(pool, 80, 90, { held, gone: 1 }).rows.some((row) => row.slot === slot)).toBe(false)
})

test('no element is drawn twice, wherever one scrolls', () => {
  let pool = still
  for (const from of [5, 9, 2, 40, 38, 0, 7]) {
    pool = show(pool, from, from + 10)
    expect(new Set(pool.rows.map(({ slot }) => slot)).size).toBe(pool.rows.length)
    expect(new Set(indexes(pool)).size).toBe(pool.rows.length)
    for (const { index } of range(from, from + 10)) expect(indexes(pool)).toContain(index)
  }
})
