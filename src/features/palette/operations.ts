import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'

/** Everything an admin may see that a text is known of, at most five of each kind. */
export const search = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/admin/search', { params: { query: { q } }, signal })),
    // Results are links, so what they lead to should still exist.
    staleTime: 10_000,
    gcTime: 60_000,
  })
