import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import { INDEX_STALE_MS } from '#rules/timing.ts'

/** Whether the server has room to save things. */
export const getStorage = () =>
  queryOptions({
    queryKey: ['getStorage'],
    queryFn: () => answer(api.GET('/api/admin/storage')),
    refetchInterval: INDEX_STALE_MS,
  })
