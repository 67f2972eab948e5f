import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { DESKTOP, ROOMY } from './desktop.ts'
import { ListRow } from './ListRow.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import { useMedia } from './media.ts'
import { MoreRows } from './MoreRows.tsx'
import { useOpenRow } from './openRow.ts'
import { useRowsInView } from './rowsInView.ts'

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
  /**
   * How high a row is, px, in columns or in two lines; left out where rows have to be measured.
   * Rows of known height are drawn in one another's elements: they may remember nothing themselves.
   */
  heightOf?: ((item: Item, inColumns: boolean) => number) | undefined
  /** One row, which holds one link or button. */
  children: (item: Item) => ReactNode
}

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
  const { label, items, total, keyOf, header, more, scroller, open, heightOf, children } = props
  const styles = useStyles()
  const { t } = useLingui()
  const list = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const inColumns = useMedia(ROOMY) && !scroller
  const current = Math.min(at, items.length - 1)
  // Indexes are within the number of rows.
  const keyAt = useCallback((index: number) => keyOf(items[index] as Item), [items, keyOf])
  const sizeOf = (index: number) =>
    heightOf ? heightOf(items[index] as Item, inColumns) : inColumns ? 44 : 64
  const { rows, margin, placed, last, hold, press } = useRowsInView({
    count: items.length,
    keyAt,
    sizeOf,
    isKnown: Boolean(heightOf),
    list,
    scroller,
    current,
  })
  useEffect(() => rows.measure(), [rows, inColumns, heightOf])
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
        {placed.map(({ slot, key, index, start, size }) => {
          const item = items[index]
          return (
            item !== undefined && (
              <ListRow
                key={slot}
                item={item}
                id={key}
                index={index}
                start={start - margin}
                height={heightOf && size}
                total={total ?? -1}
                isLast={index === items.length - 1}
                measure={heightOf ? undefined : rows.measureElement}
                onFocus={setAt}
                onHold={hold}
                onPress={press}
                draw={children}
              />
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
  end: { padding: '12px', textAlign: 'center', color: tokens.colorNeutralForeground3 },
})
