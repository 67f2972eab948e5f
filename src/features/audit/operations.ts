import { infiniteQueryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import { paged } from '#api/paged.ts'
import type { Query } from '#contract'

/** What admins changed, newest first, page after page. */
export const listAudit = (query: Omit<Query<'listAudit'>, 'page' | 'pageSize'>) =>
  infiniteQueryOptions({
    queryKey: ['listAudit', query],
    queryFn: ({ pageParam }) =>
      answer(
        api.GET('/api/admin/audit', {
          params: { query: { ...query, page: pageParam, pageSize: 50 } },
        }),
      ),
    ...paged,
  })

/** Everything that matches, as a table to download. */
export const exportAudit = (query: Query<'exportAudit'>) =>
  answer(api.GET('/api/admin/audit/csv', { params: { query } }))
