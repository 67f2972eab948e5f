import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ArrowDown12Regular, ArrowUp12Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'

/** Which way a column is sorted: from the least up, or from the most down. */
export type Direction = 'asc' | 'desc'

type Props = {
  label: string
  /** Left out for a column that does not sort the list now. */
  direction?: Direction
  /** The way it sorts at first. */
  first?: Direction
  /** Above figures, which are right-aligned. */
  end?: boolean
  onSort: (direction: Direction) => void
}

/** The name of a column that sorts the list; pressed again it sorts the other way round. */
export function SortHeader({ label, direction, first = 'asc', end, onSort }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const other = direction === 'asc' ? 'desc' : 'asc'
  const name =
    direction === 'asc'
      ? t`${label}, sorted ascending`
      : direction === 'desc'
        ? t`${label}, sorted descending`
        : t`Sort by: ${label}`
  const Arrow = direction === 'desc' ? ArrowDown12Regular : ArrowUp12Regular
  return (
    <span
      role="columnheader"
      aria-sort={direction && `${direction}ending`}
      className={mergeClasses(styles.column, end && styles.end)}
    >
      <button
        type="button"
        className={mergeClasses(styles.name, direction && styles.sorted, end && styles.end)}
        aria-label={name}
        title={name}
        onClick={() => onSort(direction ? other : first)}
      >
        <span className={styles.label}>{label}</span>
        {direction && <Arrow className={styles.arrow} />}
      </button>
    </span>
  )
}

const useStyles = makeStyles({
  column: { display: 'flex', minWidth: 0 },
  name: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    flexGrow: 1,
    minWidth: 0,
    // Easy to hit, and still aligned with the column below.
    minHeight: '28px',
    margin: 0,
    padding: 0,
    border: 'none',
    backgroundColor: 'transparent',
    color: 'inherit',
    fontFamily: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
  sorted: {
    color: tokens.colorNeutralForeground1,
    // More than what the head of a list says of all that is in it.
    '& > span': { fontWeight: tokens.fontWeightSemibold },
  },
  end: { justifyContent: 'flex-end' },
  label: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  arrow: { flexShrink: 0 },
})
