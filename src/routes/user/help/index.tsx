import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ArticleList } from '#features/articles/ArticleList.tsx'
import { ArticleRow } from '#features/articles/ArticleRow.tsx'
import { ArticleTools } from '#features/articles/ArticleTools.tsx'
import { useNeeds } from '#api/may.ts'
import { listArticles } from '#features/articles/operations.ts'
import { type ArticleSearch, readArticleSearch } from '#features/articles/search.ts'
import { languageNow } from '#locales/activate.ts'
import { type Change, strictly } from '#rules/search.ts'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/user/help/')({
  validateSearch: strictly(readArticleSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    // Not waited for: the search field must not make way for a skeleton while it is typed in.
    void context.queryClient.prefetchInfiniteQuery(
      listArticles({ ...deps, language: languageNow() }),
    )
  },
  component: HelpScreen,
})

function HelpScreen() {
  const { t } = useLingui()
  useNeeds('listArticles')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useInfiniteQuery(listArticles({ ...search, language: languageNow() }))
  const show = useCallback(
    (change: Change<ArticleSearch>) => void navigate({ search: change, replace: true }),
    [navigate],
  )
  const isNarrowed = search.search !== undefined || search.category !== undefined
  return (
    <Page title={t`Help`} back="/user/settings" asOf={list.dataUpdatedAt}>
      <ArticleTools search={search} onChange={show} language={languageNow()} />
      <ArticleList list={list} onShowAll={isNarrowed ? () => show(() => ({})) : undefined}>
        {(article) => <ArticleRow article={article} to="/user/help/$articleId" />}
      </ArticleList>
    </Page>
  )
}
