import { describe, expect, test } from 'vitest'
import type { Schema } from '#contract'
import { stateColours } from '#ui/theme.ts'
import { barColour, usageOf as usageOfRow } from '../../src/features/accounts/accountStatus.ts'
import { isRunningLow, statusOf, usageOf } from '../../src/features/myAccounts/accountStatus.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 0, 15)

type Account = Schema<'Account'>

/** A month account of 100 bytes that ends `left` ms from now. */
function anAccount(left: number, changes: object = {}, data: object = {}): Account {
  const create = NOW + left - 30 * DAY
  const times = { create, limit: 1, flow: 100, flowPack: 0, ...data }
  return { type: 3, active: 1, autoRemove: 0, ...changes, data: times } as unknown as Account
}

/** The same of an hour account. */
const anHour = (left: number) => anAccount(0, { type: 5 }, { create: NOW + left - HOUR })

const endless = { type: 1, active: 1, autoRemove: 0, data: null } as unknown as Account

describe('the status of an account', () => {
  test.each<[string, Account, string, keyof typeof stateColours]>([
    ['long before its end', anAccount(10 * DAY), 'open', 'green'],
    ['just over three days before it', anAccount(3 * DAY + 1), 'open', 'green'],
    ['three days before it', anAccount(3 * DAY), 'expiring', 'amber'],
    ['a moment before it', anAccount(1), 'expiring', 'amber'],
    ['at its end', anAccount(0), 'expired', 'red'],
    ['after it', anAccount(-1), 'expired', 'red'],
    // Of an hour, a fifth is soon.
    ['an hour with more than a fifth left', anHour(HOUR / 5 + 1), 'open', 'green'],
    ['an hour with a fifth left', anHour(HOUR / 5), 'expiring', 'amber'],
    ['one without an end', endless, 'unlimited', 'blue'],
    ['one that is not started', anAccount(5 * DAY, { active: 0 }), 'inactive', 'grey'],
    ['one that is not started, past its end', anAccount(-1, { active: 0 }), 'inactive', 'grey'],
    ['one that begins later', anAccount(31 * DAY), 'inactive', 'grey'],
    ['used to the last byte but one', anAccount(9 * DAY, { flowUsed: 99 }), 'open', 'green'],
    ['used up', anAccount(9 * DAY, { flowUsed: 100 }), 'over', 'red'],
    ['with a pack', anAccount(9 * DAY, { flowUsed: 100 }, { flowPack: 1 }), 'open', 'green'],
    ['a used up pack', anAccount(9 * DAY, { flowUsed: 101 }, { flowPack: 1 }), 'over', 'red'],
    ['without a quota', anAccount(9 * DAY, { flowUsed: 1e9 }, { flow: 0 }), 'open', 'green'],
    // What the server says goes first, but a cached answer may be old.
    ['said to be banned', anAccount(9 * DAY, { state: 'banned' }), 'banned', 'red'],
    ['said to be over', anAccount(9 * DAY, { state: 'over' }), 'over', 'red'],
    ['said to be open, and ended since', anAccount(-1, { state: 'open' }), 'expired', 'red'],
    ['said to be banned, and ended since', anAccount(-1, { state: 'banned' }), 'expired', 'red'],
    [
      'said to be open, and used up',
      anAccount(DAY, { state: 'open', flowUsed: 100 }),
      'over',
      'red',
    ],
    ['said to be open, and ending', anAccount(DAY, { state: 'open' }), 'expiring', 'amber'],
  ])('%s', (_what, account, status, colour) => {
    expect(statusOf(account, usageOf(account), NOW)).toBe(status)
    const isEnded = status === 'expired' && account.active
    expect(barColour(account, NOW)).toBe(stateColours[isEnded ? 'red' : colour])
  })

  test('shows the end that an older server reports in words of its own', () => {
    const reported = (expire: number) =>
      ({
        type: 9,
        active: 1,
        state: 'open',
        autoRemove: 0,
        data: { expire, flow: 0 },
      }) as unknown as Account
    const statusAt = (expire: number) => statusOf(reported(expire), usageOf(reported(expire)), NOW)
    expect(statusAt(NOW + 3 * DAY)).toBe('open')
    expect(statusAt(NOW + (3 * DAY) / 5)).toBe('expiring')
  })

  test.each([
    [anAccount(9 * DAY, { autoRemove: 1 }), 'lime'],
    [anAccount(-1, { autoRemove: 1 }), 'red'],
    [{ ...endless, autoRemove: 1 } as Account, 'blue'],
  ] as const)('and will be removed: %#', (account, colour) => {
    expect(barColour(account, NOW)).toBe(stateColours[colour])
  })
})

describe('what an account has used', () => {
  test.each<
    [object, object, number | undefined, { used: number; pack: number; quota: number | null }]
  >([
    [{}, {}, undefined, { used: 0, pack: 0, quota: 100 }],
    [{ flowUsed: 5 }, {}, undefined, { used: 5, pack: 0, quota: 100 }],
    [{ flowUsed: 5 }, {}, 7, { used: 7, pack: 0, quota: 100 }],
    [{}, { flowPack: 9 }, 0, { used: 0, pack: 9, quota: 109 }],
    [{}, { flow: 0, flowPack: 9 }, 0, { used: 0, pack: 9, quota: null }],
    [{}, { flow: -1 }, 0, { used: 0, pack: 0, quota: null }],
    [{}, { flow: 1 }, 0, { used: 0, pack: 0, quota: 1 }],
    [{}, { flowPack: undefined }, 0, { used: 0, pack: 0, quota: 100 }],
  ])('of %j and %j by %j', (changes, data, used, usage) => {
    const account = anAccount(DAY, changes, data)
    expect(usageOf(account, used)).toEqual(usage)
    const { pack: _pack, ...rest } = { ...usage, used: account.flowUsed ?? 0 }
    expect(usageOfRow(account)).toEqual(rest)
  })

  test('is nothing of no quota for one without times', () => {
    expect(usageOf(endless)).toEqual({ used: 0, pack: 0, quota: null })
    expect(usageOfRow(endless)).toEqual({ used: 0, quota: null })
  })

  test.each([
    [79, 100, false],
    [80, 100, true],
    [99, 100, true],
    [100, 100, false],
    [101, 100, false],
    [80, null, false],
  ])('%d of %j is running low: %s', (used, quota, expected) => {
    expect(isRunningLow({ used, pack: 0, quota })).toBe(expected)
  })
})
