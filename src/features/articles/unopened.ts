import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#api/client.ts'
import { languageNow } from '#locales/activate.ts'
import { getArticle, listArticles } from './operations.ts'

/**
 * Opens an article that cannot be had now from the list on this device, which holds the whole of
 * those on its first pages, with the age of the list. Throws `error` where it is not there, and
 * where the server did answer.
 */
export async function openFromList(queryClient: QueryClient, id: number, error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 0) throw error
  const list = listArticles({ language: languageNow() })
  const known = await queryClient.ensureInfiniteQueryData(list).catch(() => undefined)
  const article = known?.pages.flatMap(({ data }) => data).find((one) => one.id === id)
  if (!article) throw error
  const { dataUpdatedAt } = queryClient.getQueryState(list.queryKey) ?? {}
  queryClient.setQueryData(getArticle(id).queryKey, article, { updatedAt: dataUpdatedAt })
}
