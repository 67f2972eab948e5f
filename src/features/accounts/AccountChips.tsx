import { Button, makeStyles } from '@fluentui/react-components'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { FilterChip } from '#ui/FilterChip.tsx'
import { type AccountView, DEFAULT_VIEW, KINDS } from './filter.ts'
import { HIDDEN_NAMES, KIND_NAMES, OWNER_NAMES, SORT_NAMES } from './names.ts'

type Props = {
  view: AccountView
  plans: readonly Schema<'Plan'>[]
  onChange: (view: AccountView) => void
  onOpen: () => void
}

/** Says what limits and orders the list, where it is not as everybody finds it. */
export default function AccountChips({ view, plans, onChange, onOpen }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { sort, kinds, owner, plan, endsWithin, usedOver } = view
  const [only] = kinds
  const onlyKind = only && i18n._(KIND_NAMES[only])
  const planName = plans.find(({ id }) => id === plan)?.name ?? `#${plan}`
  const chip = (label: string, cleared: Partial<AccountView>) => (
    <FilterChip
      key={label}
      label={label}
      onClick={onOpen}
      onClear={() => onChange({ ...view, ...cleared })}
    />
  )
  const hidden = KINDS.filter((kind) => !kinds.includes(kind))
  return (
    <div className={styles.chips} role="group" aria-label={t`Active filters`}>
      {sort !== DEFAULT_VIEW.sort && chip(i18n._(SORT_NAMES[sort]), { sort: DEFAULT_VIEW.sort })}
      {kinds.length === 1
        ? chip(t`Only: ${onlyKind}`, { kinds: KINDS })
        : hidden.map((kind) =>
            chip(i18n._(HIDDEN_NAMES[kind]), {
              kinds: KINDS.filter((one) => one === kind || kinds.includes(one)),
            }),
          )}
      {owner !== 'any' && chip(i18n._(OWNER_NAMES[owner]), { owner: 'any' })}
      {plan !== 0 && chip(t`Plan: ${planName}`, { plan: 0 })}
      {endsWithin !== undefined &&
        chip(
          t`${plural(endsWithin, { one: 'Expires within # day', other: 'Expires within # days' })}`,
          {
            endsWithin: undefined,
          },
        )}
      {usedOver !== undefined && chip(t`Used ${usedOver}% or more`, { usedOver: undefined })}
      <Button appearance="transparent" size="small" onClick={() => onChange(DEFAULT_VIEW)}>
        <Trans>Clear all</Trans>
      </Button>
    </div>
  )
}

const useStyles = makeStyles({
  chips: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
})
