import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { Schema } from '#contract'
import { CHART_LIFETIME_MS, INDEX_POLL_MS, SERVER_PORT_LIFETIME_MS } from '#rules/timing.ts'

/**
 * The hour, day or week of a zone that `time`, ms, lies in, or without `type` the borders (ms)
 * between which traffic is summed up.
 */
export type FlowWindow =
  | { type: Schema<'Period'>; time: number; tz: string }
  | { type?: undefined; time: number[]; tz?: string }

/** A server's traffic over time, in bytes; of one account if that is named. Spec 9. */
export const getServerFlow = (serverId: number, times: FlowWindow & { accountId?: number }) =>
  queryOptions({
    queryKey: ['getServerFlow', serverId, times],
    queryFn: () =>
      answer(
        api.GET('/api/admin/flow/{serverId}', {
          params: { path: { serverId }, query: { ...times, time: [times.time].flat() } },
        }),
      ),
    staleTime: CHART_LIFETIME_MS,
  })

/** Which accounts a server's traffic in a window belongs to, in bytes. */
export const listServerFlowByUser = (serverId: number, window: FlowWindow) =>
  queryOptions({
    queryKey: ['listServerFlowByUser', serverId, window],
    queryFn: () =>
      answer(
        api.GET('/api/admin/flow/{serverId}/user', {
          params: { path: { serverId }, query: { ...window, time: [window.time].flat() } },
        }),
      ),
    staleTime: CHART_LIFETIME_MS,
  })

/** A server's traffic in the last hour, in slots of five minutes. */
export const getServerLastHour = (serverId: number) =>
  queryOptions({
    queryKey: ['getServerLastHour', serverId],
    queryFn: () =>
      answer(api.GET('/api/admin/flow/{serverId}/lastHour', { params: { path: { serverId } } })),
    staleTime: CHART_LIFETIME_MS,
  })

/** What an account has used in its cycle, in charged bytes; one number in a list. Spec 9. */
export const getAccountFlow = (serverId: number, accountId: number) =>
  queryOptions({
    queryKey: ['getAccountFlow', serverId, accountId],
    queryFn: () =>
      answer(
        api.GET('/api/admin/flow/{serverId}/{accountId}', {
          params: { path: { serverId, accountId } },
        }),
      ),
    staleTime: SERVER_PORT_LIFETIME_MS,
  })

/** When an account was last used on a server, ms; 0 for never. Spec 9. */
export const getAccountLastConnect = (serverId: number, accountId: number) =>
  queryOptions({
    queryKey: ['getAccountLastConnect', serverId, accountId],
    queryFn: () =>
      answer(
        api.GET('/api/admin/flow/{serverId}/{accountId}/lastConnect', {
          params: { path: { serverId, accountId } },
        }),
      ),
    staleTime: SERVER_PORT_LIFETIME_MS,
  })

/** When an account was last used on any server, ms; 0 for never. */
export const getAccountLastConnectAnywhere = (accountId: number) =>
  queryOptions({
    queryKey: ['getAccountLastConnectAnywhere', accountId],
    queryFn: () =>
      answer(
        api.GET('/api/admin/user/{accountId}/lastConnect', { params: { path: { accountId } } }),
      ),
    staleTime: SERVER_PORT_LIFETIME_MS,
  })

/** On which servers an account's traffic in a window was, in bytes. */
export const listAccountFlowByServer = (accountId: number, window: FlowWindow) =>
  queryOptions({
    queryKey: ['listAccountFlowByServer', accountId, window],
    queryFn: () =>
      answer(
        api.GET('/api/admin/flow/account/{accountId}', {
          params: { path: { accountId }, query: { ...window, time: [window.time].flat() } },
        }),
      ),
    staleTime: CHART_LIFETIME_MS,
  })

/** Who has used the most since midnight of a zone, in bytes. */
export const listTopFlow = (tz: string, number = 5) =>
  queryOptions({
    queryKey: ['listTopFlow', tz, number],
    queryFn: () => answer(api.GET('/api/admin/flow/top', { params: { query: { tz, number } } })),
    refetchInterval: INDEX_POLL_MS,
  })

/** What one of the caller's accounts has used in its cycle; one number of bytes in a list. */
export const getMyFlow = (serverId: number, accountId: number) =>
  queryOptions({
    queryKey: ['getMyFlow', serverId, accountId],
    queryFn: () =>
      answer(
        api.GET('/api/user/flow/{serverId}/{accountId}', {
          params: { path: { serverId, accountId } },
        }),
      ),
    staleTime: SERVER_PORT_LIFETIME_MS,
  })

/** When one of the caller's accounts was last used on a server, ms; 0 for never. */
export const getMyLastConnect = (serverId: number, accountId: number) =>
  queryOptions({
    queryKey: ['getMyLastConnect', serverId, accountId],
    queryFn: () =>
      answer(
        api.GET('/api/user/flow/{serverId}/{accountId}/lastConnect', {
          params: { path: { serverId, accountId } },
        }),
      ),
    staleTime: SERVER_PORT_LIFETIME_MS,
  })

/** The traffic of one of the caller's accounts on a server over time, in bytes. */
export const getMyFlowChart = (
  serverId: number,
  accountId: number,
  window: FlowWindow,
  { raw = false }: { raw?: boolean } = {},
) =>
  queryOptions({
    queryKey: ['getMyFlowChart', serverId, accountId, window, raw],
    queryFn: () =>
      answer(
        api.GET('/api/user/flow/{serverId}/{accountId}/chart', {
          params: {
            path: { serverId, accountId },
            query: { ...window, time: [window.time].flat(), ...(raw && { raw: '1' as const }) },
          },
        }),
      ),
    staleTime: CHART_LIFETIME_MS,
  })

/** What all of the caller's accounts used today, this week and this month, in charged bytes. */
export const getMyUsage = (tz: string) =>
  queryOptions({
    queryKey: ['getMyUsage', tz],
    queryFn: () => answer(api.GET('/api/user/usage', { params: { query: { tz } } })),
  })
