import { describe, expect, test } from 'vitest'
import {
  checkCodeDraft,
  checkReferralDraft,
  checkResetDraft,
  checkSetUpDraft,
  checkSignUpDraft,
} from '../../src/features/session/draft.ts'
import { checkCodeOnly, checkLoginDraft } from '../../src/features/session/loginDraft.ts'
import {
  checkCodeDraft as checkAppCode,
  checkPasskeyDraft,
  checkProofDraft,
  emptyProof,
} from '../../src/features/factors/draft.ts'
import { checkBotDraft } from '../../src/features/telegram/draft.ts'

const faults = (problems: object) => Object.keys(problems)

test.each([
  ['', '', ['email', 'password']],
  ['ann@example.com', 'x', []],
  [' ann@example.com ', ' ', []],
  // Older releases accepted more as an address: such accounts can still log in.
  ['ann@example', 'x', []],
  ['@', 'x', []],
  ['ann.example.com', 'x', ['email']],
  ['ann@example.com', '', ['password']],
])('a login of %j and %j has faults in %j', (email, password, expected) => {
  expect(faults(checkLoginDraft({ email, password }))).toEqual(expected)
})

describe('the first set-up', () => {
  const draft = {
    email: 'ann@example.com',
    password: '12345678',
    repeated: '12345678',
    title: 'Shop',
    language: 'en-US' as const,
  }
  test.each([
    [{}, []],
    [{ email: 'ann@example' }, ['email']],
    [{ password: '1234567', repeated: '1234567' }, ['password']],
    [{ repeated: '12345679' }, ['repeated']],
    [{ title: ' ' }, ['title']],
    [{ password: '', repeated: '' }, ['password']],
  ])('with %j has faults in %j', (changes, expected) => {
    expect(faults(checkSetUpDraft({ ...draft, ...changes }))).toEqual(expected)
  })
})

describe('a sign-up', () => {
  const draft = { email: 'ann@example.com', password: '12345678', code: '1', ref: 'r' }
  test.each([
    [{}, true, []],
    [{ ref: '' }, false, []],
    [{ ref: ' ' }, true, ['ref']],
    [{ email: 'ann' }, false, ['email']],
    [{ code: ' ' }, false, ['code']],
    [{ password: '1234567' }, false, ['password']],
    [{ email: 'ann@example' }, false, ['email']],
    [{ email: '', ref: '', code: '', password: '' }, true, ['email', 'ref', 'code', 'password']],
  ])('with %j, by invitation: %s, has faults in %j', (changes, invited, expected) => {
    expect(faults(checkSignUpDraft({ ...draft, ...changes }, invited))).toEqual(expected)
    const first = expected.filter((field) => field === 'email' || field === 'ref')
    expect(faults(checkCodeDraft({ ...draft, ...changes }, invited))).toEqual(first)
  })
})

test.each([
  ['', '', ['password']],
  ['1234567', '1234567', ['password']],
  ['12345678', '12345678', []],
  ['longer enough', 'Longer enough', ['repeated']],
  ['12345678', '', ['repeated']],
])('a new password of %j and %j has faults in %j', (password, repeated, expected) => {
  expect(faults(checkResetDraft({ password, repeated }))).toEqual(expected)
})

test.each([
  ['', ['code']],
  [' ', ['code']],
  ['1', []],
])('a code of %j has faults in %j', (code, expected) => {
  expect(faults(checkCodeOnly({ code }))).toEqual(expected)
  expect(faults(checkReferralDraft({ code }))).toEqual(expected)
})

describe('a second factor', () => {
  test.each([
    ['password', '', '1', ['password']],
    ['password', ' ', '', []],
    ['code', 'x', ' ', ['code']],
    ['code', '', '1', []],
    ['passkey', '', '', []],
  ] as const)('proved by %s with %j and %j has faults in %j', (by, password, code, expected) => {
    expect(faults(checkProofDraft({ by, password, code }))).toEqual(expected)
    const named = checkPasskeyDraft({ by, password, code, name: 'Phone' })
    expect(faults(named)).toEqual(expected)
    const nameless = checkPasskeyDraft({ by, password, code, name: ' ' })
    expect(faults(nameless)).toEqual([...expected, 'name'])
  })

  test('requires a code where there is a second step, else a password', () => {
    const factors = { authenticator: false, recoveryCodes: 0, passkeys: 0 }
    const empty = { password: '', code: '' }
    expect(emptyProof({ ...factors, on: false })).toEqual({ by: 'password', ...empty })
    expect(emptyProof({ ...factors, on: true })).toEqual({ by: 'code', ...empty })
  })

  test.each([
    ['123456', []],
    ['123 456', []],
    [' 12 34 56 ', []],
    ['12345', ['code']],
    ['1234567', ['code']],
    ['12345a', ['code']],
    ['', ['code']],
  ])('by the code %j has faults in %j', (code, expected) => {
    expect(faults(checkAppCode({ code }))).toEqual(expected)
  })
})

const SECRET = 'A'.repeat(35)
test.each([
  [`123456789:${SECRET}`, undefined],
  [` 123456789:${SECRET} `, undefined],
  [`1:${'a'.repeat(20)}`, undefined],
  [`1:${'a'.repeat(19)}`, /looks like/],
  [`1:${'a'.repeat(80)}`, undefined],
  [`1:${'a'.repeat(81)}`, /looks like/],
  [`${'1'.repeat(20)}:${SECRET}`, undefined],
  [`${'1'.repeat(21)}:${SECRET}`, /looks like/],
  [`:${SECRET}`, /looks like/],
  [`x1:${SECRET}`, /looks like/],
  [`1:${SECRET}!`, /looks like/],
  ['', /Enter the token/],
  [' ', /Enter the token/],
])('a token %j is refused with %s', (token, text) => {
  const { token: problem } = checkBotDraft({ token })
  if (text) expect(problem?.message).toMatch(text)
  else expect(problem).toBeUndefined()
})
