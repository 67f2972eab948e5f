import { describe, expect, test } from 'vitest'
import { accountStatusOf, isHealthy, isUsable } from '#rules/accountStatus.ts'
import { formatSpeed, parseSpeed, speedText } from '#rules/speed.ts'

describe('a speed', () => {
  test.each([
    ['', 0],
    [' 0 ', 0],
    ['10', 10_000],
    ['0.5', 500],
    ['2,5', 2_500],
    ['０．256', 256],
    ['100000', 100_000_000],
    ['100000.001', undefined],
    ['-1', undefined],
    ['1.2345', undefined],
    ['10M', undefined],
  ])('typed as %j is %j kbit/s', (typed, kbits) => {
    expect(parseSpeed(typed)).toBe(kbits)
  })

  test('is written as it is read, and shown in the larger unit', () => {
    for (const kbits of [0, 1, 256, 1_000, 12_345]) expect(parseSpeed(speedText(kbits))).toBe(kbits)
    expect([formatSpeed(256), formatSpeed(999), formatSpeed(1_000), formatSpeed(2_500)]).toEqual([
      '256 kbit/s',
      '999 kbit/s',
      '1 Mbit/s',
      '2.5 Mbit/s',
    ])
  })
})

test('an account that goes on slowly is slowed until its next cycle, and usable', () => {
  const now = 1_000_000
  const connection = {
    state: 'open',
    servers: 1,
    open: 1,
    affected: 1,
    until: 5,
    slowedTo: 256,
  } as const
  const account = { type: 1, active: 1, data: null }
  const statusOf = (until: number | null) =>
    accountStatusOf(
      { ...account, connection: { ...connection, until } },
      { used: 9, flowPack: 0 },
      now,
    )
  expect([statusOf(null), statusOf(now + 1), statusOf(now)]).toEqual([
    'slowed',
    'slowed',
    'unlimited',
  ])
  expect([isHealthy('slowed'), isUsable('slowed', connection)]).toEqual([true, true])
})
