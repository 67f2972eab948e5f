import { mergeClasses } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { Columns } from '#ui/Columns.tsx'
import { useListRow } from '#ui/listRow.ts'
import { type Direction, SortHeader } from '#ui/SortHeader.tsx'
import type { UserSort } from './filter.ts'
import { useUserRow } from './rowStyles.ts'

type Props = {
  sort: UserSort
  /** Whether the server sorts by every column, which older ones do not. */
  byAll: boolean
  onSort: (sort: UserSort) => void
}

/** The names of the columns, for screens wide enough to have columns; some of them sort the list. */
export function UserColumns({ sort, byAll, onSort }: Props) {
  const styles = useUserRow()
  const list = useListRow()
  const { t } = useLingui()
  const [sorted, direction] = sort.split('_') as [string, Direction]
  type Name = UserSort extends `${infer Column}_${Direction}` ? Column : never
  const column = (name: Name, label: string, first?: Direction, end?: boolean) =>
    byAll || name === 'id' || name === 'lastLogin' ? (
      <SortHeader
        label={label}
        direction={sorted === name ? direction : undefined}
        first={first}
        end={end}
        onSort={(next) => onSort(`${name}_${next}`)}
      />
    ) : (
      <span aria-hidden className={end ? styles.figures : undefined}>
        {label}
      </span>
    )
  // The rows say in words what each of their cells is.
  return (
    <Columns className={mergeClasses(list.row, list.columns, styles.row)}>
      {column('name', t`User`)}
      {column('state', t`State`, 'desc')}
      {column('expire', t`Expiry`)}
      <span aria-hidden className={styles.roomy}>{t`Plan`}</span>
      {column('paid', t`Total paid`, 'desc', true)}
      <span className={styles.roomy}>{column('id', t`Signed up`, 'desc')}</span>
      {column('lastLogin', t`Last login`, 'desc')}
    </Columns>
  )
}
