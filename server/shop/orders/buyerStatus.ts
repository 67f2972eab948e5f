import type { Selectable } from 'kysely'
import type { Schema } from '#contract'
import { placedState } from '#rules/placed.ts'
import { WRONG } from './states.ts'
import type { PlacedOrderTable } from '../../database/tables.ts'

type Order = Pick<
  Selectable<PlacedOrderTable>,
  | 'kind'
  | 'status'
  | 'amount'
  | 'refunded'
  | 'accountId'
  | 'paymentId'
  | 'paidTime'
  | 'failure'
  | 'expireTime'
>

/** The status of an order for its buyer. */
export function standingOf(order: Order): Schema<'UserOrderState'> {
  const state = placedState(order)
  const isOpen = state === 'created' || state === 'closed'
  // Money arrived, but another amount: the buyer must not pay again, nor read that nothing arrived.
  if (isOpen && order.paidTime === null && WRONG.includes(order.failure ?? '')) return 'wrongAmount'
  // A payment with a provider's name that has not arrived yet is under review.
  return state === 'created' && order.paymentId !== null ? 'checking' : state
}

/** Remaining time to pay, ms, because a device may have a wrong clock. Empty where it cannot. */
export function lifeOf(order: Order, now: number): { expiresIn?: number } {
  const left = (order.expireTime ?? 0) - now
  return standingOf(order) === 'created' && left > 0 ? { expiresIn: left } : {}
}

/** The status of an order, for a caller that waits for it. */
export function progressOf(order: Order, now: number) {
  const { status, accountId } = order
  return { status, state: standingOf(order), accountId, ...lifeOf(order, now) }
}
