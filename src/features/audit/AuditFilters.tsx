import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ChipSelect } from '#ui/ChipSelect.tsx'
import { listAdmins } from './operations.ts'
import type { AuditPeriod, AuditSearch } from './search.ts'
import { SUBJECT_NAMES } from './subjects.ts'
import { DONE } from './words.ts'

const DaysSheet = lazy(() => import('./DaysSheet.tsx'))

type Props = {
  search: AuditSearch
  onChange: (change: Partial<AuditSearch>) => void
}

/** What limits the audit log: who, what kind of thing, which action, when. */
export function AuditFilters({ search, onChange }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const admins = useQuery(listAdmins)
  const [choosing, setChoosing] = useState(false)
  const { actorId, subject, action, period, start, end } = search
  const subjects = Object.entries(SUBJECT_NAMES).map(([value, name]) => ({
    value,
    label: i18n._(name),
  }))
  const people = (admins.data ?? []).map(({ id, username }) => ({
    value: `${id}`,
    label: username,
  }))
  // Some calls do the same, and are one action.
  const calls = Map.groupBy(Object.entries(DONE), ([, name]) => i18n._(name))
  const actions = [...calls]
    .map(([label, done]) => ({ value: done.map(([id]) => id).join('.'), label }))
    .toSorted((a, b) => a.label.localeCompare(b.label, i18n.locale))
  const [from, until] = [start ?? '…', end ?? '…']
  const days = from === until ? from : t`${from} to ${until}`
  const periods: { value: AuditPeriod | 'days'; label: string }[] = [
    { value: 'today', label: t`Today` },
    { value: 'yesterday', label: t`Yesterday` },
    { value: 'week', label: t`Last 7 days` },
    { value: 'month', label: t`Last 30 days` },
    { value: 'days', label: t`Choose days…` },
  ]
  return (
    <div className={styles.chips}>
      <ChipSelect
        label={t`Person`}
        value={actorId === undefined ? '' : `${actorId}`}
        choices={people}
        onChange={(id) => onChange({ actorId: id === '' ? undefined : Number(id) })}
      />
      <ChipSelect
        label={t`Kind`}
        value={subject ?? ''}
        choices={subjects}
        // One thing of another kind is another thing.
        onChange={(kind) => onChange({ subject: kind || undefined, subjectId: undefined })}
      />
      <ChipSelect
        label={t`Action`}
        value={action ?? ''}
        choices={actions}
        onChange={(next) => onChange({ action: next || undefined })}
      />
      <ChipSelect
        label={t`Day`}
        value={period ?? (start || end ? 'days' : '')}
        chosen={period ? undefined : days}
        choices={periods}
        onChange={(next) => {
          if (next === 'days') setChoosing(true)
          else onChange({ period: next || undefined, start: undefined, end: undefined })
        }}
      />
      {choosing && (
        <Suspense>
          <DaysSheet
            start={start ?? ''}
            end={end ?? ''}
            onApply={(chosen) => {
              setChoosing(false)
              onChange({ ...chosen, period: undefined })
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

const useStyles = makeStyles({
  chips: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
})
