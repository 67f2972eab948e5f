import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { Body, Query } from '#contract'
import { INDEX_POLL_MS } from '#rules/timing.ts'
import { asPlacedPage, queryOfKind } from '../byKind.ts'
import { byPage, type Wanted } from '../paging.ts'

/** Pays an Alipay order back, wholly or in part. */
export const refundAlipayOrder = mutationOptions({
  mutationKey: ['refundAlipayOrder'],
  mutationFn: (body: Body<'refundAlipayOrder'>) =>
    answer(api.POST('/api/admin/alipay/refund', { body })),
})

/** Pays a PayPal order back, wholly or in part. */
export const refundPaypalOrder = mutationOptions({
  mutationKey: ['refundPaypalOrder'],
  mutationFn: (body: Body<'refundPaypalOrder'>) =>
    answer(api.POST('/api/admin/paypal/refund', { body })),
})

/** Pays an order of any provider back, wholly or in part. */
export const refundPaymentOrder = mutationOptions({
  mutationKey: ['refundPaymentOrder'],
  mutationFn: ({ kind, ...body }: Body<'refundPaymentOrder'> & { kind: string }) =>
    answer(api.POST('/api/admin/payment/{kind}/refund', { params: { path: { kind } }, body })),
})

/** Alipay orders, page after page. */
export const listAlipayOrders = (wanted: Wanted) =>
  infiniteQueryOptions({
    queryKey: ['listAlipayOrders', wanted],
    queryFn: async ({ pageParam: { page } }) => {
      const query = { ...queryOfKind('alipay', wanted), page }
      return asPlacedPage(
        'alipay',
        await answer(api.GET('/api/admin/alipay', { params: { query } })),
      )
    },
    ...byPage,
  })

/** PayPal orders, page after page. */
export const listPaypalOrders = (wanted: Wanted) =>
  infiniteQueryOptions({
    queryKey: ['listPaypalOrders', wanted],
    queryFn: async ({ pageParam: { page } }) => {
      const query = { ...queryOfKind('paypal', wanted), page }
      return asPlacedPage(
        'paypal',
        await answer(api.GET('/api/admin/paypal', { params: { query } })),
      )
    },
    ...byPage,
  })

/** What one user placed to pay by Alipay. */
export const listUserAlipayOrders = (userId: number) =>
  queryOptions({
    queryKey: ['listUserAlipayOrders', userId],
    queryFn: () => answer(api.GET('/api/admin/alipay/{userId}', { params: { path: { userId } } })),
  })

/** What one user placed to pay by PayPal. */
export const listUserPaypalOrders = (userId: number) =>
  queryOptions({
    queryKey: ['listUserPaypalOrders', userId],
    queryFn: () => answer(api.GET('/api/admin/paypal/{userId}', { params: { path: { userId } } })),
  })

/** What one user placed to pay by any provider. */
export const listUserPaymentOrders = (kind: string, userId: number) =>
  queryOptions({
    queryKey: ['listUserPaymentOrders', kind, userId],
    queryFn: () => {
      const params = { path: { kind, userId } }
      return answer(api.GET('/api/admin/payment/{kind}/user/{userId}', { params }))
    },
  })

/** Fetches Alipay orders as the text of a table. */
export const exportAlipayOrders = mutationOptions({
  mutationKey: ['exportAlipayOrders'],
  mutationFn: (query: Query<'exportAlipayOrders'>) =>
    answer(api.GET('/api/admin/alipay/csv', { params: { query } })),
})

/** Fetches PayPal orders as the text of a table. */
export const exportPaypalOrders = mutationOptions({
  mutationKey: ['exportPaypalOrders'],
  mutationFn: (query: Query<'exportPaypalOrders'>) =>
    answer(api.GET('/api/admin/paypal/csv', { params: { query } })),
})

/** The newest Alipay orders. */
export const listRecentAlipayOrders = () =>
  queryOptions({
    queryKey: ['listRecentAlipayOrders'],
    queryFn: () => answer(api.GET('/api/admin/alipay/recentOrder')),
    refetchInterval: INDEX_POLL_MS,
  })

/** The newest PayPal orders. */
export const listRecentPaypalOrders = () =>
  queryOptions({
    queryKey: ['listRecentPaypalOrders'],
    queryFn: () => answer(api.GET('/api/admin/paypal/recentOrder')),
    refetchInterval: INDEX_POLL_MS,
  })

/** The operations of the kinds that have some of their own, which the specification names. */
const OWN = {
  alipay: {
    refund: refundAlipayOrder,
    mayRefund: 'refundAlipayOrder',
    list: listAlipayOrders,
    ofUser: listUserAlipayOrders,
    table: exportAlipayOrders,
    mayTable: 'exportAlipayOrders',
    recent: listRecentAlipayOrders,
    offeredBy: 'listRecentAlipayOrders',
  },
  paypal: {
    refund: refundPaypalOrder,
    mayRefund: 'refundPaypalOrder',
    list: listPaypalOrders,
    ofUser: listUserPaypalOrders,
    table: exportPaypalOrders,
    mayTable: 'exportPaypalOrders',
    recent: listRecentPaypalOrders,
    offeredBy: 'listRecentPaypalOrders',
  },
} as const

/** The operations of a kind of orders that is paid for; undefined where it has none of its own. */
export const ownOperations = (kind: string) =>
  Object.hasOwn(OWN, kind) ? OWN[kind as keyof typeof OWN] : undefined

/** The newest orders by a provider without a list of them, from the list of all. */
const listRecentPaymentOrders = (kind: string) =>
  queryOptions({
    queryKey: ['listPlacedOrders', 'recent', kind],
    queryFn: async () => {
      const query = { kind: [kind], pageSize: RECENT }
      const { orders } = await answer(api.GET('/api/admin/allOrders', { params: { query } }))
      return orders.map(({ amount, ...order }) => ({ ...order, amount: amount ?? '0' }))
    },
    refetchInterval: INDEX_POLL_MS,
  })

/** As many as the lists of the first two providers have. */
const RECENT = 5

/** The newest orders by a provider, and the operation that one has to be allowed for them. */
export function recentOf(kind: string) {
  const own = ownOperations(kind)
  const list = own?.recent ?? (() => listRecentPaymentOrders(kind))
  return {
    list: list as typeof listRecentAlipayOrders,
    by: own?.offeredBy ?? 'listPlacedOrders',
  } as const
}

type Refund = Body<'refundPaymentOrder'>

/** Pays an order back by the operation of its kind. */
export function refundOf(kind: string) {
  const { mutationFn, meta } = refundPaymentOrder
  const own = ownOperations(kind)?.refund
  if (own) return own
  return mutationOptions({
    mutationKey: ['refundPaymentOrder'],
    mutationFn: (body: Refund) => mutationFn!({ kind, ...body }, undefined as never),
    ...(meta && { meta }),
  })
}

/** What a user placed to pay by a provider, by the operation of its kind. */
export const listUserOrdersOf = (kind: string, userId: number) =>
  ownOperations(kind)?.ofUser(userId) ?? listUserPaymentOrders(kind, userId)
