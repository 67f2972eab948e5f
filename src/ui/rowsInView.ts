import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
} from '@tanstack/react-virtual'
import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { EMPTY_POOL, place, type RowKey } from './rowPool.ts'

type Parts = {
  count: number
  /** Stays the same while the rows do: each change looks at all of them. */
  keyAt: (index: number) => string
  /** How high a row is, px; a guess where rows are measured. */
  sizeOf: (index: number) => number
  /** Rows have the height that is said, and are drawn in one another's elements. */
  isKnown: boolean
  list: RefObject<HTMLElement | null>
  /** What scrolls the list; the window where there is none. */
  scroller: HTMLElement | null | undefined
  /** The row that holds the focus, which must not vanish from under it. */
  current: number
}

/** How many rows are drawn at once, which a phone shows; the others follow. */
const FIRST_ROWS = 6

/** Which rows of a long list are in view, how far down each is, and the element it is drawn in. */
export function useRowsInView(parts: Parts) {
  // The virtualizer changes in place, which memoising would hide.
  'use no memo'
  const { count, keyAt, sizeOf, isKnown, list, scroller, current } = parts
  const [margin, setMargin] = useState(0)
  const [isFirst, setIsFirst] = useState(true)
  const options = {
    count,
    estimateSize: sizeOf,
    getItemKey: keyAt,
    overscan: 3,
    // Drawn with the list: a second drawing would lay out the page once more.
    initialRect: { width: 0, height: FIRST_ROWS * 64 },
    scrollMargin: margin,
    scrollPaddingStart: 112,
    scrollPaddingEnd: 88,
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

  const inView = rows.getVirtualItems()
  const pool = useRef(EMPTY_POOL)
  const [isPressed, setIsPressed] = useState(false)
  const held = useRef<RowKey>(undefined)
  const placed = place(pool.current, inView, {
    // An element that is moved while it is pressed loses its click.
    isScrolling: (isKnown && rows.isScrolling) || isPressed,
    held: held.current,
    isThere: ({ key, index }) => index < count && keyAt(index) === key,
  })
  useLayoutEffect(() => {
    pool.current = placed
  })
  const hold = useCallback((key: RowKey) => {
    held.current = key
  }, [])
  const press = useCallback(
    (key: RowKey) => {
      hold(key)
      if (!pool.current.flying) return
      setIsPressed(true)
      const end = new AbortController()
      const release = () => {
        end.abort()
        // The click comes after the pointer is up.
        setTimeout(() => setIsPressed(false))
      }
      for (const type of ['pointerup', 'pointercancel'])
        addEventListener(type, release, { signal: end.signal })
    },
    [hold],
  )
  return { rows, margin, placed: placed.rows, last: inView.at(-1)?.index ?? 0, hold, press }
}
