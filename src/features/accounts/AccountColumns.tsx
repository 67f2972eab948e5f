import { mergeClasses } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { Columns } from '#ui/Columns.tsx'
import { useListRow } from '#ui/listRow.ts'
import { type Direction, SortHeader } from '#ui/SortHeader.tsx'
import type { Sort } from './filter.ts'
import { useRowStyles } from './rowStyles.ts'

/** How a list is sorted, and how that is changed. */
export type Sorting = {
  sort: Sort
  /** Whether the server sorts by every column, which older ones do not. */
  byAll: boolean
  onSort: (sort: Sort) => void
}

type Props = {
  /** Left out where the order is fixed. */
  sorting?: Sorting
}

/** The names of the columns, for screens wide enough to have columns; some of them sort the list. */
export function AccountColumns({ sorting }: Props) {
  const styles = useRowStyles()
  const list = useListRow()
  const { t } = useLingui()
  const [sorted, direction] = (sorting?.sort.split('_') ?? []) as [string?, Direction?]
  // The rows say in words what each of their figures is.
  const plain = (label: string) => <span aria-hidden>{label}</span>
  type Name = Sort extends `${infer Column}_${Direction}` ? Column : never
  const column = (name: Name, label: string, first?: Direction) =>
    sorting && (sorting.byAll || name === 'port' || name === 'expire') ? (
      <SortHeader
        label={label}
        direction={sorted === name ? direction : undefined}
        first={first}
        onSort={(next) => sorting.onSort(`${name}_${next}`)}
      />
    ) : (
      plain(label)
    )
  return (
    <Columns className={mergeClasses(list.row, list.columns, styles.row)}>
      {column('port', t`Port`)}
      {column('user', t`User`)}
      {plain(t`State`)}
      {column('expire', t`Expiry`)}
      <span className={styles.roomy}>{column('plan', t`Plan`)}</span>
      {column('seen', t`Last connected`, 'desc')}
      {column('used', t`Traffic`, 'desc')}
    </Columns>
  )
}
