import { expect, test, vi } from 'vitest'
import { judgeRetried } from '../support/retried.ts'

test('a run with a third test that needed another try fails, and names them', () => {
  const said: string[] = []
  vi.spyOn(console, 'error').mockImplementation((line: string) => void said.push(line))
  expect([judgeRetried([]), said]).toEqual([true, []])
  expect(judgeRetried(['one', 'two'])).toBe(true)
  expect(said).toEqual(['Passed only when tried again (2):', '  one', '  two'])
  expect(judgeRetried(['one', 'two', 'three'])).toBe(false)
  expect(said.at(-1)).toBe('More than 2: mend them.')
  vi.restoreAllMocks()
})
