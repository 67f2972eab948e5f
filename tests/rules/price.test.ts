import { parsePrice, toCents } from '#rules/price.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

test('every whole number of cents survives the way to the wire and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
      const wire = JSON.parse(JSON.stringify(cents / 100))
      expect(toCents(wire)).toBe(cents)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  [19.999, undefined],
  [0.001, undefined],
  [1e300, undefined],
  [Number.NaN, undefined],
  [0.1 + 0.2, undefined],
  [0.3, 30],
  [0, 0],
])('%d is %s cents', (price, cents) => expect(toCents(price)).toBe(cents))

test.each([
  ['', 0],
  ['0', 0],
  ['19.99', 19.99],
  ['19,9', 19.9],
  ['１９．５', 19.5],
  [' 7. ', 7],
  ['999999', 999_999],
  ['999999.5', undefined],
  ['1.999', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['1,000.00', undefined],
  ['free', undefined],
])('reads the price %j as %s', (text, price) => expect(parsePrice(text)).toBe(price))

test('every price that is parsed is whole cents', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9.,]{0,10}$/), (text) => {
      const price = parsePrice(text)
      if (price !== undefined) expect(toCents(price)).toBeDefined()
    }),
  )
})
