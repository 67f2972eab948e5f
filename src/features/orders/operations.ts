import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'

/** The plans on offer, each flow pack right after the plan it belongs to. */
export const listOrders = () =>
  queryOptions({
    queryKey: ['listOrders'],
    queryFn: () => answer(api.GET('/api/admin/order')),
    staleTime: 60_000,
  })

/** One plan. */
export const getOrder = (orderId: number) =>
  queryOptions({
    queryKey: ['getOrder', orderId],
    queryFn: () => answer(api.GET('/api/admin/order/{orderId}', { params: { path: { orderId } } })),
  })
