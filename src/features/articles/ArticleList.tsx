import { Button } from '@fluentui/react-components'
import { Book24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '#api/client.ts'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { Empty } from '#ui/Empty.tsx'
import { PagedList } from '#ui/PagedList.tsx'

type Article = Schema<'Article'>
type Props = {
  list: UseInfiniteQueryResult<InfiniteData<Schema<'ArticlePage'>>, ApiError>
  /** Clears the search and the category; left out while there are none. */
  onShowAll?: () => void
  /** The button to write the first; omitted without the permission. Spec 6. */
  add?: ReactNode
  children: (article: Article) => ReactNode
}

/** The articles that were found, or why there are none. */
export function ArticleList({ list, onShowAll, add, children }: Props) {
  const { t } = useLingui()
  return (
    <PagedList
      label={t`Articles`}
      list={list}
      pageOf={({ data: rows, count: total }) => ({ rows, total })}
      keyOf={({ id }) => id}
      explain={explainLoad}
      empty={<NoArticles onShowAll={onShowAll} add={add} />}
    >
      {children}
    </PagedList>
  )
}

function NoArticles({ onShowAll, add }: Pick<Props, 'onShowAll' | 'add'>) {
  if (onShowAll)
    return (
      <Empty
        action={
          <Button onClick={onShowAll}>
            <Trans>Show all articles</Trans>
          </Button>
        }
      >
        <Trans>No article matches.</Trans>
      </Empty>
    )
  return (
    <Empty icon={<Book24Regular />} action={add}>
      <Trans>Answers to frequent questions appear here.</Trans>
    </Empty>
  )
}
