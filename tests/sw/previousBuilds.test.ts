import { expect, test } from 'vitest'
import { isOlderShell, sortPrevious } from '../../sw/previousBuilds.ts'

const NAMES = ['previous-9', 'config', 'previous-100', 'shell-5', 'previous-30', 'previous-40']

test('the three newest builds stay for open tabs', () => {
  expect(sortPrevious(NAMES, true)).toEqual({
    stay: ['previous-100', 'previous-40', 'previous-30'],
    go: ['previous-9'],
  })
})

test('without a tab none of them is needed', () => {
  const { stay, go } = sortPrevious(NAMES, false)
  expect(stay).toEqual([])
  expect(go).toHaveLength(4)
})

test.each([
  ['shell-0', true],
  ['workbox-precache-v2-https://example.com/', true],
  ['shell-7', false],
  ['config', false],
  ['previous-1', false],
])('the cache %s is of an older shell: %s', (name, older) => {
  expect(isOlderShell(name, 'shell-7')).toBe(older)
})
