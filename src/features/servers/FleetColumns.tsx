import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { ArrowSortDown16Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'
import { DESKTOP } from '#ui/desktop.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { LIGHT_NAMES, SORT_NAMES } from './causes.ts'
import { FLEET_COLUMNS } from './fleetGrid.ts'
import { LIGHTS, type ServerSort } from '#rules/lights.ts'

type Props = { sort: ServerSort; onSort: (sort: ServerSort) => void }

/** The names of the overview's columns, which sort it; on phones one field does. */
export function FleetColumns({ sort, onSort }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const column = (order: ServerSort, name: string, side?: 'end') => (
    <button
      type="button"
      className={mergeClasses(styles.column, side && styles.end, sort === order && styles.chosen)}
      aria-pressed={sort === order}
      onClick={() => onSort(order)}
    >
      {name}
      {sort === order && <ArrowSortDown16Regular aria-hidden />}
    </button>
  )
  return (
    <>
      <div className={styles.field}>
        <SelectField<ServerSort>
          label={t`Sort by`}
          value={sort}
          choices={Object.entries(SORT_NAMES).map(([value, label]) => ({
            value: value as ServerSort, // the keys of SORT_NAMES
            label: t(label),
          }))}
          onChange={onSort}
        />
      </div>
      <div className={styles.columns} role="group" aria-label={t`Sort by`}>
        {column('name', t`Server`)}
        {LIGHTS.map((light) => (
          <Fragment key={light}>{column('trouble', t(LIGHT_NAMES[light]))}</Fragment>
        ))}
        {column('load', t`Now, last hour`, 'end')}
        {column('traffic', t`This month`, 'end')}
      </div>
    </>
  )
}

const useStyles = makeStyles({
  field: { padding: '12px 16px', [DESKTOP]: { display: 'none' } },
  columns: {
    display: 'none',
    [DESKTOP]: {
      display: 'grid',
      gridTemplateColumns: FLEET_COLUMNS,
      gap: '16px',
      padding: '6px 16px',
      alignItems: 'center',
      ...typographyStyles.caption1,
      color: tokens.colorNeutralForeground3,
    },
  },
  column: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minHeight: '28px',
    padding: 0,
    border: 'none',
    cursor: 'pointer',
    color: 'inherit',
    font: 'inherit',
    textAlign: 'start',
    backgroundColor: 'transparent',
    ':hover': { color: tokens.colorNeutralForeground1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  end: { justifyContent: 'flex-end' },
  chosen: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
})
