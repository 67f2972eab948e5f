import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import type { ApiError } from './client.ts'
import type { OperationId } from '#contract'

/**
 * Asks for what a form is about to edit. A stored answer may be days old, and saving it would take
 * back what others did since: it is waited for the server, as long as that answers at all.
 */
export function fetchToEdit<Answer, Key extends readonly [OperationId, ...unknown[]]>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Answer, ApiError, Answer, Key>,
): Promise<Answer> {
  return queryClient.fetchQuery({ ...query, staleTime: 0, meta: { fetchedFirst: true } })
}
