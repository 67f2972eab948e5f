import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { OperationId } from '#contract'

/** When the oldest answer on screen to these operations was given, in ms since 1970. */
export function useAsOf(shown: readonly OperationId[]): number | undefined {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => {
      const times = cache
        .findAll({ type: 'active', predicate: ({ queryKey }) => shown.includes(queryKey[0]) })
        .map(({ state }) => state.dataUpdatedAt)
        .filter((time) => time > 0)
      return times.length > 0 ? Math.min(...times) : undefined
    },
  )
}
