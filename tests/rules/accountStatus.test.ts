import {
  endsSoon,
  isUsable,
  partOf,
  type AccountStatus,
  accountStatusOf,
} from '#rules/accountStatus.ts'
import { describe, expect, test } from 'vitest'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const now = Date.UTC(2026, 0, 1)
const none = { used: 0, flowPack: 0 }

/** An account that ends `left` ms from now. */
const ending = (left: number, type = 3) => {
  const period = { 2: 7 * DAY, 3: 30 * DAY, 4: DAY, 5: HOUR }[type] ?? 0
  return { type, active: 1, data: { create: now + left - period, limit: 1, flow: 0 } }
}
const endless = { type: 1, active: 1, data: null }
const summary = { servers: 3, open: 3, affected: 3, until: null }

describe('endsSoon', () => {
  test.each([
    [3, 3 * DAY, true],
    [3, 3 * DAY + 1, false],
    [2, 7 * (DAY / 5), true],
    [2, 7 * (DAY / 5) + 1, false],
    [4, DAY / 5, true],
    [4, DAY / 5 + 1, false],
    [5, HOUR / 5, true],
    [5, HOUR / 5 + 1, false],
  ])('type %i with %i ms left: %j', (type, left, soon) => {
    expect(endsSoon(ending(left, type), now)).toBe(soon)
  })

  test('uses only the end where an older server sends no more', () => {
    const row = (expire: number) => ({ type: 3, active: 1, data: { flow: 0, expire } })
    expect(endsSoon(row(now + 3 * DAY), now)).toBe(true)
    expect(endsSoon(row(now + 3 * DAY + 1), now)).toBe(false)
    expect(accountStatusOf(row(now), none, now)).toBe('expired')
    expect(accountStatusOf(row(now + 1), none, now)).toBe('expiring')
  })

  test('never of an account without an end', () => expect(endsSoon(endless, now)).toBe(false))
})

describe('accountStatusOf', () => {
  const reported = (state: string, changes: object = {}) => ({
    ...ending(20 * DAY),
    connection: { ...summary, state: state as never, ...changes },
  })

  test.each<[Parameters<typeof accountStatusOf>[0], AccountStatus]>([
    [reported('open'), 'open'],
    [reported('serverDown', { open: 0 }), 'serverDown'],
    [reported('banned', { open: 2, affected: 1, until: now + 1 }), 'banned'],
    // The answer is an old one.
    [reported('banned', { open: 2, affected: 1, until: now }), 'open'],
    [{ ...reported('banned', { until: now }), ...endless }, 'unlimited'],
    [{ ...reported('open'), ...ending(3 * DAY) }, 'expiring'],
    [{ ...reported('open'), ...ending(1) }, 'expiring'],
    [{ ...reported('open'), ...ending(0) }, 'expired'],
    [{ ...reported('portTaken', { open: 0 }), ...ending(0) }, 'expired'],
    // What a whole server counts does not close the others: the server has the word.
    [{ ...reported('open'), state: 'over' }, 'open'],
    [{ ...endless, connection: { ...summary, state: 'open' } }, 'unlimited'],
  ])('%j is %s', (account, status) => {
    expect(accountStatusOf(account, none, now)).toBe(status)
  })

  test('of an older server is computed from its figures', () => {
    const account = ending(20 * DAY)
    const limited = { ...account, data: { ...account.data, flow: 10 } }
    expect(accountStatusOf(account, none, now)).toBe('open')
    expect(accountStatusOf(limited, { used: 14, flowPack: 5 }, now)).toBe('open')
    expect(accountStatusOf(limited, { used: 15, flowPack: 5 }, now)).toBe('over')
    expect(accountStatusOf({ ...limited, state: 'open' }, { used: 15, flowPack: 5 }, now)).toBe(
      'over',
    )
    expect(accountStatusOf({ ...account, state: 'banned' }, none, now)).toBe('banned')
    expect(accountStatusOf({ ...account, active: 0 }, none, now)).toBe('inactive')
    expect(accountStatusOf(endless, none, now)).toBe('unlimited')
  })
})

describe('isUsable and partOf', () => {
  const some = { ...summary, state: 'banned' as const, open: 2, affected: 1 }

  test.each<[AccountStatus, typeof some | undefined, boolean, object | undefined]>([
    ['banned', some, true, { affected: 1, servers: 3 }],
    ['banned', { ...some, open: 0 }, false, undefined],
    ['banned', undefined, false, undefined],
    // The end came after the answer.
    ['expired', some, false, undefined],
    ['open', some, true, undefined],
    ['unlimited', undefined, true, undefined],
    ['expiring', undefined, true, undefined],
    ['opening', { ...some, open: 0 }, false, undefined],
  ])('%s with %j', (status, connection, usable, part) => {
    expect(isUsable(status, connection)).toBe(usable)
    expect(partOf(status, connection)).toEqual(part)
  })
})
