import { describe, expect, test } from 'vitest'
import { ACCOUNT_TYPES, PERIOD } from '#rules/account.ts'
import { quotaOf } from '../../../server/accounts/quota/quota.ts'

const DAY = PERIOD[ACCOUNT_TYPES.day] ?? 0
const START = Date.UTC(2026, 0, 1)
const account = {
  expireTime: null,
  type: ACCOUNT_TYPES.day as number,
  cycleStart: START as number | null,
  cycles: 9,
  flow: 100,
  active: 1 as 0 | 1,
  usageFrom: null as number | null,
  multiServerFlow: 0,
}

/** What packs of these moments add at a moment. */
const added = (packs: number[], now: number, changes: Partial<typeof account> = {}) => {
  const traffic = {
    servers: [],
    usage: [],
    bans: [],
    packs: packs.map((createTime, at) => ({ flow: 10 ** at, createTime })),
  }
  return quotaOf({ ...account, ...changes }, traffic, now).flowPack
}

describe('a flow pack', () => {
  // Each row is at the border of the first and the second cycle, which belongs to the second.
  test.each([
    ['dated just before the border', START + DAY - 1, START + DAY - 1, 1],
    ['dated just before the border', START + DAY - 1, START + DAY, 0],
    ['dated at the border', START + DAY, START + DAY - 1, 0],
    ['dated at the border', START + DAY, START + DAY, 1],
    ['dated at the border', START + DAY, START + 2 * DAY - 1, 1],
    ['dated at the border', START + DAY, START + 2 * DAY, 0],
    ['dated at the start', START, START, 1],
    ['dated before the start', START - 1, START, 0],
  ])('%s (%d) adds at %d %d', (_when, dated, now, expected) => {
    expect(added([dated], now)).toBe(expected)
  })

  test('counts in just one cycle, whenever it is dated', () => {
    for (const dated of [START, START + 1, START + DAY - 1, START + DAY, START + 3 * DAY]) {
      const cycles = [0, 1, 2, 3, 4].map((cycle) => added([dated], START + cycle * DAY + 7))
      expect(cycles.filter((flow) => flow > 0)).toHaveLength(1)
    }
  })

  test('is added to others of its cycle', () => {
    expect(added([START, START + 5, START + DAY], START + 9)).toBe(11)
  })

  test('waits with an account that was not started', () => {
    const waiting = { active: 0 as const }
    expect(added([START - 9, START + 5 * DAY], START + DAY, waiting)).toBe(11)
  })

  test('is nothing to an account without cycles', () => {
    const endless = { type: ACCOUNT_TYPES.unlimited, cycleStart: null }
    expect(added([START], START, endless)).toBe(0)
    expect(added([START], START, { ...endless, active: 0 })).toBe(0)
  })

  test('counts no more once the cycle was moved past it', () => {
    const moved = { usageFrom: START + 50 }
    expect(added([START + 49, START + 50], START + 60, moved)).toBe(10)
  })
})
