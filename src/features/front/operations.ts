import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'

/** What the operator shows to whoever has not signed up. */
export const getFrontPage = () =>
  queryOptions({
    queryKey: ['getFrontPage'],
    queryFn: () => answer(api.GET('/api/home/front')),
  })
