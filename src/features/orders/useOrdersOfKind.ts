import { useInfiniteQuery } from '@tanstack/react-query'
import type { Schema } from '#contract'
import {
  listAlipayOrders,
  listGiftcardOrders,
  listPaypalOrders,
  listRefOrders,
} from './operations.ts'

/** Orders of one kind from the list of that kind, requested only where it is shown. */
export function useOrdersOfKind(
  kind: Schema<'OrderKind'>,
  wanted: Parameters<typeof listAlipayOrders>[0],
  enabled: boolean,
) {
  const shown = (one: typeof kind) => ({ enabled: enabled && one === kind })
  const lists = {
    alipay: useInfiniteQuery({ ...listAlipayOrders(wanted), ...shown('alipay') }),
    paypal: useInfiniteQuery({ ...listPaypalOrders(wanted), ...shown('paypal') }),
    giftcard: useInfiniteQuery({ ...listGiftcardOrders(wanted), ...shown('giftcard') }),
    refOrder: useInfiniteQuery({ ...listRefOrders(wanted), ...shown('refOrder') }),
  }
  return lists[kind]
}
