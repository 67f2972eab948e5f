import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import { INDEX_STALE_MS } from '#rules/timing.ts'

/** How the backups are doing. */
export const getBackupStatus = () =>
  queryOptions({
    queryKey: ['getBackupStatus'],
    queryFn: () => answer(api.GET('/api/admin/backup')),
    refetchInterval: INDEX_STALE_MS,
  })

/** Confirms that a copy of the backup key is stored elsewhere. */
export const confirmBackupKey = mutationOptions({
  mutationFn: () => answer(api.POST('/api/admin/backup/key')),
  meta: { outdates: ['getBackupStatus'] },
})
