import {
  experimental_createQueryPersister,
  type PersistedQuery,
} from '@tanstack/query-persist-client-core'
import { notifyManager, type QueryClient } from '@tanstack/react-query'
import type { OperationId } from '#contract'
import { ApiError } from '#api/client.ts'
import { NOT_OFFERED, onServer } from '#api/serverInfo.ts'
import { may } from '#api/may.ts'
import { makeQueryClient } from '#api/query-client.ts'
import { mayCache } from './cachePolicy.ts'
import { refreshWhenBack } from './reconnect.ts'
import { answers, clearAnswers, tidyAnswers } from './answerStore.ts'
import { MAX_AGE_MS } from './sealedStore.ts'

// Raised whenever answers change their shape; what other releases stored is then dropped.
const SHAPES = '2'
const PREFIX = 'answer'

const persister = experimental_createQueryPersister<PersistedQuery>({
  storage: {
    ...answers,
    setItem: async (name, query) => {
      // An answer that arrives after everything was dropped belongs to a session that is over.
      if (queryClient?.getQueryCache().get(query.queryHash)) await answers.setItem(name, query)
    },
  },
  // The store serializes answers itself: it leaves out what would be too much.
  serialize: (query) => query,
  deserialize: (query) => query,
  maxAge: MAX_AGE_MS,
  buster: SHAPES,
  // The library would refetch what it restores, and leave its failure offline uncaught.
  refetchOnRestore: false,
  prefix: PREFIX,
  filters: { predicate: ({ queryKey }) => mayCache(queryKey[0]) },
})

/**
 * Returns the stored answer first and refetches in the background (stale-while-revalidate): it may
 * have changed since, also by this device. What the server is known to lack is not requested.
 *
 * A refetch that failed is in the query's state, for the screen to show.
 */
const storedFirst: typeof persister.persisterFn = async (queryFn, context, query) => {
  const id = context.queryKey[0]
  if (typeof id === 'string' && !may(id as OperationId)) throw new ApiError(404, NOT_OFFERED)
  if (context.meta?.fetchedFirst) return fetchedFirst(queryFn, context, query)
  let fetched = false
  const fetchFn: typeof queryFn = (options) => {
    fetched = true
    return queryFn(options)
  }
  const data = await persister.persisterFn(fetchFn, context, query)
  // After the library has set the age of the answer.
  if (!fetched) notifyManager.schedule(() => void query.fetch().catch(() => {}))
  return data
}

/** Returns the server's answer, and what is stored only where there is none. */
const fetchedFirst: typeof persister.persisterFn = async (queryFn, context, query) => {
  try {
    const data = await queryFn(context)
    if (mayCache(context.queryKey[0]))
      notifyManager.schedule(() => void persister.persistQuery(query))
    return data
  } catch (failure) {
    if (!isUnanswered(failure)) throw failure
    return persister.persisterFn(
      () => {
        throw failure
      },
      context,
      query,
    )
  }
}

const isUnanswered = (failure: unknown) =>
  failure instanceof ApiError && (failure.status === 0 || failure.status >= 500)

let queryClient: QueryClient | undefined

/** The cache of answers, with those stored on this device; created when first needed. */
export function answersOf(onLoggedOut: (id?: OperationId) => void): QueryClient {
  if (queryClient) return queryClient
  queryClient = makeQueryClient({ onLoggedOut, persister: storedFirst })
  refreshWhenBack(queryClient)
  onServer(fetchWhatIsOffered)
  // Long after the first screen is drawn.
  setTimeout(() => void tidyAnswers(), 20_000)
  return queryClient
}

/** Requests what a screen was refused as not offered, once it is: by other permissions, or another server. */
function fetchWhatIsOffered() {
  void queryClient?.refetchQueries({
    type: 'active',
    predicate: ({ queryKey, state }) =>
      state.error instanceof ApiError && state.error.reason === NOT_OFFERED && may(queryKey[0]),
  })
}

/** Drops every answer, in memory and on the device. */
export async function dropAnswers(): Promise<void> {
  queryClient?.clear()
  await clearAnswers()
}
