import {
  fromPaypalStatus,
  isPaid,
  ORDER_FILTER,
  ORDER_STATUSES,
  toPaypalStatus,
} from '#rules/orderStates.ts'
import { expect, test } from 'vitest'

test.each([
  ['CREATE', 'created'],
  ['TRADE_SUCCESS', 'approved'],
  ['FINISH', 'finish'],
])('%s and %s are one state', (ours, theirs) => {
  expect(toPaypalStatus(ours)).toBe(theirs)
  expect(fromPaypalStatus(theirs)).toBe(ours)
})

test.each(['WAIT_BUYER_PAY', 'TRADE_CLOSED', 'toString'])('paypal knows no %s', (status) => {
  expect(toPaypalStatus(status)).toBeUndefined()
})

test('a state only paypal knows stays', () => {
  expect(fromPaypalStatus('closed')).toBe('closed')
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
