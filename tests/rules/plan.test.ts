import { allowedPlans, isFlowPack } from '#rules/plan.ts'
import { describe, expect, test } from 'vitest'

const HOUR = 3_600_000
const now = Date.UTC(2026, 0, 1)

const plans = [
  { id: 1, baseId: 0, changeOrderType: 1 },
  { id: 2, baseId: 0, changeOrderType: 0 },
  { id: 3, baseId: 0, changeOrderType: 0 },
  { id: 11, baseId: 1, changeOrderType: null },
  { id: 12, baseId: 2, changeOrderType: null },
]
const on = (orderId: number, create = now) => ({
  type: 5,
  orderId,
  data: { create, limit: 1, flow: 0 },
})
const expired = now - HOUR

describe('allowedPlans', () => {
  test.each([
    ['a new account has every plan but no pack', null, null, [1, 2, 3]],
    ['a group narrows them', [1, 3, 11], null, [1, 3]],
    ['a group without plans leaves none', [], null, []],
    ['a valid account has the packs of its plan', null, on(1), [1, 2, 3, 11]],
    ['an expired one has no packs', null, on(1, expired), [1, 2, 3]],
    ['a plan that forbids changing stays with its packs', null, on(2), [2, 12]],
    ['once expired it may change', null, on(2, expired), [1, 2, 3]],
    ['a group may drop the packs', [1, 2, 3], on(2), [2]],
    ['a plan the group has no more gives way', [1, 3], on(2), [1, 3]],
    ['an account without a plan has no packs', null, on(0), [1, 2, 3]],
    ['so has one whose plan is gone', null, on(99), [1, 2, 3]],
    ['an unlimited account too', null, { type: 1, orderId: 0, data: null }, [1, 2, 3]],
  ])('%s', (_rule, group, account, ids) => {
    expect(allowedPlans(plans, group, account, now).map(({ id }) => id)).toEqual(ids)
  })
})

test('isFlowPack recognises a pack by its plan', () => {
  expect(plans.filter(isFlowPack).map(({ id }) => id)).toEqual([11, 12])
})
