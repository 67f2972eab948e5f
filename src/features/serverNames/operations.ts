import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import { LIGHTS_REFRESH_MS } from '#rules/timing.ts'

/** Takes a blocked address of a server from customers; the next takes its place. */
export const swapServerName = mutationOptions({
  mutationKey: ['swapServerName'],
  mutationFn: ({ serverId, name }: { serverId: number; name: string }) =>
    answer(
      api.POST('/api/admin/server/{serverId}/name/blocked', {
        params: { path: { serverId } },
        body: { name },
      }),
    ),
})

/** Gives a blocked address of a server to customers again. */
export const unblockServerName = mutationOptions({
  mutationKey: ['unblockServerName'],
  mutationFn: ({ serverId, name }: { serverId: number; name: string }) =>
    answer(
      api.POST('/api/admin/server/{serverId}/name/unblocked', {
        params: { path: { serverId } },
        body: { name },
      }),
    ),
})

/** Who has fetched the subscription since an address of a server was replaced. */
export const listNameFollowers = (serverId: number) =>
  queryOptions({
    queryKey: ['listNameFollowers', serverId],
    queryFn: () =>
      answer(
        api.GET('/api/admin/server/{serverId}/name/followers', { params: { path: { serverId } } }),
      ),
    staleTime: LIGHTS_REFRESH_MS,
    refetchInterval: LIGHTS_REFRESH_MS,
  })
