import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import { INDEX_STALE_MS } from '#rules/timing.ts'

/** How the server's own certificate is doing. */
export const getCertificateStatus = () =>
  queryOptions({
    queryKey: ['getCertificateStatus'],
    queryFn: () => answer(api.GET('/api/admin/certificate')),
    refetchInterval: INDEX_STALE_MS,
  })
