import { Button, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Change } from '#rules/search.ts'
import { ChipSelect } from '#ui/ChipSelect.tsx'
import { DESKTOP } from '#ui/desktop.ts'
import { FilterChip } from '#ui/FilterChip.tsx'
import { LimitChip, SeenChip } from '#ui/LimitChip.tsx'
import { DEFAULT_USERS, isEveryUser, USER_STATES, type UserView } from './filter.ts'
import { USER_SORT_NAMES, USER_STATE_NAMES, USER_TYPE_NAMES } from './names.ts'
import { useLimitWords } from './useLimitWords.ts'

type Named = { id: number; name: string }
type Props = {
  view: UserView
  groups: readonly Named[]
  plans: readonly Named[]
  /** Whether the server knows what limits people by their accounts, which older ones do not. */
  hasLimits: boolean
  onChange: (change: Change<UserView>) => void
  onOpen: () => void
}

/** What can limit the list of people, each at hand, and its order where it is another one. */
export default function UserChips(props: Props) {
  const { view, groups, plans, hasLimits, onChange, onOpen } = props
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const words = useLimitWords()
  const { sort, type, group, state, plan } = view
  const [knownGroups, groupName] = known(groups, group < 0 ? undefined : group)
  const [knownPlans, planName] = known(plans, plan)
  return (
    <div className={styles.chips} role="group" aria-label={t`Filters`}>
      <ChipSelect
        label={t`Type`}
        value={type === 'any' ? '' : type}
        choices={(['normal', 'admin'] as const).map((value) => ({
          value,
          label: i18n._(USER_TYPE_NAMES[value]),
        }))}
        onChange={(next) => onChange((before) => ({ ...before, type: next || 'any' }))}
      />
      {hasLimits && (
        <>
          <ChipSelect
            label={t`State`}
            value={state ?? ''}
            choices={USER_STATES.map((value) => ({
              value,
              label: i18n._(USER_STATE_NAMES[value]),
            }))}
            onChange={(next) => onChange((before) => ({ ...before, state: next || undefined }))}
          />
          <ChipSelect
            label={t`Plan`}
            value={plan === undefined ? '' : String(plan)}
            chosen={words.plan(planName)}
            choices={knownPlans}
            onChange={(id) =>
              onChange((before) => ({ ...before, plan: id === '' ? undefined : Number(id) }))
            }
          />
          <LimitChip
            label={t`Expiry`}
            usual={ENDS}
            value={view.ends}
            words={words.ends}
            onChange={(ends) => onChange((before) => ({ ...before, ends }))}
          />
          <SeenChip
            label={t`Last login`}
            value={view}
            seenWords={words.seen}
            unseenWords={words.unseen}
            onChange={(seen) => onChange((before) => ({ ...before, ...seen }))}
          />
        </>
      )}
      {knownGroups.length > 1 && (
        <ChipSelect
          label={t`Group`}
          value={group < 0 ? '' : String(group)}
          chosen={words.group(groupName)}
          choices={knownGroups}
          onChange={(next) =>
            onChange((before) => ({ ...before, group: next === '' ? -1 : Number(next) }))
          }
        />
      )}
      {sort !== DEFAULT_USERS.sort && (
        // On large screens the column says so.
        <span className={styles.sort}>
          <FilterChip
            label={i18n._(USER_SORT_NAMES[sort])}
            onClick={onOpen}
            onClear={() => onChange((before) => ({ ...before, sort: DEFAULT_USERS.sort }))}
          />
        </span>
      )}
      {!isEveryUser(view) && (
        <Button
          appearance="transparent"
          size="small"
          className={styles.still}
          onClick={() => onChange(() => DEFAULT_USERS)}
        >
          <Trans>Clear all</Trans>
        </Button>
      )}
    </div>
  )
}

/** Options by name, and the name of the chosen one; what was deleted since stays an option. */
function known(things: readonly Named[], chosen: number | undefined) {
  const isGone = chosen !== undefined && things.every(({ id }) => id !== chosen)
  const all = isGone ? [...things, { id: chosen, name: `#${chosen}` }] : things
  const choices = all.map(({ id, name }) => ({ value: String(id), label: name }))
  return [choices, all.find(({ id }) => id === chosen)?.name ?? ''] as const
}

const ENDS = [1, 3, 7, 30]

const useStyles = makeStyles({
  chips: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    '@media (max-width: 599px)': {
      flexWrap: 'nowrap',
      overflowX: 'auto',
      scrollbarWidth: 'none',
      marginInline: '-16px',
      padding: '2px 16px',
    },
  },
  still: { flexShrink: 0 },
  sort: { display: 'inline-flex', flexShrink: 0, [DESKTOP]: { display: 'none' } },
})
