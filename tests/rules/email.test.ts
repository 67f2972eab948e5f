import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import contract from '../../openapi/made/openapi.json'
import { EMAIL, isEmail, normalEmail } from '#rules/email.ts'
import { HOSTILE } from '../support/addresses.ts'

describe('an email address', () => {
  test.each(HOSTILE)('is not %j', (text) => expect(isEmail(text)).toBe(false))

  test.each([
    'ann@example.com',
    'Ann.O-Neil+news_1@Mail.Example.co.jp',
    "o'neil!#$%&*/=?^`{|}~@example.com",
    'a.b.c@docomo.example',
    'x@1.example',
    'x@example.xn--p1ai',
    `x@${'a'.repeat(63)}.com`,
  ])('is %s', (text) => expect(isEmail(text)).toBe(true))

  test('has labels of at most 63 letters', () =>
    expect(isEmail(`x@${'a'.repeat(64)}.com`)).toBe(false))

  test('has one spelling, with any blanks around it', () => {
    expect(normalEmail('\t MAIN@Example.com \n')).toBe('main@example.com')
    expect(isEmail(' main@example.com ')).toBe(true)
  })

  test.each([
    'ann@example.com\u200B',
    '\uFEFFann@exam\u00ADple.com',
    '\u202Aann@example.com\u202C',
    'ann＠example.com',
    'ａｎｎ@ｅxample.com',
    'ann@example。com',
    'ann@example｡com',
    'mailto:ann@example.com',
    ' MailTo:Ann@example.com?subject=Hello',
  ])('is read from %j', (pasted) => {
    expect(isEmail(pasted)).toBe(true)
    expect(normalEmail(pasted)).toBe('ann@example.com')
  })

  test('is the same for the contract', () =>
    expect(contract.components.schemas.Email.pattern).toBe(EMAIL.source))

  test('takes no longer to be refused than it is long', () => {
    const long = fc.string({ unit: fc.constantFrom('a', '-', '.', '@', 'é'), maxLength: 200 })
    fc.assert(
      fc.property(long, (text) => {
        const began = performance.now()
        isEmail(`x@${text}>`)
        expect(performance.now() - began).toBeLessThan(50)
      }),
    )
  })
})
