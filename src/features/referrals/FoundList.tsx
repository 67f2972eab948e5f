import { mergeClasses } from '@fluentui/react-components'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback } from 'react'
import type { ApiError } from '#api/client.ts'
import { explainLoad } from '#api/refusals.ts'
import { InfiniteList } from '#ui/InfiniteList.tsx'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { Loading } from '#ui/Loading.tsx'
import { useRowStyles } from './rowStyles.ts'

type Props<Page, Item> = {
  label: string
  list: UseInfiniteQueryResult<InfiniteData<Page>, ApiError>
  rowsOf: (page: Page) => readonly Item[]
  /** Said where nothing is found. */
  empty: ReactNode
  header: ReactNode
  children: (item: Item) => ReactNode
}

/** What a search through codes or referrals found, page after page. */
export function FoundList<Page extends { total: number }, Item extends { id: number }>(
  props: Props<Page, Item>,
) {
  const { label, list, rowsOf, empty, header, children } = props
  const styles = useRowStyles()
  const { i18n } = useLingui()
  const { data, error, refetch, fetchNextPage } = list
  const retry = useCallback(() => void refetch({ cancelRefetch: false }), [refetch])
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  if (!data)
    return error ? (
      <LoadFailed onRetry={retry}>{i18n._(explainLoad(error))}</LoadFailed>
    ) : (
      <Loading shape="rows" count={12} />
    )
  // A row that moved between two loads would come twice.
  const rows = [...new Map(data.pages.flatMap(rowsOf).map((row) => [row.id, row])).values()]
  if (rows.length === 0) return empty
  return (
    <div className={mergeClasses(styles.list, list.isPlaceholderData && styles.stale)}>
      <InfiniteList
        label={label}
        items={rows}
        total={data.pages.at(-1)?.total ?? rows.length}
        keyOf={({ id }) => String(id)}
        header={header}
        more={{
          has: list.hasNextPage,
          loading: list.isFetchingNextPage,
          failed: list.isFetchNextPageError && error && i18n._(explainLoad(error)),
          load: loadMore,
        }}
      >
        {children}
      </InfiniteList>
    </div>
  )
}
