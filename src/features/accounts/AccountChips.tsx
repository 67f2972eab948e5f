import { Button, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import type { Change } from '#rules/search.ts'
import { ChipSelect } from '#ui/ChipSelect.tsx'
import { DESKTOP } from '#ui/desktop.ts'
import { FilterChip } from '#ui/FilterChip.tsx'
import { type AccountView, DEFAULT_VIEW, isDefault, KINDS } from './filter.ts'
import { LimitChips } from './LimitChips.tsx'
import { HIDDEN_NAMES, KIND_NAMES, OWNER_NAMES, SORT_NAMES, STATE_NAMES } from './names.ts'
import { useLimitWords } from './useLimitWords.ts'

type Props = {
  view: AccountView
  plans: readonly Schema<'Plan'>[]
  servers: readonly Schema<'Server'>[]
  /** Whether the server supports the filters that older ones ignore. */
  hasLimits: boolean
  onChange: (change: Change<AccountView>) => void
  onOpen: () => void
}

const ANY_STATE = { kinds: KINDS, state: undefined, usedOver: undefined }

/** What can limit the list, each at hand, and what limits and orders it now. */
export default function AccountChips(props: Props) {
  const { view, plans, servers, hasLimits, onChange, onOpen } = props
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const words = useLimitWords()
  const { sort, kinds, owner, plan, server, state, usedOver } = view
  const chip = (label: string, cleared: (before: AccountView) => Partial<AccountView>) => (
    <FilterChip
      key={label}
      label={label}
      onClick={onOpen}
      onClear={() => onChange((before) => ({ ...before, ...cleared(before) }))}
    />
  )
  const [only] = kinds
  const hidden = KINDS.filter((kind) => !kinds.includes(kind))
  const stateShown = state ?? (usedOver === 100 ? 'over' : kinds.length === 1 && only ? only : '')
  const states = [
    ...KINDS.map((value) => ({ value, label: i18n._(KIND_NAMES[value]) })),
    ...(hasLimits
      ? (['over', 'banned', 'waiting', 'lapsed'] as const).map((value) => ({
          value,
          label: i18n._(STATE_NAMES[value]),
        }))
      : []),
  ]
  const planName = plans.find(({ id }) => id === plan)?.name ?? `#${plan}`
  const serverName = servers.find(({ id }) => id === server)?.name ?? `#${server}`
  return (
    <div className={styles.chips} role="group" aria-label={t`Filters`}>
      <ChipSelect
        label={t`State`}
        value={stateShown}
        choices={states}
        onChange={(chosen) =>
          onChange((before) => ({
            ...before,
            ...ANY_STATE,
            ...(chosen === 'banned' || chosen === 'waiting' || chosen === 'lapsed'
              ? { state: chosen }
              : chosen === 'over'
                ? { usedOver: 100 }
                : chosen !== '' && { kinds: [chosen] }),
          }))
        }
      />
      <ChipSelect
        label={t`Plan`}
        value={plan === 0 ? '' : String(plan)}
        chosen={plan === 0 ? undefined : words.plan(planName)}
        choices={named(
          plans.filter(({ baseId }) => baseId === 0),
          plan,
        )}
        onChange={(id) => onChange((before) => ({ ...before, plan: Number(id) }))}
      />
      {hasLimits && (
        <>
          <ChipSelect
            label={t`Server`}
            value={server === undefined ? '' : String(server)}
            chosen={server === undefined ? undefined : words.server(serverName)}
            choices={named(servers, server)}
            onChange={(id) =>
              onChange((before) => ({ ...before, server: id === '' ? undefined : Number(id) }))
            }
          />
          <LimitChips view={view} onChange={onChange} />
        </>
      )}
      {sort !== DEFAULT_VIEW.sort && (
        // On large screens the column says so.
        <span className={styles.sort}>
          {chip(i18n._(SORT_NAMES[sort]), () => ({ sort: DEFAULT_VIEW.sort }))}
        </span>
      )}
      {kinds.length !== 1 &&
        hidden.map((kind) =>
          chip(i18n._(HIDDEN_NAMES[kind]), (before) => ({
            kinds: KINDS.filter((one) => one === kind || before.kinds.includes(one)),
          })),
        )}
      {owner !== 'any' && chip(i18n._(OWNER_NAMES[owner]), () => ({ owner: 'any' }))}
      {!isDefault(view) && (
        <Button
          appearance="transparent"
          size="small"
          className={styles.clear}
          onClick={() => onChange(() => DEFAULT_VIEW)}
        >
          <Trans>Clear all</Trans>
        </Button>
      )}
    </div>
  )
}

/** Options by name; a chosen one that is deleted or not loaded yet stays an option. */
function named(things: readonly { id: number; name: string }[], chosen: number | undefined) {
  const choices = things.map(({ id, name }) => ({ value: String(id), label: name }))
  if (!chosen || things.some(({ id }) => id === chosen)) return choices
  return [...choices, { value: String(chosen), label: `#${chosen}` }]
}

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
  clear: { flexShrink: 0 },
  sort: { display: 'inline-flex', flexShrink: 0, [DESKTOP]: { display: 'none' } },
})
