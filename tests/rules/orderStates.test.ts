import {
  fromPlainStatus,
  isPaid,
  ORDER_FILTER,
  ORDER_STATUSES,
  toPlainStatus,
} from '#rules/orderStates.ts'
import { expect, test } from 'vitest'

test.each([
  ['CREATE', 'created'],
  ['TRADE_SUCCESS', 'approved'],
  ['FINISH', 'finish'],
])('%s and %s are one state', (ours, theirs) => {
  expect(toPlainStatus(ours)).toBe(theirs)
  expect(fromPlainStatus(theirs)).toBe(ours)
})

test.each(['WAIT_BUYER_PAY', 'TRADE_CLOSED', 'toString'])(
  'the plain words have no %s',
  (status) => {
    expect(toPlainStatus(status)).toBeUndefined()
  },
)

test('a plain state that the filter has not stays', () => {
  expect(fromPlainStatus('closed')).toBe('closed')
})

test('every state of the filter can be shown', () => {
  expect(ORDER_STATUSES).toEqual(expect.arrayContaining([...ORDER_FILTER]))
})

test.each([
  ['CREATE', false],
  ['WAIT_BUYER_PAY', false],
  ['TRADE_SUCCESS', true],
  ['FINISH', true],
  ['approved', true],
  ['TRADE_CLOSED', false],
])('%s is paid: %s', (status, expected) => {
  expect(isPaid(status)).toBe(expected)
})

test('the other words for delivered and failed are none of the money', () => {
  expect(isPaid('finish')).toBe(true)
  expect(isPaid('USED')).toBe(false)
  expect(isPaid('')).toBe(false)
})
