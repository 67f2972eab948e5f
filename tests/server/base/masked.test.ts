import { describe, expect, test } from 'vitest'
import { masked } from '../../../server/base/masked.ts'
import { recentLines, rememberLine } from '../../../server/base/recentLines.ts'

describe('masked', () => {
  const KEY = 'aB3dEfGh1jKlMn0pQrStUvWxYz-_0123456789abcdE'
  test.each([
    [`the key ${KEY} is here`, KEY],
    ['{"password":"hunter2 with spaces"}', 'hunter2'],
    ["password='hunter2'", 'hunter2'],
    ['token=hunter2&next=1', 'hunter2'],
    ['postgres://sluice:hunter2@db/sluice', 'hunter2'],
    ['Authorization: Bearer hunter2.abc', 'hunter2'],
    ['cookie: sid=hunter2', 'hunter2'],
    ['bot 123456789:AAhunter2hunter2hunter2hunter2hunter2', 'AAhunter2'],
    ['mail to ann.lee+x@mail.example.com bounced', 'ann.lee'],
    ['-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----', 'hunter2'],
    ['-----BEGIN PRIVATE KEY-----\nhunter2, and cut', 'hunter2'],
  ])('%j', (text, secret) => {
    expect(masked(text, {})).not.toContain(secret)
    expect(masked(text, {})).toContain('***')
  })

  test('what secret settings hold is taken out wherever it stands, whatever it looks like', () => {
    const env = { METRICS_TOKEN: 'plain word', SITE: 'http://shown' }
    expect(masked('a plain word at http://shown', env)).toBe('a *** at http://shown')
    expect(masked('the other word', {}, ['other word'])).toBe('the ***')
  })

  test('a long line costs no more than its length', () => {
    const start = performance.now()
    for (const part of ['x', 'a.', 'token', '//a', '-----BEGIN A-----', '1a'])
      masked(part.repeat(8_000 / part.length), {})
    expect(performance.now() - start).toBeLessThan(1_000)
  })

  test('what is none stays', () => {
    const line =
      '{"level":30,"req":{"method":"GET","url":"/api/admin/account?page=2"},"responseTime":1.5}'
    expect(masked(line, {})).toBe(line)
    expect(masked('the certificate could not be replaced and is tried again', {})).toBe(
      'the certificate could not be replaced and is tried again',
    )
  })
})

test('lines are kept for an hour, and no more than there is room for', () => {
  const start = Date.now() + 10 * 3_600_000
  rememberLine('first', start)
  rememberLine('second', start + 1_800_000)
  const texts = (now: number) => recentLines(now).map(({ text }) => text)
  expect(texts(start + 1_800_000)).toEqual(['first', 'second'])
  expect(texts(start + 3_600_001)).toEqual(['second'])
  for (let at = 0; at < 100; at++) rememberLine('x'.repeat(100_000), start + 1_900_000)
  const size = texts(start + 1_900_000).join('').length
  expect(size).toBeLessThanOrEqual(512 * 1024)
  expect(size).toBeGreaterThan(400_000)
})
