import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { Body } from '#contract'
import {
  LIGHTS_REFRESH_MS,
  LONG_WRITE_TIMEOUT_MS,
  SERVER_LIST_REFOCUS_MS,
  SERVER_LIST_REFRESH_MS,
  SERVER_REFRESH_MS,
} from '#rules/timing.ts'

/** The servers the caller may connect to. */
export const listMyServers = () =>
  queryOptions({
    queryKey: ['listMyServers'],
    queryFn: () => answer(api.GET('/api/user/server')),
    staleTime: SERVER_LIST_REFRESH_MS,
  })

/** Every server; with `status` each is asked how it is. Spec 2. */
export const listServers = ({ status = false }: { status?: boolean } = {}) =>
  queryOptions({
    queryKey: ['listServers', { status }],
    queryFn: () =>
      answer(api.GET('/api/admin/server', { params: { query: status ? { status: '1' } : {} } })),
    staleTime: SERVER_LIST_REFOCUS_MS,
  })

/** One server with its open ports, or without asking it. Spec 2. */
export const getServer = (serverId: number, { noPort = false }: { noPort?: boolean } = {}) =>
  queryOptions({
    queryKey: ['getServer', serverId, { noPort }],
    queryFn: () =>
      answer(
        api.GET('/api/admin/server/{serverId}', {
          params: { path: { serverId }, query: noPort ? { noPort: '1' } : {} },
        }),
      ),
    refetchInterval: SERVER_REFRESH_MS,
  })

/** Whether each server serves, and what it carries; asked again while it is looked at. */
export const listServerLights = () =>
  queryOptions({
    queryKey: ['listServerLights'],
    queryFn: () => answer(api.GET('/api/admin/server/lights')),
    staleTime: LIGHTS_REFRESH_MS,
    refetchInterval: LIGHTS_REFRESH_MS,
  })

/** When a server's lights were red. */
export const listServerOutages = (serverId: number) =>
  queryOptions({
    queryKey: ['listServerOutages', serverId],
    queryFn: () =>
      answer(api.GET('/api/admin/server/{serverId}/outage', { params: { path: { serverId } } })),
    staleTime: LIGHTS_REFRESH_MS,
    refetchInterval: SERVER_REFRESH_MS,
  })

/** When the servers of one of the caller's accounts did not report. */
export const listMyOutages = (accountId: number) =>
  queryOptions({
    queryKey: ['listMyOutages', accountId],
    queryFn: () =>
      answer(api.GET('/api/user/account/{accountId}/outage', { params: { path: { accountId } } })),
    staleTime: SERVER_REFRESH_MS,
  })

/** Whether the service works, for anybody, where the shop shows it. */
export const getServiceStatus = () =>
  queryOptions({
    queryKey: ['getServiceStatus'],
    queryFn: () => answer(api.GET('/api/home/service')),
    staleTime: SERVER_LIST_REFOCUS_MS,
    refetchInterval: SERVER_REFRESH_MS,
  })

/** Whether a machine can carry WireGuard with a port and a network, and what is free there. */
export const checkWireGuard = (wanted: Body<'checkWireGuard'>) =>
  queryOptions({
    queryKey: ['checkWireGuard', wanted],
    queryFn: () => answer(api.POST('/api/admin/server/wireguard', { body: wanted })),
    staleTime: 0,
    gcTime: 0,
  })

/**
 * A port shift that a new server can have, by the accounts there are at this moment: on this machine,
 * or on one that has joined.
 */
export const getFreeShift = (nodeId?: number) =>
  queryOptions({
    queryKey: ['getFreeShift', nodeId ?? null],
    queryFn: () => {
      const query = nodeId === undefined ? {} : { nodeId }
      return answer(api.GET('/api/admin/server/freeShift', { params: { query } }))
    },
  })

/** What would miss a server if it were deleted, as it is at this moment. */
export const getServerUse = (serverId: number) =>
  queryOptions({
    queryKey: ['getServerUse', serverId],
    queryFn: () =>
      answer(api.GET('/api/admin/server/{serverId}/use', { params: { path: { serverId } } })),
    staleTime: 0,
  })

/** Adds a server. Spec 7: it may take 15 s. */
export const createServer = mutationOptions({
  mutationKey: ['createServer'],
  mutationFn: (body: Body<'createServer'>) =>
    answer(
      api.POST('/api/admin/server', { body, signal: AbortSignal.timeout(LONG_WRITE_TIMEOUT_MS) }),
    ),
})

/** Changes a server. Spec 7: it may take 15 s. */
export const editServer = mutationOptions({
  mutationKey: ['editServer'],
  mutationFn: ({ serverId, body }: { serverId: number; body: Body<'editServer'> }) =>
    answer(
      api.PUT('/api/admin/server/{serverId}', {
        params: { path: { serverId } },
        body,
        signal: AbortSignal.timeout(LONG_WRITE_TIMEOUT_MS),
      }),
    ),
})

/** Deletes a server and closes its ports. */
export const deleteServer = mutationOptions({
  mutationKey: ['deleteServer'],
  mutationFn: (serverId: number) =>
    answer(api.DELETE('/api/admin/server/{serverId}', { params: { path: { serverId } } })),
})

/** The tags of a server; without one, all tags in use. */
export const listTags = (serverId = 0) =>
  queryOptions({
    queryKey: ['listTags', serverId],
    queryFn: () => answer(api.GET('/api/admin/tag', { params: { query: { key: serverId } } })),
  })

/** Makes the tags of a server exactly these. */
export const setTags = mutationOptions({
  mutationKey: ['setTags'],
  mutationFn: ({ serverId, tags }: { serverId: number; tags: string[] }) =>
    answer(api.PUT('/api/admin/tag', { body: { key: serverId, tags } })),
})
