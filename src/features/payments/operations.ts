import { answer, api } from '#api/client.ts'
import type { Query } from '#contract'
import { queryOptions } from '@tanstack/react-query'
import { INDEX_POLL } from '#rules/timing.ts'

/** What the caller has paid for. */
export const listMyOrders = () =>
  queryOptions({
    queryKey: ['listMyOrders'],
    queryFn: () => answer(api.GET('/api/user/order')),
    staleTime: 60_000,
  })

/** Orders of every kind, a page at a time. */
export const listPlacedOrders = (query: Query<'listPlacedOrders'>) =>
  queryOptions({
    queryKey: ['listPlacedOrders', query],
    queryFn: () => answer(api.GET('/api/admin/allOrders', { params: { query } })),
  })

/** The newest Alipay orders. */
export const listRecentAlipayOrders = () =>
  queryOptions({
    queryKey: ['listRecentAlipayOrders'],
    queryFn: () => answer(api.GET('/api/admin/alipay/recentOrder')),
    refetchInterval: INDEX_POLL,
  })

/** The newest PayPal orders. */
export const listRecentPaypalOrders = () =>
  queryOptions({
    queryKey: ['listRecentPaypalOrders'],
    queryFn: () => answer(api.GET('/api/admin/paypal/recentOrder')),
    refetchInterval: INDEX_POLL,
  })
