import { banMinutes, banTime, DEFAULT_BAN_MINUTES, LAST_BAN_POSITION } from '#rules/ban.ts'
import { expect, test } from 'vitest'

const scale = [
  [0, 0],
  [5, 5],
  [30, 30],
  [35, 45],
  [40, 60],
  [45, 75],
  [50, 90],
  [55, 120],
  [60, 180],
  [65, 240],
]

test.each(scale)('position %d bans for %d minutes', (position, minutes) => {
  expect(banMinutes(position)).toBe(minutes)
  expect(banTime(position)).toBe(minutes * 60_000)
})

test.each([
  [31, 45],
  [99, 240],
  [-1, 0],
])('position %d, off the scale, bans for %d minutes', (position, minutes) => {
  expect(banMinutes(position)).toBe(minutes)
})

test('a ban lasts 30 minutes at first and 4 hours at most', () => {
  expect([banMinutes(DEFAULT_BAN_MINUTES), banMinutes(LAST_BAN_POSITION)]).toEqual([30, 240])
})
