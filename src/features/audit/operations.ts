import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
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

/** The most admins that are offered as a filter. */
const MAX_ADMINS = 100

/** The admins there are now, to show what one of them did. */
export const listAdmins = queryOptions({
  queryKey: ['listUsers', 'admins'] as const,
  queryFn: async () => {
    const query = { page: 1, pageSize: MAX_ADMINS, type: ['admin' as const] }
    const { users } = await answer(api.GET('/api/admin/user', { params: { query } }))
    return users.map(({ id, username }) => ({ id, username }))
  },
})
