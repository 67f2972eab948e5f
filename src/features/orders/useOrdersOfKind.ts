import { useInfiniteQuery } from '@tanstack/react-query'
import type { Schema } from '#contract'
import { listGiftcardOrders, listRefOrders } from './operations.ts'
import { listAlipayOrders, ownOperations } from './provider/operations.ts'

/** Orders of one kind from the list of that kind, requested only where it is shown. */
export function useOrdersOfKind(
  kind: Schema<'OrderKind'>,
  wanted: Parameters<typeof listAlipayOrders>[0],
  enabled: boolean,
) {
  const unpriced = kind === 'giftcard' ? listGiftcardOrders : listRefOrders
  const list = (ownOperations(kind)?.list ?? unpriced) as typeof listAlipayOrders
  return useInfiniteQuery({ ...list(wanted), enabled })
}
