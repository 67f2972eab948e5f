import {
  experimental_createQueryPersister,
  type PersistedQuery,
} from '@tanstack/query-persist-client-core'
import { notifyManager, type QueryClient } from '@tanstack/react-query'
import type { OperationId } from '#contract'
import { ApiError } from '#api/client.ts'
import { NOT_OFFERED } from '#api/missing.ts'
import { offers } from '#api/offers.ts'
import { makeQueryClient } from '#api/query-client.ts'
import { mayCache } from './cachePolicy.ts'
import { refreshWhenBack } from './reconnect.ts'
import { answers, clearShelf, tidyAnswers, MAX_AGE_MS } from './shelf.ts'

// Raised whenever answers change their shape; what other releases kept is then dropped.
const SHAPES = '2'
const PREFIX = 'answer'

const persister = experimental_createQueryPersister<PersistedQuery>({
  storage: {
    ...answers,
    setItem: async (name, query) => {
      // An answer that came in after everything was dropped is nobody's any more.
      if (queryClient?.getQueryCache().get(query.queryHash)) await answers.setItem(name, query)
    },
  },
  // The shelf turns answers to text itself: it leaves out what would be too much.
  serialize: (query) => query,
  deserialize: (query) => query,
  maxAge: MAX_AGE_MS,
  buster: SHAPES,
  // The library would ask behind what it restores, and let nobody catch what fails offline.
  refetchOnRestore: false,
  prefix: PREFIX,
  filters: { predicate: ({ queryKey }) => mayCache(queryKey[0]) },
})

/**
 * Gives what is kept first, and asks behind it: it may have been changed since, also by this device.
 * What the server is known to lack is not asked for.
 *
 * That nothing could be asked is in the query's state, for the screen to show.
 */
const keptFirst: typeof persister.persisterFn = async (queryFn, context, query) => {
  const id = context.queryKey[0]
  if (typeof id === 'string' && !offers(id as OperationId)) throw new ApiError(404, NOT_OFFERED)
  let asked = false
  const ask: typeof queryFn = (asking) => {
    asked = true
    return queryFn(asking)
  }
  const data = await persister.persisterFn(ask, context, query)
  // After the library has set how old it is.
  if (!asked) notifyManager.schedule(() => void query.fetch().catch(() => {}))
  return data
}

let queryClient: QueryClient | undefined

/** The cache of answers, with what this device kept of them; made when first needed. */
export function answersOf(onLoggedOut: (id?: OperationId) => void): QueryClient {
  if (queryClient) return queryClient
  queryClient = makeQueryClient({ onLoggedOut, persister: keptFirst })
  refreshWhenBack(queryClient)
  // Long after the first screen stands.
  setTimeout(() => void tidyAnswers(), 20_000)
  return queryClient
}

/** Drops every answer, in memory and on the device. */
export async function dropAnswers(): Promise<void> {
  queryClient?.clear()
  await clearShelf()
}
