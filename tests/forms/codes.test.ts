import { describe, expect, test } from 'vitest'
import { checkBatchDraft, newBatchDraft, toNewBatch } from '../../src/features/giftcards/draft.ts'
import { checkMacDraft, macDraftOf, toUse } from '../../src/features/macAccounts/draft.ts'
import { checkAccountPasswordDraft } from '../../src/features/myAccounts/draft.ts'
import { checkGiftcardDraft } from '../../src/features/checkout/draft.ts'
import {
  checkNewCodesDraft,
  checkRefCodeDraft,
  checkRefSettingDraft,
  refSettingDraftOf,
  toNewCodes,
  toRefSetting,
} from '../../src/features/referrals/draft.ts'

const faults = (problems: object) => Object.keys(problems)

describe('a batch of recharge codes', () => {
  test.each([
    [{}, ['plan']],
    [{ plan: '3' }, []],
    [{ plan: '3', count: '0' }, ['count']],
    [{ plan: '3', count: '1' }, []],
    [{ plan: '3', count: ' 1000 ' }, []],
    [{ plan: '3', count: '1001' }, ['count']],
    [{ plan: '3', count: '1.5' }, ['count']],
    [{ plan: '3', count: '-1' }, ['count']],
    [{ plan: '3', count: '' }, ['count']],
    [{ plan: '3', count: '1x' }, ['count']],
    [{ plan: '3', count: 'x1' }, ['count']],
  ])('with %j has faults in %j', (changes, expected) => {
    expect(faults(checkBatchDraft({ ...newBatchDraft, ...changes }))).toEqual(expected)
  })

  test('starts with 20, and is sent read', () => {
    expect(newBatchDraft).toEqual({ count: '20', plan: '', comment: '' })
    expect(toNewBatch({ count: ' 7 ', plan: '3', comment: ' c ' })).toEqual({
      count: 7,
      orderId: 3,
      comment: 'c',
    })
  })
})

describe('a recharge code', () => {
  test.each([
    ['', /Enter the code/],
    [' - ', /Enter the code/],
    ['1', undefined],
    ['1'.repeat(64), undefined],
    [`${'1'.repeat(64)} -`, undefined],
    ['1'.repeat(65), /too long/],
  ])('of %j is refused with %s', (code, text) => {
    const { code: problem } = checkGiftcardDraft({ code })
    if (text) expect(problem?.message).toMatch(text)
    else expect(problem).toBeUndefined()
  })
})

describe('a device', () => {
  test.each([
    ['', /Enter the MAC/],
    [' ', /Enter the MAC/],
    ['0123456789ab', undefined],
    ['01:23:45:67:89:ab', undefined],
    ['0123456789a', /12 digits/],
    ['0123456789ag', /12 digits/],
  ])('of the address %j is refused with %s', (mac, text) => {
    const { mac: problem } = checkMacDraft({ mac })
    if (text) expect(problem?.message).toMatch(text)
    else expect(problem).toBeUndefined()
  })

  test.each([
    ['3', '4', { accountId: 3, serverId: 4 }],
    ['', '', { accountId: null, serverId: null }],
    ['0', 'x', { accountId: null, serverId: null }],
  ])('of the account %j and the server %j uses %j', (account, server, expected) => {
    expect(toUse({ mac: '', account, server })).toEqual(expected)
  })

  test('is read as it is stored', () => {
    expect(macDraftOf()).toEqual({ mac: '', account: '', server: '' })
    const stored = { id: 1, mac: '0123456789ab', accountId: 3, serverId: null }
    expect(macDraftOf(stored as never)).toEqual({
      mac: '01:23:45:67:89:AB',
      account: '3',
      server: '',
    })
    expect(macDraftOf({ ...stored, accountId: null, serverId: 4 } as never)).toMatchObject({
      account: '',
      server: '4',
    })
  })
})

test.each([
  ['', /Enter a new/],
  [' ', /Enter a new/],
  ['x', undefined],
  ['x'.repeat(20), undefined],
  ['x'.repeat(21), /at most/],
  [' !#$%&()*+,-./09:;', undefined],
  ['<=>?@AZ[]^_`az{|}~', undefined],
  ['a"b', /English letters/],
  ["a'b", /English letters/],
  ['a\\b', /English letters/],
  ['пароль', /English letters/],
  ['a\tb', /English letters/],
  ['a\u007fb', /English letters/],
  ['é', /English letters/],
])('the proxy password %j is refused with %s', (password, text) => {
  const { password: problem } = checkAccountPasswordDraft({ password })
  if (text) expect(problem?.message).toMatch(text)
  else expect(problem).toBeUndefined()
})

describe('invitations', () => {
  test.each([
    ['0', '0', []],
    ['1000', '100000', []],
    ['1001', '100000', ['refNumber']],
    ['1000', '100001', ['refUserNumber']],
    ['-1', '-1', ['refNumber', 'refUserNumber']],
    ['1.5', '', ['refNumber', 'refUserNumber']],
    [' 1 ', ' 1 ', []],
    ['1x', 'x1', ['refNumber', 'refUserNumber']],
  ])('with %j codes of %j places have faults in %j', (refNumber, refUserNumber, expected) => {
    const draft = { useRef: true, useWhenSignupClose: false, refNumber, refUserNumber }
    expect(faults(checkRefSettingDraft(draft))).toEqual(expected)
  })

  test('are read and sent back', () => {
    expect(refSettingDraftOf({})).toEqual({
      useRef: false,
      useWhenSignupClose: false,
      refNumber: '1',
      refUserNumber: '1',
    })
    const setting = { useRef: true, useWhenSignupClose: true, refNumber: 0, refUserNumber: 5 }
    expect(toRefSetting(refSettingDraftOf(setting))).toEqual(setting)
  })

  test.each([
    ['', /Enter how many/],
    [' ', /Enter how many/],
    ['0', undefined],
    ['100000', undefined],
    ['100001', /whole number/],
    ['x', /whole number/],
  ])('a code of %j places is refused with %s', (maxUser, text) => {
    const { maxUser: problem } = checkRefCodeDraft({ maxUser })
    if (text) expect(problem?.message).toMatch(text)
    else expect(problem).toBeUndefined()
  })

  test.each([
    ['0', '1', ['number']],
    ['1', '0', ['max']],
    ['1', '1', []],
    ['100', '100000', []],
    ['101', '100001', ['number', 'max']],
    ['', '', ['number', 'max']],
  ])('%j new codes of %j places have faults in %j', (number, max, expected) => {
    expect(faults(checkNewCodesDraft({ number, max }))).toEqual(expected)
  })

  test('new codes are sent read', () => {
    expect(toNewCodes({ number: ' 3 ', max: '4' })).toEqual({ number: 3, max: 4 })
  })
})
