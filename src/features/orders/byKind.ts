import type { Query, Schema } from '#contract'
import { isPlain, toPlainStatus } from '#rules/orderStates.ts'
import { isPaidKind } from '#rules/providers/registry.ts'
import { currencyOf, orderState } from './orderStatus.ts'

type Kind = Schema<'OrderKind'>
type Row = Partial<Schema<'PlacedOrder'>> &
  Pick<Schema<'PlacedOrder'>, 'orderId' | 'userId' | 'username' | 'port' | 'status' | 'createTime'>
type Page = { total: number; page: number; maxPage: number; pageSize: number; orders: Row[] }

/** A page of one kind of orders in the form that a page of all kinds has. */
export function asPlacedPage(kind: Kind, page: Page): Schema<'PlacedOrderPage'> {
  const orders = page.orders.map((row) => asPlaced(kind, row))
  return { ...page, maxCreateTime: 0, orders }
}

function asPlaced(kind: Kind, row: Row): Schema<'PlacedOrder'> {
  const { orderType = null, orderName } = row
  return {
    ...row,
    kind,
    orderType,
    orderName: orderName ?? null,
    group: row.group ?? null,
    accountId: row.accountId ?? null,
    amount: row.amount ?? null,
    refTime: row.refTime ?? null,
    expireTime: row.expireTime ?? null,
  }
}

/** The details from an order's row, where the server sends no more. */
export function detailOf(row: Schema<'PlacedOrder'>): Schema<'PlacedOrderDetail'> {
  return {
    ...row,
    state: orderState(row),
    failure: null,
    currency: row.amount === null ? null : currencyOf(row.kind),
    paidTime: null,
    deliveredTime: null,
    providerId: null,
    paymentId: null,
    failures: 0,
    nextTry: null,
    providerData: null,
    sold: null,
    events: [],
    ledger: [],
  }
}

/** The query of one kind's list, in the words of its provider. */
export function queryOfKind(
  kind: Kind,
  { filter, kind: _kind, ...rest }: Omit<Query<'listPlacedOrders'>, 'page'>,
): Query<'listAlipayOrders'> {
  if (!filter) return rest
  if (!isPaidKind(kind) || !isPlain(kind)) return { ...rest, filter }
  return { ...rest, filter: filter.flatMap((state) => asPlain(state) ?? []) }
}

const asPlain = (state: string) =>
  // The plain words have one for orders not paid in time, and none for waiting.
  (state === 'TRADE_CLOSED' ? 'closed' : toPlainStatus(state)) as 'closed' | undefined
