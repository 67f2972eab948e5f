import { Button, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { ChipSelect } from '#ui/ChipSelect.tsx'
import { FilterChip } from '#ui/FilterChip.tsx'
import { DEFAULT_USERS, isEveryUser, type UserView } from './filter.ts'
import { USER_SORT_NAMES, USER_TYPE_NAMES } from './names.ts'

type Props = {
  view: UserView
  groups: readonly { id: number; name: string }[]
  onChange: (view: UserView) => void
  onOpen: () => void
}

/** What can limit the list of people, each at hand, and its order where it is another one. */
export function UserChips({ view, groups, onChange, onOpen }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { sort, type, group } = view
  // A group that was deleted since.
  const isGone = group >= 0 && groups.every(({ id }) => id !== group)
  const known = isGone ? [...groups, { id: group, name: `#${group}` }] : groups
  const groupName = known.find(({ id }) => id === group)?.name
  return (
    <div className={styles.chips} role="group" aria-label={t`Filters`}>
      <ChipSelect
        label={t`Type`}
        value={type === 'any' ? '' : type}
        choices={(['normal', 'admin'] as const).map((value) => ({
          value,
          label: i18n._(USER_TYPE_NAMES[value]),
        }))}
        onChange={(next) => onChange({ ...view, type: next || 'any' })}
      />
      {known.length > 1 && (
        <ChipSelect
          label={t`Group`}
          value={group < 0 ? '' : String(group)}
          chosen={t`Group: ${groupName}`}
          choices={known.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(next) => onChange({ ...view, group: next === '' ? -1 : Number(next) })}
        />
      )}
      {sort !== DEFAULT_USERS.sort && (
        <FilterChip
          label={i18n._(USER_SORT_NAMES[sort])}
          onClick={onOpen}
          onClear={() => onChange({ ...view, sort: DEFAULT_USERS.sort })}
        />
      )}
      {!isEveryUser(view) && (
        <Button appearance="transparent" size="small" onClick={() => onChange(DEFAULT_USERS)}>
          <Trans>Clear all</Trans>
        </Button>
      )}
    </div>
  )
}

const useStyles = makeStyles({
  chips: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
})
