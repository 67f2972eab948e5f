import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { memo, type ReactNode } from 'react'
import { DESKTOP } from './desktop.ts'
import type { RowKey } from './rowPool.ts'

type Props<Item> = {
  item: Item
  id: RowKey
  index: number
  /** How far down it is in the list, px. */
  start: number
  /** Its height, px, where that is known before it is drawn. */
  height: number | undefined
  /** How many there are in all; -1 where they were not counted. */
  total: number
  isLast: boolean
  /** Measures a row whose height is not known. */
  measure: ((row: HTMLElement | null) => void) | undefined
  onFocus: (index: number) => void
  /** The focus is in it. */
  onHold: (id: RowKey) => void
  /** A finger or the mouse is on it. */
  onPress: (id: RowKey) => void
  draw: (item: Item) => ReactNode
}

/** A row at its place in a list; drawn again only where something of it is another. */
export const ListRow = memo((props: Props<unknown>) => {
  const { item, id, index, start, height, total, isLast, measure, onFocus, draw } = props
  const { onHold, onPress } = props
  const styles = useStyles()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- focus comes to the links within
    <li
      ref={measure}
      data-index={index}
      aria-posinset={index + 1}
      aria-setsize={total}
      className={mergeClasses(
        styles.row,
        height !== undefined && styles.known,
        index === 0 && styles.first,
        isLast && styles.last,
      )}
      style={{ transform: `translateY(${start}px)`, height }}
      onFocus={() => {
        onHold(id)
        onFocus(index)
      }}
      onPointerDown={() => onPress(id)}
    >
      {draw(item)}
    </li>
  )
}) as <Item>(
  // memo forgets that the row and what draws it are of one kind.
  props: Props<Item>,
) => ReactNode

/** The list's own, within its border. */
const INNER_RADIUS = `calc(${tokens.borderRadiusXLarge} - 1px)`

const useStyles = makeStyles({
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
  // Nothing in it changes anything outside of it.
  known: { contain: 'strict' },
  // Its background ends where the corners of the list do; on desktops the names of the columns are above.
  first: {
    borderTopLeftRadius: INNER_RADIUS,
    borderTopRightRadius: INNER_RADIUS,
    [DESKTOP]: { borderTopLeftRadius: 0, borderTopRightRadius: 0 },
  },
  last: { borderBottomColor: 'transparent' },
})
