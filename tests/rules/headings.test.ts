import { expect, test } from 'vitest'
import { headingLevels } from '#rules/headings.ts'

test.each([
  ['as written', 1, [1, 2, 3], [2, 3, 4]],
  ['one that begins with its second depth', 1, [2, 2, 3], [2, 2, 3]],
  ['one that leaves a depth out', 2, [1, 3, 3, 1], [3, 4, 4, 3]],
  ['one that goes up', 1, [3, 2, 1, 3], [2, 2, 2, 3]],
  ['one deeper than pages have', 3, [1, 2, 3, 4, 5], [4, 5, 6, 6, 6]],
])('headings of a text follow without a gap: %s', (_name, under, depths, levels) => {
  expect(depths.map(headingLevels(under))).toEqual(levels)
})
