import { answer, api } from '#api/client.ts'
import { onThisClock } from '#api/clock.ts'
import { paged } from '#api/paged.ts'
import type { Body, OperationId, Query, Schema } from '#contract'
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { asPlacedPage, queryOfKind } from './byKind.ts'
import { INDEX_POLL_MS } from '#rules/timing.ts'

/** The queries that show an order, outdated by a payment or refund. */
const MONEY: readonly OperationId[] = [
  'listPlacedOrders',
  'getPaidFigures',
  'getPlacedOrder',
  'listUsers',
  'listUserOrders',
  'listUserAlipayOrders',
  'listUserPaypalOrders',
  'listRecentAlipayOrders',
  'listRecentPaypalOrders',
  'listAccounts',
  'countAccounts',
  'getAccount',
  'getUser',
]

/** What the caller has paid for, and what still waits to be paid. */
export const listMyOrders = () =>
  queryOptions({
    queryKey: ['listMyOrders'],
    queryFn: async () => {
      const orders = await answer(api.GET('/api/user/order', { params: { query: { unpaid: 1 } } }))
      return orders.map(onThisClock)
    },
    staleTime: 60_000,
  })

type Wanted = Omit<Query<'listPlacedOrders'>, 'page' | 'maxCreateTime'>

/** Further pages are of the orders there were when the first was read. */
const byPage = {
  ...paged,
  initialPageParam: { page: 1, maxCreateTime: 0 },
  getNextPageParam: (
    { maxPage, maxCreateTime }: Schema<'PlacedOrderPage'>,
    _pages: unknown,
    { page }: { page: number },
  ) => (page < maxPage ? { page: page + 1, maxCreateTime } : undefined),
}

/** Orders of every kind, page after page; those placed meanwhile do not shift the pages. */
export const listPlacedOrders = (query: Wanted) =>
  infiniteQueryOptions({
    queryKey: ['listPlacedOrders', query],
    queryFn: ({ pageParam }) =>
      answer(api.GET('/api/admin/allOrders', { params: { query: { ...query, ...pageParam } } })),
    ...byPage,
  })

/** Everything one user ordered, of every kind, and what was paid in all. */
export const listUserOrders = (userId: number) =>
  queryOptions({
    queryKey: ['listUserOrders', userId],
    queryFn: () =>
      answer(api.GET('/api/admin/user/{userId}/orders', { params: { path: { userId } } })),
  })

/** Orders that need attention: paid and not delivered, or paid wrongly. */
export const listStuckOrders = () =>
  queryOptions({
    queryKey: ['listPlacedOrders', 'stuck'],
    queryFn: () =>
      answer(api.GET('/api/admin/allOrders', { params: { query: { stuck: true, pageSize: 50 } } })),
    refetchInterval: INDEX_POLL_MS,
  })

/** One order with all that happened to it. */
export const getPlacedOrder = (orderId: string) =>
  queryOptions({
    queryKey: ['getPlacedOrder', orderId],
    queryFn: () =>
      answer(api.GET('/api/admin/allOrders/{orderId}', { params: { path: { orderId } } })),
    staleTime: 0,
    refetchInterval: INDEX_POLL_MS,
  })

/** Settles an order whose money went back at the provider, or is disputed there. */
export const reviewPlacedOrder = mutationOptions({
  mutationKey: ['reviewPlacedOrder'],
  mutationFn: ({ orderId, ...body }: { orderId: string } & Body<'reviewPlacedOrder'>) =>
    answer(
      api.POST('/api/admin/allOrders/{orderId}/review', { params: { path: { orderId } }, body }),
    ),
  meta: { outdates: MONEY },
})

/** Checks an order again at once: delivers a paid one, polls the provider for an unpaid one. */
export const retryPlacedOrder = mutationOptions({
  mutationKey: ['retryPlacedOrder'],
  mutationFn: (orderId: string) =>
    answer(api.POST('/api/admin/allOrders/{orderId}/retry', { params: { path: { orderId } } })),
  meta: { outdates: MONEY },
})

/** Pays an Alipay order back, wholly or in part. */
export const refundAlipayOrder = mutationOptions({
  mutationKey: ['refundAlipayOrder'],
  mutationFn: (body: Body<'refundAlipayOrder'>) =>
    answer(api.POST('/api/admin/alipay/refund', { body })),
  meta: { outdates: MONEY },
})

/** Pays a PayPal order back, wholly or in part. */
export const refundPaypalOrder = mutationOptions({
  mutationKey: ['refundPaypalOrder'],
  mutationFn: (body: Body<'refundPaypalOrder'>) =>
    answer(api.POST('/api/admin/paypal/refund', { body })),
  meta: { outdates: MONEY },
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

/** Rewards for inviting, page after page. */
export const listRefOrders = (wanted: Wanted) =>
  infiniteQueryOptions({
    queryKey: ['listRefOrders', wanted],
    queryFn: async ({ pageParam: { page } }) => {
      const query = { ...queryOfKind('refOrder', wanted), page }
      return asPlacedPage(
        'refOrder',
        await answer(api.GET('/api/admin/refOrder', { params: { query } })),
      )
    },
    ...byPage,
  })

/** Used recharge codes, page after page. */
export const listGiftcardOrders = (wanted: Wanted) =>
  infiniteQueryOptions({
    queryKey: ['listGiftcardOrders', wanted],
    queryFn: async ({ pageParam: { page } }) => {
      const query = { ...queryOfKind('giftcard', wanted), page }
      return asPlacedPage(
        'giftcard',
        await answer(api.GET('/api/admin/giftcard', { params: { query } })),
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

/** What one user was rewarded with for inviting. */
export const listUserRefOrders = (userId: number) =>
  queryOptions({
    queryKey: ['listUserRefOrders', userId],
    queryFn: () =>
      answer(api.GET('/api/admin/refOrder/{userId}', { params: { path: { userId } } })),
  })

/** The recharge codes one user used. */
export const listUserGiftcardOrders = (userId: number) =>
  queryOptions({
    queryKey: ['listUserGiftcardOrders', userId],
    queryFn: () =>
      answer(api.GET('/api/admin/giftcard/{userId}', { params: { path: { userId } } })),
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

/** Fetches used recharge codes as the text of a table. */
export const exportGiftcardOrders = mutationOptions({
  mutationKey: ['exportGiftcardOrders'],
  mutationFn: (query: Query<'exportGiftcardOrders'>) =>
    answer(api.GET('/api/admin/giftcard/csv', { params: { query } })),
})

/** Fetches rewards for inviting as the text of a table. */
export const exportRefOrders = mutationOptions({
  mutationKey: ['exportRefOrders'],
  mutationFn: (query: Query<'exportRefOrders'>) =>
    answer(api.GET('/api/admin/refOrder/csv', { params: { query } })),
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
