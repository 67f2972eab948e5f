import { answer, api } from '#api/client.ts'
import { onThisClock } from '#api/clock.ts'
import type { Body, Query } from '#contract'
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { asPlacedPage, queryOfKind } from './byKind.ts'
import { byPage, type Wanted } from './paging.ts'
import { INDEX_POLL_MS } from '#rules/timing.ts'

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
})

/** Checks an order again at once: delivers a paid one, polls the provider for an unpaid one. */
export const retryPlacedOrder = mutationOptions({
  mutationKey: ['retryPlacedOrder'],
  mutationFn: (orderId: string) =>
    answer(api.POST('/api/admin/allOrders/{orderId}/retry', { params: { path: { orderId } } })),
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
