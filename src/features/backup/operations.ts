import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { Body } from '#contract'
import { INDEX_STALE_MS } from '#rules/timing.ts'

/** How often a copy that is being made is asked after, ms. */
const TASK_MS = 3_000

/** How the backups are doing. */
export const getBackupStatus = () =>
  queryOptions({
    queryKey: ['getBackupStatus'],
    queryFn: () => answer(api.GET('/api/admin/backup')),
    refetchInterval: ({ state }) =>
      state.data?.task?.state === 'working' || state.data?.state === 'behind'
        ? TASK_MS
        : INDEX_STALE_MS,
  })

/** Confirms that a copy of the backup key is stored elsewhere. */
export const confirmBackupKey = mutationOptions({
  mutationFn: () => answer(api.POST('/api/admin/backup/key')),
})

/** Makes a whole copy now, and restores it as a test. */
export const makeBackup = mutationOptions({
  mutationKey: ['makeBackup'],
  mutationFn: (proof: Body<'makeBackup'>) =>
    answer(api.POST('/api/admin/backup/make', { body: proof })),
})

/** Names the store; answers what is wrong with it. */
export const setUpBackup = mutationOptions({
  mutationKey: ['setUpBackup'],
  mutationFn: (wanted: Body<'setUpBackup'>) =>
    answer(api.PUT('/api/admin/backup/place', { body: wanted })),
  gcTime: 0,
})

/** The key that opens the backups. It is shown and not stored. */
export const showBackupKey = mutationOptions({
  mutationKey: ['showBackupKey'],
  mutationFn: (proof: Body<'showBackupKey'>) =>
    answer(api.POST('/api/admin/backup/key/show', { body: proof })),
  gcTime: 0,
})

/** What a restore to a moment would lose. */
export const previewRestore = (at: number) =>
  queryOptions({
    queryKey: ['previewRestore', at],
    queryFn: () => answer(api.GET('/api/admin/backup/loss', { params: { query: { at } } })),
    staleTime: 0,
  })
