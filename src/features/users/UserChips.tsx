import { Button, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { FilterChip } from '#ui/FilterChip.tsx'
import { DEFAULT_USERS, isEveryUser, type UserView } from './filter.ts'
import { USER_SORT_NAMES, USER_TYPE_NAMES } from './names.ts'

type Props = {
  view: UserView
  groups: readonly { id: number; name: string }[]
  onChange: (view: UserView) => void
  onOpen: () => void
}

/** The active filters and order of the list of people; nothing while it is the default. */
export function UserChips({ view, groups, onChange, onOpen }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  if (isEveryUser(view)) return null
  const { sort, type, group } = view
  const groupName = groups.find(({ id }) => id === group)?.name ?? `#${group}`
  const chip = (label: string, cleared: Partial<UserView>) => (
    <FilterChip label={label} onClick={onOpen} onClear={() => onChange({ ...view, ...cleared })} />
  )
  return (
    <div className={styles.chips} role="group" aria-label={t`Active filters`}>
      {sort !== DEFAULT_USERS.sort &&
        chip(i18n._(USER_SORT_NAMES[sort]), { sort: DEFAULT_USERS.sort })}
      {type !== 'any' && chip(i18n._(USER_TYPE_NAMES[type]), { type: 'any' })}
      {group >= 0 && chip(t`Group: ${groupName}`, { group: -1 })}
      <Button appearance="transparent" size="small" onClick={() => onChange(DEFAULT_USERS)}>
        <Trans>Clear all</Trans>
      </Button>
    </div>
  )
}

const useStyles = makeStyles({
  chips: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
})
