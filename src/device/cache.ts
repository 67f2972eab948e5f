import type { OperationId } from '#contract'
import {
  experimental_createQueryPersister,
  type PersistedQuery,
} from '@tanstack/query-persist-client-core'
import type { QueryClient } from '@tanstack/react-query'
import { clear, createStore, del, entries, get, set } from 'idb-keyval'
import { makeQueryClient } from '#api/query-client.ts'

/** What may stay on a device that others might pick up: enough to connect and to look things up. */
const KEPT: readonly OperationId[] = [
  'listMyAccounts',
  'listMyServers',
  'listMyNotices',
  'listMyOrders',
  'getMyFlow',
  'getMySubscription',
  'listAccounts',
  'getAccount',
  'listServers',
  'getServer',
  'listUsers',
]

const WEEK = 604_800_000
// Raised whenever answers change their shape; what older releases kept is then dropped.
const SHAPES = '1'

let store: ReturnType<typeof createStore> | undefined
// Opened on first use: a browser that refuses IndexedDB must still start.
const shelf = () => (store ??= createStore('sluice-answers', 'answers'))

const persister = experimental_createQueryPersister<PersistedQuery>({
  storage: {
    getItem: (key) => get<PersistedQuery>(key, shelf()).catch(() => undefined),
    setItem: (key, value) => set(key, value, shelf()).catch(() => undefined),
    removeItem: (key) => del(key, shelf()).catch(() => undefined),
    entries: () => entries<string, PersistedQuery>(shelf()).catch(() => []),
  },
  // The database keeps structures as they are; text would only cost time.
  serialize: (query) => query,
  deserialize: (query) => query,
  maxAge: WEEK,
  buster: SHAPES,
  // What was kept may have been changed since, also by this device: always ask behind it.
  refetchOnRestore: 'always',
  prefix: 'answer',
  filters: { predicate: ({ queryKey }) => KEPT.includes(queryKey[0] as OperationId) },
})

let queryClient: QueryClient | undefined

/** The cache of answers, with what this device kept of them; made when first needed. */
export function answersOf(onLoggedOut: () => void): QueryClient {
  queryClient ??= makeQueryClient({ onLoggedOut, persister: persister.persisterFn })
  return queryClient
}

/** Drops every answer, in memory and on the device. */
export async function dropAnswers(): Promise<void> {
  queryClient?.clear()
  await clear(shelf()).catch(() => undefined)
}
