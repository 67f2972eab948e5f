import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Schema } from '#contract'
import { DELIVERED, PAID } from '#rules/placed.ts'
import { fromPaypalStatus, ORDER_FILTER, toPaypalStatus } from '#rules/orderStates.ts'
import type { Tables } from '../../database/tables.ts'

type State = Schema<'OrderState'>

const eb = expressionBuilder<Tables, 'placedOrder'>()
const OPEN_OR_PAID = ORDER_FILTER.flatMap((state) => toPaypalStatus(state) ?? [])

/** The statuses under which an order counts as bought, a used recharge code included. */
export const BOUGHT = [...PAID, ...DELIVERED]

/** Kinds of orders that are paid for. */
export const BUYING = ['alipay', 'paypal', 'giftcard'] as const

/** Whether an order was paid for, at a provider or with a recharge code; refunded ones were. */
export const isBought: Expression<SqlBool> = eb.and([
  eb('placedOrder.kind', 'in', BUYING),
  eb('placedOrder.status', 'in', BOUGHT),
])

/** Whether an order is a renewal: it was paid for by somebody who had paid for one before. */
export const isRenewal: Expression<SqlBool> = eb.and([
  isBought,
  eb.exists(
    eb
      .selectFrom('placedOrder as earlier')
      .select('earlier.id')
      .whereRef('earlier.userId', '=', 'placedOrder.userId')
      .whereRef('earlier.createTime', '<', 'placedOrder.createTime')
      .where('earlier.kind', 'in', BUYING)
      .where('earlier.status', 'in', BOUGHT),
  ),
])

/** The orders in one of the states of the filter, whatever their kind calls it. Spec 4. */
export function inStates(states: readonly State[]): Expression<SqlBool> {
  const kind = (name: Schema<'OrderKind'>) => eb('placedOrder.kind', '=', name)
  const paypal = states.flatMap((state) => toPaypalStatus(state) ?? [])
  return eb.or([
    ...(states.length > 0
      ? [eb.and([kind('alipay'), eb('placedOrder.status', 'in', [...states])])]
      : []),
    ...(paypal.length > 0
      ? [eb.and([kind('paypal'), eb('placedOrder.status', 'in', paypal)])]
      : []),
    // These final states exist at PayPal only.
    ...(states.includes('TRADE_CLOSED')
      ? [eb.and([kind('paypal'), eb('placedOrder.status', 'not in', OPEN_OR_PAID)])]
      : []),
    ...(states.includes('FINISH') ? [kind('giftcard'), kind('refOrder')] : []),
  ])
}

/** Whether an order was closed and never paid; one that was paid back is closed, too. */
export const isFailed: Expression<SqlBool> = eb.and([
  inStates(['TRADE_CLOSED']),
  eb('placedOrder.paidTime', 'is', null),
])

/** The states of the admin's filter, from old or new words. Spec 4. */
export function statesOf(filter: readonly string[]): Schema<'OrderState'>[] {
  const named: string[] = filter.map((state) =>
    state === 'closed' ? 'TRADE_CLOSED' : fromPaypalStatus(state),
  )
  return ORDER_FILTER.filter((state) => named.includes(state))
}

/** Why a received payment did not settle its order. */
export const WRONG: readonly string[] = ['wrongAmount', 'wrongCurrency']
