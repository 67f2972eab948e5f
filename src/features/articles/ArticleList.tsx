import { Button } from '@fluentui/react-components'
import { Book24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'
import type { ApiError } from '#api/client.ts'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { Empty } from '#ui/Empty.tsx'
import { InfiniteList } from '#ui/InfiniteList.tsx'
import { Loading } from '#ui/Loading.tsx'
import { LoadFailed } from '#ui/LoadFailed.tsx'

type Article = Schema<'Article'>
type Props = {
  list: UseInfiniteQueryResult<InfiniteData<Schema<'ArticlePage'>>, ApiError>
  /** Takes away the search and the category; left out while there are none. */
  onShowAll?: () => void
  /** The button that writes the first; left out for who may not. Spec 6. */
  add?: ReactNode
  children: (article: Article) => ReactNode
}

/** The articles that were found, or why there are none. */
export function ArticleList({ list, onShowAll, add, children }: Props) {
  const { t, i18n } = useLingui()
  const { data, error, refetch, fetchNextPage } = list
  const retry = useCallback(() => void refetch({ cancelRefetch: false }), [refetch])
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  if (!data)
    return error ? (
      <LoadFailed onRetry={retry}>{i18n._(explainLoad(error))}</LoadFailed>
    ) : (
      <Loading shape="rows" />
    )
  // An article saved between two loads would come twice.
  const found = data.pages.flatMap(({ data: page }) => page)
  const articles = [...new Map(found.map((article) => [article.id, article])).values()]
  if (articles.length === 0)
    return onShowAll ? (
      <Empty
        action={
          <Button onClick={onShowAll}>
            <Trans>Show all articles</Trans>
          </Button>
        }
      >
        <Trans>No article matches.</Trans>
      </Empty>
    ) : (
      <Empty icon={<Book24Regular />} action={add}>
        <Trans>Answers to what people often ask will be here.</Trans>
      </Empty>
    )
  return (
    <InfiniteList
      label={t`Articles`}
      items={articles}
      total={data.pages.at(-1)?.count ?? articles.length}
      keyOf={({ id }) => String(id)}
      more={{
        has: list.hasNextPage,
        loading: list.isFetchingNextPage,
        failed: list.isFetchNextPageError && error && i18n._(explainLoad(error)),
        load: loadMore,
      }}
    >
      {children}
    </InfiniteList>
  )
}
