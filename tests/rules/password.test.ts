import { isLongEnough, randomDigits, randomPassword } from '#rules/password.ts'
import { expect, test, vi } from 'vitest'

test('randomDigits are ten digits by default', () => {
  expect(randomDigits()).toMatch(/^\d{10}$/)
  expect(randomDigits(6)).toMatch(/^\d{6}$/)
  expect(randomDigits(0)).toBe('')
})

test('randomPassword has no letters that look alike', () => {
  expect(randomPassword(5_000)).toMatch(/^[2-9A-HJ-NP-Za-km-np-z]{5000}$/)
  expect(randomPassword()).toHaveLength(10)
})

test('no two are the same', () => {
  expect(new Set(Array.from({ length: 1_000 }, () => randomPassword())).size).toBe(1_000)
})

test('favours no digit, given bytes that favour none', () => {
  let next = 0
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    if (bytes instanceof Uint8Array) bytes.forEach((_, index) => (bytes[index] = next++ % 256))
    return bytes
  })
  const digits = [...randomDigits(500)]
  vi.restoreAllMocks()
  for (const digit of '0123456789') {
    expect(digits.filter((one) => one === digit)).toHaveLength(50)
  }
})

test.each([
  ['1234567', false],
  ['12345678', true],
  ['密码密码密码密', false],
  ['密码密码密码密码', true],
  ['🙂🙂🙂🙂', false],
  ['', false],
])('a new password %j is long enough: %s', (password, isEnough) =>
  expect(isLongEnough(password)).toBe(isEnough),
)
