import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'

/** What is announced to everybody or to the caller's group. */
export const listMyNotices = () =>
  queryOptions({
    queryKey: ['listMyNotices'],
    queryFn: () => answer(api.GET('/api/user/notice')),
    staleTime: 60_000,
  })
