import { keepPreviousData } from '@tanstack/react-query'
import { FAILED_LOAD_RETRY_MS } from '#rules/timing.ts'

type Failing = { state: { status: string; fetchMeta?: { fetchMore?: unknown } | null } }

/** How a list that is numbered in pages loads: the next page after the last, until `maxPage`. */
export const paged = {
  initialPageParam: 1,
  getNextPageParam: ({ maxPage }: { maxPage: number }, _pages: unknown, page: number) =>
    page < maxPage ? page + 1 : undefined,
  // The rows stay while another search or order is on its way.
  placeholderData: keepPreviousData,
  // A load of more rows is tried again by the end of the list instead. Spec 4.
  refetchInterval: ({ state }: Failing) =>
    state.status === 'error' && !state.fetchMeta?.fetchMore && FAILED_LOAD_RETRY_MS,
} as const
