import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
} from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { LoadFailed } from './LoadFailed.tsx'
import { DESKTOP, ROOMY } from './desktop.ts'
import { useMedia } from './media.ts'
import { MoreRows } from './MoreRows.tsx'
import { useOpenRow } from './openRow.ts'

type Props<Item> = {
  /** What the rows are, for those who cannot see them. */
  label: string
  items: readonly Item[]
  /** How many there are in all, loaded or not; undefined where they were not counted. */
  total: number | undefined
  keyOf: (item: Item) => string
  /** Names of the columns, sticky on large screens. */
  header?: ReactNode
  more: {
    has: boolean
    loading: boolean
    /** Why the next rows did not come. */
    failed?: string | false | null
    load: () => void
  }
  /** What scrolls the list; the window where it is left out. */
  scroller?: HTMLElement | null | undefined
  /** The row whose screen is open beside the list, by its key. It is kept in view. */
  open?: string | undefined
  /** One row, which holds one link or button. */
  children: (item: Item) => ReactNode
}

/** How many rows are drawn at once, which a phone shows; the others follow. */
const FIRST_ROWS = 6
/** How many rows before the end the next ones are requested. */
const ROWS_AHEAD = 12
/** What holds the focus in a row: its first link or button that is not out of use. */
const STOP = ':is(a, button):not([inert] *)'
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
}

/**
 * A long list that loads as it is scrolled and draws only what is in view.
 *
 * For the keyboard it is one stop: arrows, Page Up and Down, Home and End go along the rows.
 */
export function InfiniteList<Item>(props: Props<Item>) {
  // The virtualizer changes in place, which memoising would hide.
  'use no memo'
  const { label, items, total, keyOf, header, more, scroller, open, children } = props
  const styles = useStyles()
  const { t } = useLingui()
  const list = useRef<HTMLUListElement>(null)
  const [margin, setMargin] = useState(0)
  const [at, setAt] = useState(0)
  const [isFirst, setIsFirst] = useState(true)
  const roomy = useMedia(ROOMY)
  const current = Math.min(at, items.length - 1)

  const options = {
    count: items.length,
    estimateSize: () => (roomy && !scroller ? 44 : 64),
    getItemKey: (index: number) => keyOf(items[index] as Item), // the index is within count
    overscan: 3,
    scrollMargin: margin,
    scrollPaddingStart: 112,
    scrollPaddingEnd: 88,
    // The row that holds the focus must not vanish from under it.
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range)
      if (isFirst) return shown.slice(0, FIRST_ROWS)
      return current < 0 || shown.includes(current)
        ? shown
        : [...shown, current].toSorted((a, b) => a - b)
    },
  }
  const inWindow = useWindowVirtualizer<HTMLElement>({ ...options, enabled: !scroller })
  const inPane = useVirtualizer<HTMLElement, HTMLElement>({
    ...options,
    // Nothing sticks to the top of a pane.
    scrollPaddingStart: 8,
    scrollPaddingEnd: 8,
    getScrollElement: () => scroller ?? null,
    enabled: Boolean(scroller),
  })
  const rows = scroller ? inPane : inWindow
  useEffect(() => rows.measure(), [rows, roomy])
  useEffect(() => startTransition(() => setIsFirst(false)), [])
  // Content above may grow at any time. While rows fly by, each would lay out the page once more.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  useLayoutEffect(() => {
    if (rows.isScrolling) return
    const from = scroller
      ? scroller.scrollTop - scroller.getBoundingClientRect().top
      : window.scrollY
    const top = (list.current?.getBoundingClientRect().top ?? 0) + from
    if (Math.abs(top - margin) > 1) setMargin(top)
  })

  const drawn = rows.getVirtualItems()
  const last = drawn.at(-1)?.index ?? 0
  const wanted = more.has && !more.loading && !more.failed && last >= items.length - ROWS_AHEAD
  const { load } = more
  useEffect(() => {
    if (wanted) load()
  }, [wanted, load])

  const focusRow = (index: number) =>
    requestAnimationFrame(() => stopOf(list.current, index)?.focus({ preventScroll: true }))
  useOpenRow({
    at: open === undefined ? -1 : items.findIndex((item) => keyOf(item) === open),
    open,
    scrollToIndex: rows.scrollToIndex,
    onStop: setAt,
    onFollow: (index) => {
      if (list.current?.contains(document.activeElement)) focusRow(index)
    },
  })

  const go = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const end = event.key === 'Home' ? 0 : event.key === 'End' ? items.length - 1 : undefined
    if (step === undefined && end === undefined) return
    event.preventDefault()
    const next = Math.max(0, Math.min(items.length - 1, end ?? current + (step ?? 0)))
    setAt(next)
    rows.scrollToIndex(next)
    focusRow(next)
  }
  // Rows hold links of their own making, so their place in the order of stops is set from here.
  useLayoutEffect(() => {
    for (const row of list.current?.children ?? []) {
      const stop = row.querySelector<HTMLElement>(STOP)
      const tabIndex = Number(row.getAttribute('data-index')) === current ? '0' : '-1'
      if (stop && stop.getAttribute('tabindex') !== tabIndex)
        stop.setAttribute('tabindex', tabIndex)
    }
  })

  return (
    <div className={styles.card}>
      {header && <div className={styles.header}>{header}</div>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys go on to the links within */}
      <ul
        ref={list}
        aria-label={label}
        aria-busy={more.loading}
        className={styles.list}
        style={{ height: rows.getTotalSize() }}
        onKeyDown={go}
      >
        {drawn.map(({ key, index, start }) => {
          const item = items[index]
          return (
            item !== undefined && (
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- as above
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={total ?? -1}
                className={mergeClasses(styles.row, index === items.length - 1 && styles.lastRow)}
                style={{ transform: `translateY(${start - margin}px)` }}
                onFocus={() => setAt(index)}
              >
                <Row item={item} draw={children} />
              </li>
            )
          )
        })}
      </ul>
      {more.loading && <MoreRows label={t`Loading more`} />}
      {more.failed && <LoadFailed onRetry={load}>{more.failed}</LoadFailed>}
      {!more.has && items.length > 30 && (
        <p className={styles.end}>
          <Trans>End of list</Trans>
        </p>
      )}
    </div>
  )
}

type RowProps<Item> = { item: Item; draw: (item: Item) => ReactNode }

/** Scrolling moves rows, and only new ones are to be drawn. */
const Row = memo(({ item, draw }: RowProps<unknown>) => draw(item)) as <Item>(
  // memo forgets that the row and what draws it are of one kind.
  props: RowProps<Item>,
) => ReactNode

function stopOf(list: HTMLElement | null, index: number) {
  return list?.querySelector<HTMLElement>(`[data-index="${index}"] ${STOP}`)
}

const useStyles = makeStyles({
  card: {
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    minWidth: 0,
  },
  header: {
    display: 'none',
    [DESKTOP]: {
      display: 'block',
      position: 'sticky',
      top: '64px',
      zIndex: 2,
      backgroundColor: tokens.colorNeutralBackground1,
      borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
      borderRadius: `${tokens.borderRadiusXLarge} ${tokens.borderRadiusXLarge} 0 0`,
    },
  },
  list: { position: 'relative', width: '100%', margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    position: 'absolute',
    top: 0,
    left: 0,
    width: '100%',
    minHeight: '64px',
    display: 'flex',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    '& > *': { flexGrow: 1, minWidth: 0 },
    [DESKTOP]: { minHeight: '44px' },
  },
  lastRow: { borderBottomColor: 'transparent' },
  end: { padding: '12px', textAlign: 'center', color: tokens.colorNeutralForeground3 },
})
