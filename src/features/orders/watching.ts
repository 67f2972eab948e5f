import { answer, api } from '#api/client.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Query } from '#contract'
import { INDEX_POLL_MS } from '#rules/timing.ts'

/** When the newest of these orders was placed, looked at again and again while it is watched. */
export const watchPlacedOrders = (
  query: Omit<Query<'listPlacedOrders'>, 'page' | 'maxCreateTime'>,
) =>
  queryOptions({
    queryKey: ['listPlacedOrders', query, 'newest'],
    queryFn: () =>
      answer(api.GET('/api/admin/allOrders', { params: { query: { ...query, pageSize: 1 } } })),
    refetchInterval: INDEX_POLL_MS,
  })
