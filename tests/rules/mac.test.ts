import { formatMac, parseMac } from '#rules/mac.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

test.each([
  ['0123456789ab', '0123456789ab'],
  ['01:23:45:67:89:AB', '0123456789ab'],
  ['01-23-45-67-89-ab', '0123456789ab'],
  [' 0123456789AB ', '0123456789ab'],
  ['01-2345:6789-ab', '0123456789ab'],
  ['0123456789a', undefined],
  ['0123456789abc', undefined],
  ['0123456789ag', undefined],
  ['', undefined],
])('parseMac(%j) is %j', (text, mac) => {
  expect(parseMac(text)).toBe(mac)
})

test.each([
  ['0123456789ab', '01:23:45:67:89:AB'],
  ['01-23-45-67-89-ab', '01:23:45:67:89:AB'],
  ['none', 'none'],
])('formatMac(%j) is %j', (mac, shown) => {
  expect(formatMac(mac)).toBe(shown)
})

test('a shown address is read back as the stored one', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9a-f]{12}$/), (mac) => parseMac(formatMac(mac)) === mac),
  )
})
