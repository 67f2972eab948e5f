import { isLongEnough, isStoredHash, randomDigits, randomPassword } from '#rules/password.ts'
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

const hex = (length: number) => '5f4dcc3b5aa765d61d8327deb882cf99'.repeat(4).slice(0, length)

test.each([
  '$2y$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy',
  '$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy',
  ' $2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy ',
  '$argon2id$v=19$m=65536,t=4,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b0dWRWJTmaaJObG',
  '$argon2i$v=19$m=4096,t=3,p=1$c29tZXNhbHQ$iWh06vD8Fy27wf9npn6FXWiCX4K6pW6U',
  '$1$saltsalt$qjXMvbEw8oaL.CzflDtaK/',
  '$5$rounds=5000$salt$Gcm6FsVtF/Qa77ZKD.iwsJlCVPY0XSMgLJL0Hnww/c1',
  '$6$salt$IxDD3jeSOb5eB1CX5LBsqZFVkJdido3OUILO5Ifz5iwMuTS4XMS130MTSuDDl3aC',
  '$apr1$salt$xxxxxxxxxxxxxxxxxxxxxx',
  '$P$B9aaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  'pbkdf2_sha256$260000$salt$V5h1bR3rNQlRrXyTtM2Jmb6pXcV0y3Gd1Zk=',
  'pbkdf2:sha256:150000$salt$0123456789abcdef',
  'scrypt:32768:8:1$salt$0123456789abcdef',
  'sha1$salt$0123456789abcdef0123',
  '{SSHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=',
  '{BCRYPT}$2y$10$N9qo8uLOickgx2ZMRZoMye',
  ...[32, 40, 48, 56, 64, 96, 128].map(hex),
  hex(40).toUpperCase(),
  `*${hex(40)}`,
  `0x${hex(32)}`,
  `${hex(32)}:salt`,
  `${hex(64)}$salt`,
  'X03MO1qnZdYdgyfeuILPmQ==',
  'W6ph5Mm5Pz8GgiULbPgzG37mj9g=',
  'XohImNooBHFR0OVvjcYpJ3NgPQ1qq73WKhHvch0VQtg=',
])('%s is what a panel stores of a password', (text) => expect(isStoredHash(text)).toBe(true))

test.each([
  '',
  'a good password',
  '$2 for a coffee, please',
  '$money$ and more of it',
  'correct-horse-battery-staple-2026',
  // A password of hex, or of base64, but of no digest's length.
  ...[10, 16, 24, 31, 33, 36, 39, 41, 63, 65, 127].map(hex),
  `${hex(31)}g`,
  'deadbeef',
  'aGVsbG8gd29ybGQ=',
  '0b6cbac8-38b5-46a7-ae2c-5e5d2a0a6c5b',
  'sha-la-la-la-la',
  'md5 is no secret',
  '{a}bcdefghij',
])('%j may be a password', (text) => expect(isStoredHash(text)).toBe(false))
