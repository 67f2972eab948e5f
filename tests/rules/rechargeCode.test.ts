import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rechargeCodeIn } from '#rules/rechargeCode.ts'
import { SPELLINGS } from '../support/pastedCodes.ts'

const CODE = '0f3a9c5be7d2461a8b'
describe('a recharge code', () => {
  test.each(SPELLINGS(CODE))('is read from %j', (pasted) =>
    expect(rechargeCodeIn(pasted).toLowerCase()).toBe(CODE),
  )

  test.each([
    ['1234-5678', '12345678'],
    [' 12 34\n', '1234'],
    ['１２３４', '1234'],
    ['卡密：AB-12。', 'AB12'],
    ['兑换码AB12使用', 'AB12'],
    ['AB.12', 'AB.12'],
    // One digit less and one more than ours have.
    [CODE.slice(1), CODE.slice(1)],
    [`${CODE}0`, `${CODE}0`],
    // Of two nobody knows which was meant.
    [`${CODE}\n${CODE}`, CODE + CODE],
  ])('of another form is read from %j as %s', (pasted, code) =>
    expect(rechargeCodeIn(pasted)).toBe(code),
  )

  test.each(['', ' - ', '卡密：', '\u200B', '。'])('is not in %j', (pasted) =>
    expect(rechargeCodeIn(pasted)).toMatch(/^(卡密)?$/),
  )

  test('is itself whatever it is, and stays itself', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-f]{18}$/), (code) => {
        expect(rechargeCodeIn(code)).toBe(code)
        for (const pasted of SPELLINGS(code))
          expect(rechargeCodeIn(rechargeCodeIn(pasted))).toBe(rechargeCodeIn(pasted))
      }),
      { numRuns: 30 },
    ))
})
