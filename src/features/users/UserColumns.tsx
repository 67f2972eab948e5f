import { mergeClasses } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useListRow } from '#ui/listRow.ts'
import { type Direction, SortHeader } from '#ui/SortHeader.tsx'
import type { UserSort } from './filter.ts'
import { useUserRow } from './rowStyles.ts'

type Props = {
  sort: UserSort
  /** Whether the server sorts by name, which older ones do not. */
  byName: boolean
  onSort: (sort: UserSort) => void
}

/** The names of the columns, for screens wide enough to have columns; some of them sort the list. */
export function UserColumns({ sort, byName, onSort }: Props) {
  const styles = useUserRow()
  const list = useListRow()
  const { t } = useLingui()
  const [sorted, direction] = sort.split('_') as [string, Direction]
  const column = (name: 'name' | 'id' | 'lastLogin', label: string, first?: Direction) => (
    <SortHeader
      label={label}
      direction={sorted === name ? direction : undefined}
      first={first}
      onSort={(next) => onSort(`${name}_${next}`)}
    />
  )
  // The rows say in words what each of their cells is.
  return (
    <div className={mergeClasses(list.row, list.columns, styles.row)}>
      {byName ? column('name', t`User`) : <span aria-hidden>{t`User`}</span>}
      <span aria-hidden>{t`State`}</span>
      <span aria-hidden>{t`Expiry`}</span>
      <span aria-hidden className={styles.roomy}>{t`Plan`}</span>
      <span aria-hidden className={styles.figures}>{t`Total paid`}</span>
      <span className={styles.roomy}>{column('id', t`Signed up`, 'desc')}</span>
      {column('lastLogin', t`Last login`, 'desc')}
    </div>
  )
}
