import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Checkmark16Filled } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { type PointerEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { DESKTOP } from './desktop.ts'

type Props = {
  /** What it selects, for screen readers. */
  label: string
  /** Rows are being chosen: the whole row chooses, and its link leads nowhere. */
  active: boolean
  selected: boolean
  /** Left out for rows that cannot be chosen; their space stays empty. */
  onToggle?: (reach: boolean) => void
  /** Begins choosing with this row, by holding it down. */
  onStart?: () => void
  children: ReactNode
}

const LONG_PRESS_MS = 500
/** How far a finger may move and still hold, px. */
const MAX_DRIFT_PX = 10

/** A row with a box to choose it by: always on large screens, on phones while choosing. */
export function SelectableRow(props: Props) {
  const { label, active, selected, onToggle, onStart, children } = props
  const styles = useStyles()
  const held = useRef<{ x: number; y: number; timer: number } | null>(null)
  // By its label: the element may become that of another row before the finger is lifted.
  const began = useRef<string>(undefined)
  const content = useRef<HTMLDivElement>(null)
  const description = useRef<HTMLSpanElement>(null)
  const describedBy = useId()
  // While rows are chosen their content is out of reach, also for screen readers: the box says it.
  useLayoutEffect(() => {
    if (active && content.current && description.current)
      description.current.textContent = textOf(content.current)
  })

  const release = () => {
    if (held.current) clearTimeout(held.current.timer)
    held.current = null
  }
  const press = ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
    began.current = undefined
    if (pointerType === 'mouse' || active || !onStart) return
    const timer = window.setTimeout(() => {
      began.current = label
      held.current = null
      onStart()
    }, LONG_PRESS_MS)
    held.current = { x, y, timer }
  }
  const move = ({ clientX, clientY }: PointerEvent) => {
    const from = held.current
    if (from && Math.hypot(clientX - from.x, clientY - from.y) > MAX_DRIFT_PX) release()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a short cut; the box does the same
    <div
      className={mergeClasses(styles.row, selected && styles.selected)}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
      onContextMenu={(event) => {
        if (held.current || began.current === label) event.preventDefault()
      }}
      onClickCapture={(event) => {
        // The finger that held the row is lifted; that is no tap.
        if (began.current !== label) return
        began.current = undefined
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <div ref={content} className={styles.content} inert={active}>
        {children}
      </div>
      {/* After the link, which is the row's stop for the keyboard while nothing is chosen. */}
      {onToggle ? (
        <button
          type="button"
          role="checkbox"
          aria-checked={selected}
          aria-label={label}
          aria-describedby={active ? describedBy : undefined}
          tabIndex={active ? undefined : -1}
          className={mergeClasses(styles.box, active && styles.everywhere)}
          onClick={(event) => onToggle(event.shiftKey)}
        >
          <span className={mergeClasses(styles.square, selected && styles.checked)}>
            {selected && <Checkmark16Filled />}
          </span>
        </button>
      ) : (
        <span className={mergeClasses(styles.box, active && styles.gap)} />
      )}
      {active && onToggle && <span ref={description} id={describedBy} hidden />}
    </div>
  )
}

/** What is written in an element, its parts with commas between them. */
function textOf(element: HTMLElement): string {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, {
    // What is not heard in the row, such as the short form of what is written out beside it.
    acceptNode: (node) =>
      node instanceof Element && node.getAttribute('aria-hidden') === 'true'
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
  })
  const parts: string[] = []
  while (texts.nextNode()) {
    const { currentNode: node } = texts
    if (node instanceof Text) parts.push(node.data.trim())
  }
  // The name of a column stands before its value.
  return parts
    .filter((part) => part !== '')
    .join(', ')
    .replaceAll(':, ', ': ')
}

type HeaderProps = {
  /** Every row that is loaded is chosen, or some of them. */
  selected: boolean
  partly: boolean
  onToggle: (wanted: boolean) => void
  children: ReactNode
}

/** The names of columns above the columns of selectable rows, and a box for all rows loaded. */
export function SelectableHeader({ selected, partly, onToggle, children }: HeaderProps) {
  const styles = useStyles()
  const { t } = useLingui()
  const name = t`Select everything loaded`
  return (
    <div className={styles.row}>
      <div className={styles.content}>{children}</div>
      <button
        type="button"
        role="checkbox"
        aria-checked={selected ? true : partly ? 'mixed' : false}
        aria-label={name}
        title={name}
        className={styles.box}
        onClick={() => onToggle(!selected)}
      >
        <span className={mergeClasses(styles.square, partly && styles.checked)}>
          {selected ? <Checkmark16Filled /> : partly && <span className={styles.dash} />}
        </span>
      </button>
    </div>
  )
}

const useStyles = makeStyles({
  row: { position: 'relative', display: 'flex', minWidth: 0, touchAction: 'pan-y' },
  selected: { backgroundColor: tokens.colorNeutralBackground1Selected },
  content: {
    display: 'flex',
    flexGrow: 1,
    minWidth: 0,
    // A held link would open the browser's own menu.
    WebkitTouchCallout: 'none',
    '& > *': { flexGrow: 1, minWidth: 0 },
  },
  box: {
    order: -1,
    display: 'none',
    flexShrink: 0,
    alignItems: 'center',
    justifyContent: 'center',
    width: '44px',
    margin: 0,
    padding: 0,
    border: 'none',
    backgroundColor: 'transparent',
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    [DESKTOP]: { display: 'flex' },
  },
  everywhere: {
    display: 'flex',
    '::after': { content: '""', position: 'absolute', inset: 0 },
  },
  gap: { display: 'flex' },
  square: {
    display: 'grid',
    placeItems: 'center',
    width: '18px',
    height: '18px',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    color: tokens.colorNeutralForegroundOnBrand,
  },
  dash: { width: '8px', height: '2px', backgroundColor: 'currentcolor' },
  checked: {
    backgroundColor: tokens.colorBrandBackground,
    border: `1px solid ${tokens.colorBrandBackground}`,
    forcedColorAdjust: 'none',
  },
})
