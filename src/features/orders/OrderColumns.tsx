import { mergeClasses } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { Columns } from '#ui/Columns.tsx'
import { useListRow } from '#ui/listRow.ts'
import { type Direction, SortHeader } from '#ui/SortHeader.tsx'
import type { OrderSort } from './filter.ts'
import { useOrderRow } from './rowStyles.ts'

type Column = 'time' | 'amount' | 'state' | 'user'
type Props = {
  sort: OrderSort
  /** Left out where the server has one order only. */
  onSort?: ((sort: OrderSort) => void) | undefined
  narrow: boolean
}

/** The names of the columns, for screens wide enough to have columns; most of them sort the list. */
export function OrderColumns({ sort, onSort, narrow }: Props) {
  const styles = useOrderRow()
  const list = useListRow()
  const { t } = useLingui()
  const [sorted, direction] = sort.split('_') as [Column, Direction]
  // The rows say in words what each of their cells is.
  const column = (name: Column, label: string, end?: boolean) =>
    onSort ? (
      <SortHeader
        label={label}
        direction={sorted === name ? direction : undefined}
        first={name === 'time' || name === 'amount' ? 'desc' : 'asc'}
        end={end}
        onSort={(next) => onSort(`${name}_${next}`)}
      />
    ) : (
      <span aria-hidden>{label}</span>
    )
  return (
    <Columns className={mergeClasses(list.row, list.columns, styles.row, narrow && styles.narrow)}>
      {column('user', t`User`)}
      {column('state', t`State`)}
      {(narrow ? [t`Plan`] : [t`Payment method`, t`Plan`, t`Port`]).map((name) => (
        <span key={name} aria-hidden>
          {name}
        </span>
      ))}
      {column('time', t`Placed at`)}
      <span className={styles.figure}>{column('amount', t`Amount`, true)}</span>
    </Columns>
  )
}
