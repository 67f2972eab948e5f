import type { OperationId } from '#contract'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { ApiError } from './client.ts'
import { may } from './may.ts'
import { knownServer, NOT_OFFERED, noteMissing, VIEWING_ONLY } from './serverInfo.ts'
import { outdate } from './outdate.ts'
import { mayBeDone } from './unanswered.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    queryKey: readonly [OperationId, ...unknown[]]
    mutationKey: readonly [OperationId]
    queryMeta: {
      /** What is stored on the device serves only where the server does not answer. */
      fetchedFirst?: boolean
    }
    mutationMeta: {
      /** It answers the job that will do it: who watches that outdates what it changes (`useJob`). */
      isBegun?: boolean
    }
  }
}

type Sent = {
  options: { mutationKey?: readonly [OperationId] }
  meta?: { isBegun?: boolean }
}

const WEEK_MS = 604_800_000

type Options = {
  /** Runs when the server refuses a call because nobody is logged in; `id` is the operation, if known. */
  onLoggedOut?: (id?: OperationId) => void
  /** Stores answers on the device and restores them. */
  persister?: NonNullable<
    ConstructorParameters<typeof QueryClient>[0]
  >['defaultOptions'] extends infer D
    ? D extends { queries?: { persister?: infer P } }
      ? P
      : never
    : never
}

/** The cache of everything the server has answered. */
export function makeQueryClient({ onLoggedOut, persister }: Options = {}): QueryClient {
  const onError = (error: ApiError, id: OperationId | undefined) => {
    if (error.status === 401) onLoggedOut?.(id)
    // Another tab has begun to see what a customer sees: this one is no longer the admin's either.
    if (error.reason === VIEWING_ONLY && knownServer().seen === undefined) onLoggedOut?.()
    // What is known to be missing was not even asked for.
    if (error.reason === NOT_OFFERED && id && may(id)) noteMissing(id)
  }
  const outdateAfter = async ({ options, meta }: Sent) => {
    if (meta?.isBegun) return queryClient.invalidateQueries({ queryKey: ['listJobs'] })
    const [id] = options.mutationKey ?? []
    if (id) await outdate(queryClient, id)
  }
  const queryClient: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // A call made offline fails at once instead of waiting, so no screen can hang on it.
        networkMode: 'always',
        retry: false,
        staleTime: 15_000,
        gcTime: WEEK_MS,
        // Also answers that are still fresh: they may have changed while the server was out of reach.
        refetchOnReconnect: 'always',
        persister,
      },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({ onError: (error, { queryKey }) => onError(error, queryKey[0]) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        onError(error, mutation.options.mutationKey?.[0])
        // It may have been done: what is on screen is refetched, so that it shows.
        if (mayBeDone(error)) void outdateAfter(mutation)
      },
      onSuccess: (_data, _variables, _result, mutation) => outdateAfter(mutation),
    }),
  })
  return queryClient
}
