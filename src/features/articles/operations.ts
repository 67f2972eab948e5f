import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  queryOptions,
} from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import { ASKS_FOR_JOB, jobOf } from '#api/undoable.ts'
import type { Body, Query } from '#contract'
import type { Language } from '#locales/activate.ts'
import { ARTICLE_PAGE_SIZE } from '#rules/paging.ts'

/** The articles the caller may read, page after page. Spec 9: ten a page. */
export const listArticles = (filter: Omit<Query<'listArticles'>, 'p' | 'ps'>) =>
  infiniteQueryOptions({
    queryKey: ['listArticles', filter],
    queryFn: ({ pageParam }) =>
      answer(
        api.GET('/api/article', {
          params: { query: { ...filter, p: pageParam, ps: ARTICLE_PAGE_SIZE } },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ p, pc }) => (p < pc ? p + 1 : undefined),
    placeholderData: keepPreviousData,
  })

/** The guides for setting up devices, in a language: few enough for one answer. */
export const listGuides = (language: Language) =>
  queryOptions({
    queryKey: ['listArticles', 'guides', language],
    queryFn: async () => {
      const query = { guide: true, language, p: 1, ps: 50 }
      return (await answer(api.GET('/api/article', { params: { query } }))).data
    },
    staleTime: 60_000,
  })

/** The categories that contain a text; in a language those alone that have something in it. */
export const listArticleCategories = (q = '', language?: Language) =>
  queryOptions({
    queryKey: ['listArticleCategories', q, language],
    queryFn: () =>
      answer(api.GET('/api/article/categorys', { params: { query: { q, language } } })),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })

/** One article. */
export const getArticle = (articleId: number) =>
  queryOptions({
    queryKey: ['getArticle', articleId],
    queryFn: () => answer(api.GET('/api/article/{articleId}', { params: { path: { articleId } } })),
  })

/** Publishes an article. */
export const createArticle = mutationOptions({
  mutationKey: ['createArticle'],
  mutationFn: (body: Body<'createArticle'>) => answer(api.POST('/api/admin/article', { body })),
})

/** Changes an article and dates it now. */
export const editArticle = mutationOptions({
  mutationKey: ['editArticle'],
  mutationFn: ({ articleId, body }: { articleId: number; body: Body<'editArticle'> }) =>
    answer(api.PUT('/api/admin/article/{articleId}', { params: { path: { articleId } }, body })),
})

/** Deletes an article. Returns the job that undoes it, if any. */
export const deleteArticle = mutationOptions({
  mutationKey: ['deleteArticle'],
  mutationFn: async (articleId: number) => {
    const given = { ...ASKS_FOR_JOB, params: { path: { articleId } } }
    return jobOf(await answer(api.DELETE('/api/admin/article/{articleId}', given)))
  },
})
