import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import { INDEX_POLL } from '#rules/timing.ts'

/** The latest message of each user, newest first. */
export const listConversations = () =>
  queryOptions({
    queryKey: ['listConversations'],
    queryFn: () => answer(api.GET('/api/admin/messages')),
    refetchInterval: INDEX_POLL,
  })
