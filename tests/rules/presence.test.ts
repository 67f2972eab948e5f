import { describe, expect, test } from 'vitest'
import { isRemembered, presenceOf } from '../../src/rules/presence.ts'

const NOW = 1_800_000_000_000

describe('presenceOf', () => {
  test.each([
    [0, 'never', false],
    [NOW + 60_000, 'now', true],
    [NOW, 'now', true],
    [NOW - 119_999, 'now', true],
    [NOW - 120_000, 'lately', true],
    [NOW - 899_999, 'lately', true],
    [NOW - 900_000, 'before', false],
    [1, 'before', false],
  ])('last used at %i is %s', (lastConnect, presence, remembered) => {
    expect(presenceOf(lastConnect, NOW)).toBe(presence)
    expect(isRemembered(presenceOf(lastConnect, NOW))).toBe(remembered)
  })
})
