import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Schema } from '#contract'
import { DELIVERED, PAID, UNPRICED } from '#rules/placed.ts'
import { fromPlainStatus, ORDER_FILTER, paidKindsOf, toPlainStatus } from '#rules/orderStates.ts'
import { paidKinds } from '#rules/providers/registry.ts'
import type { Tables } from '../../database/tables.ts'

type State = Schema<'OrderState'>

const eb = expressionBuilder<Tables, 'placedOrder'>()
const OPEN_OR_PAID = ORDER_FILTER.flatMap((state) => toPlainStatus(state) ?? [])

/** The statuses under which an order counts as bought, a used recharge code included. */
export const BOUGHT = [...PAID, ...DELIVERED]

/** Kinds of orders that are paid for. */
export const buyingKinds = (): string[] => [...paidKinds(), 'giftcard']

/** Whether an order was paid for, at a provider or with a recharge code; refunded ones were. */
export const isBought = (): Expression<SqlBool> =>
  eb.and([eb('placedOrder.kind', 'in', buyingKinds()), eb('placedOrder.status', 'in', BOUGHT)])

/** Whether an order is a renewal: it was paid for by somebody who had paid for one before. */
export const isRenewal = (): Expression<SqlBool> =>
  eb.and([
    isBought(),
    eb.exists(
      eb
        .selectFrom('placedOrder as earlier')
        .select('earlier.id')
        .whereRef('earlier.userId', '=', 'placedOrder.userId')
        .whereRef('earlier.createTime', '<', 'placedOrder.createTime')
        .where('earlier.kind', 'in', buyingKinds())
        .where('earlier.status', 'in', BOUGHT),
    ),
  ])

/** The orders in one of the states of the filter, whatever their kind calls it. Spec 4. */
export function inStates(states: readonly State[]): Expression<SqlBool> {
  const isOneOf = (kinds: string[]) => eb('placedOrder.kind', 'in', kinds)
  const [own, plain] = [paidKindsOf(false), paidKindsOf(true)]
  const words = states.flatMap((state) => toPlainStatus(state) ?? [])
  return eb.or([
    ...(states.length > 0
      ? [eb.and([isOneOf(own), eb('placedOrder.status', 'in', [...states])])]
      : []),
    ...(words.length > 0 ? [eb.and([isOneOf(plain), eb('placedOrder.status', 'in', words)])] : []),
    // These final states exist in plain words only.
    ...(states.includes('TRADE_CLOSED')
      ? [eb.and([isOneOf(plain), eb('placedOrder.status', 'not in', OPEN_OR_PAID)])]
      : []),
    ...(states.includes('FINISH') ? [isOneOf(Object.keys(UNPRICED))] : []),
  ])
}

/** Whether an order was closed and never paid; one that was paid back is closed, too. */
export const isFailed = (): Expression<SqlBool> =>
  eb.and([inStates(['TRADE_CLOSED']), eb('placedOrder.paidTime', 'is', null)])

/** The states of the admin's filter, from old or new words. Spec 4. */
export function statesOf(filter: readonly string[]): Schema<'OrderState'>[] {
  const named: string[] = filter.map((state) =>
    state === 'closed' ? 'TRADE_CLOSED' : fromPlainStatus(state),
  )
  return ORDER_FILTER.filter((state) => named.includes(state))
}

/** Why a received payment did not settle its order. */
export const WRONG: readonly string[] = ['wrongAmount', 'wrongCurrency']
