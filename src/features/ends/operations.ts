import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import { INDEX_STALE_MS } from '#rules/timing.ts'

/** When the console ended without being asked to, newest first. */
export const listUnexpectedEnds = () =>
  queryOptions({
    queryKey: ['listUnexpectedEnds'],
    queryFn: () => answer(api.GET('/api/admin/ends')),
    refetchInterval: INDEX_STALE_MS,
  })
