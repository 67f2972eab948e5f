import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import type { OperationId, Schema } from '#contract'

/** What clients of one of the caller's accounts meet, from its first answer's `now` on. */
export const watchMyAccount = (accountId: number, round: number, since?: number) =>
  watchQuery(['watchMyAccount', accountId, round, since], (signal) =>
    answer(
      api.GET('/api/user/account/{accountId}/attempts', {
        params: { path: { accountId }, query: since === undefined ? {} : { since } },
        signal,
      }),
    ),
  )

/** The same of any account, for admins. */
export const watchAccount = (accountId: number, round: number, since?: number) =>
  watchQuery(['watchAccount', accountId, round, since], (signal) =>
    answer(
      api.GET('/api/admin/account/{accountId}/attempts', {
        params: { path: { accountId }, query: since === undefined ? {} : { since } },
        signal,
      }),
    ),
  )

/** Each `round` of watching begins with nothing, and leaves nothing behind. */
const watchQuery = (
  queryKey: [OperationId, ...unknown[]],
  ask: (signal: AbortSignal) => Promise<Schema<'AccountWatch'>>,
) => queryOptions({ queryKey, queryFn: ({ signal }) => ask(signal), staleTime: 0, gcTime: 0 })
