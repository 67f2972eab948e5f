import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { Query } from '#contract'

/** How many orders match. */
export const countOrders = (query: Omit<Query<'listPlacedOrders'>, 'page'>) =>
  queryOptions({
    queryKey: ['listPlacedOrders', 'count', query] as const,
    queryFn: async () => {
      const one = { ...query, page: 1, pageSize: 1 }
      const { total } = await answer(api.GET('/api/admin/allOrders', { params: { query: one } }))
      return { total }
    },
  })
