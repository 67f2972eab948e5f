import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import { INDEX_STALE_MS } from '#rules/timing.ts'

/** How the backups are doing. */
export const getBackupStatus = () =>
  queryOptions({
    queryKey: ['getBackupStatus'],
    queryFn: () => answer(api.GET('/api/admin/backup')),
    refetchInterval: INDEX_STALE_MS,
  })
