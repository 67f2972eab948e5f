import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { Query } from '#contract'
import { FAILED_LOAD_RETRY } from '#rules/timing.ts'

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
    initialPageParam: 1,
    getNextPageParam: ({ maxPage }, _pages, page) => (page < maxPage ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.status === 'error' && !state.fetchMeta?.fetchMore && FAILED_LOAD_RETRY,
  })

/** Everything that matches, as a table to download. */
export const exportAudit = (query: Query<'exportAudit'>) =>
  answer(api.GET('/api/admin/audit/csv', { params: { query } }))
