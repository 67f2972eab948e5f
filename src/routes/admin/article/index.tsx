import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ArticleList } from '#features/articles/ArticleList.tsx'
import { ArticleRow } from '#features/articles/ArticleRow.tsx'
import { ArticleTools } from '#features/articles/ArticleTools.tsx'
import { useNeeds } from '#api/may.ts'
import { DeletionToast } from '#features/jobs/DeletionToast.tsx'
import { listArticles } from '#features/articles/operations.ts'
import { type ArticleSearch, readArticleSearch } from '#features/articles/search.ts'
import { languageNames } from '#locales/languageNames.ts'
import { type Change, strictly } from '#rules/search.ts'
import AddButton from '#ui/AddButton.tsx'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/admin/article/')({
  validateSearch: strictly(readArticleSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    // Not waited for: the search field must not make way for a skeleton while it is typed in.
    void context.queryClient.prefetchInfiniteQuery(listArticles(deps))
  },
  component: ArticlesScreen,
})

function ArticlesScreen() {
  const { t } = useLingui()
  useNeeds('listArticles')
  const search = Route.useSearch()
  const { may } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const list = useInfiniteQuery(listArticles(search))
  const readers: Partial<Record<string, string>> = { help: t`Users`, public: t`Everyone` }
  const show = useCallback(
    (change: Change<ArticleSearch>) => void navigate({ search: change, replace: true }),
    [navigate],
  )
  const isNarrowed = search.search !== undefined || search.category !== undefined
  const hasAny = isNarrowed || (list.data?.pages[0]?.count ?? 0) > 0
  const mayAdd = may('createArticle')
  const add = { label: t`Write article`, onClick: () => void navigate({ to: '/admin/addArticle' }) }
  return (
    <Page
      title={t`Articles`}
      actions={hasAny && mayAdd && <AddButton {...add} />}
      asOf={list.dataUpdatedAt}
    >
      {hasAny && <ArticleTools search={search} onChange={show} />}
      <ArticleList
        list={list}
        add={mayAdd && <AddButton {...add} inPage />}
        onShowAll={isNarrowed ? () => show(() => ({})) : undefined}
      >
        {(article) => (
          <ArticleRow
            article={article}
            to="/admin/article/$articleId"
            about={[
              readers[article.position] ?? t`Only admins`,
              article.language && languageNames[article.language],
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        )}
      </ArticleList>
      <DeletionToast />
    </Page>
  )
}
