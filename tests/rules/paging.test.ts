import { maxPage, pageSize, widthClass } from '#rules/paging.ts'
import { expect, test } from 'vitest'

test.each([
  [320, 'xs', 30],
  [599, 'xs', 30],
  [600, 'sm', 30],
  [960, 'md', 60],
  [1279, 'md', 60],
  [1280, 'lg', 80],
  [3840, 'lg', 80],
])('a screen of %d pixels is %s and shows %d rows', (pixels, width, rows) => {
  expect([widthClass(pixels), pageSize(pixels)]).toEqual([width, rows])
})

test.each([
  [0, 20, 0],
  [1, 20, 1],
  [20, 20, 1],
  [21, 20, 2],
])('maxPage(%d, %d) is %d', (total, size, pages) => {
  expect(maxPage(total, size)).toBe(pages)
})
