import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'

/** The offer shown to visitors. */
export const getFrontPage = () =>
  queryOptions({
    queryKey: ['getFrontPage'],
    queryFn: () => answer(api.GET('/api/home/front')),
  })
