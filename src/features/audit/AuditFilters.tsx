import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChipSelect } from '#ui/ChipSelect.tsx'
import { listAdmins } from './operations.ts'
import type { AuditPeriod, AuditSearch } from './search.ts'
import { SUBJECT_NAMES } from './subjects.ts'

type Props = {
  search: AuditSearch
  onChange: (change: Partial<AuditSearch>) => void
}

/** What limits the audit log: who, what kind of thing, when. */
export function AuditFilters({ search, onChange }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const admins = useQuery(listAdmins)
  const { actorId, subject, period } = search
  const subjects = Object.entries(SUBJECT_NAMES).map(([value, name]) => ({
    value,
    label: i18n._(name),
  }))
  const people = (admins.data ?? []).map(({ id, username }) => ({
    value: `${id}`,
    label: username,
  }))
  const periods: { value: AuditPeriod; label: string }[] = [
    { value: 'today', label: t`Today` },
    { value: 'yesterday', label: t`Yesterday` },
    { value: 'week', label: t`Last 7 days` },
    { value: 'month', label: t`Last 30 days` },
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
        label={t`Day`}
        value={period ?? ''}
        choices={periods}
        onChange={(next) => onChange({ period: next || undefined })}
      />
    </div>
  )
}

const useStyles = makeStyles({
  chips: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
})
