import {
  experimental_createQueryPersister,
  type PersistedQuery,
} from '@tanstack/query-persist-client-core'
import type { QueryClient } from '@tanstack/react-query'
import { makeQueryClient } from '#api/query-client.ts'
import { mayKeep } from './kept.ts'
import { refreshWhenBack } from './reconnect.ts'
import { answers, clearShelf, tidyAnswers, WEEK } from './shelf.ts'

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
  maxAge: WEEK,
  buster: SHAPES,
  // What was kept may have been changed since, also by this device: always ask behind it.
  refetchOnRestore: 'always',
  prefix: PREFIX,
  filters: { predicate: ({ queryKey }) => mayKeep(queryKey[0]) },
})

let queryClient: QueryClient | undefined

/** The cache of answers, with what this device kept of them; made when first needed. */
export function answersOf(onLoggedOut: () => void): QueryClient {
  if (queryClient) return queryClient
  queryClient = makeQueryClient({ onLoggedOut, persister: persister.persisterFn })
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
