import { makeStyles, mergeClasses } from '@fluentui/react-components'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import { InfiniteList } from './InfiniteList.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import { Loading } from './Loading.tsx'
import { SelectableHeader, SelectableRow } from './SelectableRow.tsx'
import type { Selection } from './selection.ts'

type Props<Page, Item, Failure> = {
  /** What the rows are, for those who cannot see them. */
  label: string
  list: UseInfiniteQueryResult<InfiniteData<Page>, Failure>
  /** The rows of a page, and how many there are in all, loaded or not; where that is known. */
  pageOf: (page: Page) => { rows: readonly Item[]; total: number | undefined }
  keyOf: (row: Item) => string | number
  /** The messages for a failed load. */
  explain: (error: Failure) => MessageDescriptor
  /** Shown where nothing is found. */
  empty: ReactNode
  /** Names of the columns, sticky on large screens. */
  header?: ReactNode
  /** Left out where nothing can be done to many. */
  choice?: {
    selection: Selection
    /** Undefined for a row that cannot be chosen. */
    idOf: (row: Item) => number | undefined
    labelOf: (row: Item) => string
  }
  /** What scrolls the list; the window where it is left out. */
  scroller?: HTMLElement | null | undefined
  /** The row whose screen is open beside the list, by its key. */
  open?: string | number | undefined
  /** How high a row is, px, where that is known: see `InfiniteList`. */
  heightOf?: (row: Item, inColumns: boolean) => number
  /** One row, which holds one link or button. */
  children: (row: Item) => ReactNode
}

/** What a search found, page after page; or that it is on its way, failed, or found nothing. */
export function PagedList<Page, Item, Failure>(props: Props<Page, Item, Failure>) {
  const { label, list, pageOf, keyOf, explain, empty, header, choice, children } = props
  const { scroller, open, heightOf } = props
  const styles = useStyles()
  const { i18n } = useLingui()
  const { data, error, refetch, fetchNextPage } = list
  const retry = useCallback(() => void refetch({ cancelRefetch: false }), [refetch])
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  const pages = data?.pages.map(pageOf) ?? []
  const found = pages.flatMap((page) => page.rows)
  // A row that moved between two loads would come twice.
  const rows = [...new Map(found.map((row) => [keyOf(row), row])).values()]
  const ids = choice ? rows.flatMap((row) => choice.idOf(row) ?? []) : []
  // Looked up when a row is tapped: given to the rows, each page that comes would draw all of them again.
  const loaded = useRef<readonly number[]>(ids)
  useLayoutEffect(() => {
    loaded.current = ids
  })
  if (!data)
    return error ? (
      <LoadFailed onRetry={retry}>{i18n._(explain(error))}</LoadFailed>
    ) : (
      <Loading shape="rows" count={12} />
    )
  if (rows.length === 0) return empty
  return (
    <div className={mergeClasses(styles.list, list.isPlaceholderData && styles.stale)}>
      <InfiniteList
        label={label}
        items={rows}
        total={pages.at(-1)?.total}
        keyOf={(row) => String(keyOf(row))}
        scroller={scroller}
        open={open === undefined ? undefined : String(open)}
        heightOf={heightOf}
        header={
          choice && header ? (
            <SelectableHeader
              selected={ids.length > 0 && ids.every(choice.selection.has)}
              partly={ids.some(choice.selection.has)}
              onToggle={(wanted) => choice.selection.choose(wanted ? ids : [])}
            >
              {header}
            </SelectableHeader>
          ) : (
            header
          )
        }
        more={{
          has: list.hasNextPage,
          loading: list.isFetchingNextPage,
          failed: list.isFetchNextPageError && error && i18n._(explain(error)),
          load: loadMore,
        }}
      >
        {(row) =>
          choice ? (
            <ChoosableRow choice={choice} row={row} loaded={loaded}>
              {children(row)}
            </ChoosableRow>
          ) : (
            children(row)
          )
        }
      </InfiniteList>
    </div>
  )
}

type ChoosableProps<Item> = {
  choice: NonNullable<Props<never, Item, never>['choice']>
  row: Item
  /** All rows in their order, as they are when one is tapped. */
  loaded: RefObject<readonly number[]>
  children: ReactNode
}

function ChoosableRow<Item>({ choice, row, loaded, children }: ChoosableProps<Item>) {
  const { selection, idOf, labelOf } = choice
  const id = idOf(row)
  return (
    <SelectableRow
      label={labelOf(row)}
      active={selection.active}
      selected={id !== undefined && selection.has(id)}
      {...(id !== undefined && {
        onToggle: (reach: boolean) => selection.toggle(id, loaded.current, reach),
        onStart: () => selection.start(id),
      })}
    >
      {children}
    </SelectableRow>
  )
}

const useStyles = makeStyles({
  list: { transitionProperty: 'opacity', transitionDuration: '150ms' },
  stale: { opacity: 0.6 },
})
