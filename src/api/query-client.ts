import type { OperationId } from '#contract'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { ApiError } from './client.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    queryKey: readonly [OperationId, ...unknown[]]
    mutationKey: readonly [OperationId]
    mutationMeta: {
      /** Operations whose cached answers are wrong once this mutation has succeeded. */
      outdates?: readonly OperationId[]
    }
  }
}

const WEEK = 604_800_000

type Options = {
  /** Runs when the server no longer knows who is calling. */
  onLoggedOut?: () => void
  /** Keeps answers on the device and brings them back. */
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
  const onError = (error: ApiError) => {
    if (error.status === 401) onLoggedOut?.()
  }
  const queryClient: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // A call made offline fails at once instead of waiting, so no screen can hang on it.
        networkMode: 'always',
        retry: false,
        staleTime: 15_000,
        gcTime: WEEK,
        // Also what is fresh by the clock: it may have changed while nothing was heard.
        refetchOnReconnect: 'always',
        persister,
      },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError,
      onSuccess: (_data, _variables, _result, mutation) =>
        Promise.all(
          (mutation.meta?.outdates ?? []).map((id) =>
            queryClient.invalidateQueries({ queryKey: [id] }),
          ),
        ),
    }),
  })
  return queryClient
}
