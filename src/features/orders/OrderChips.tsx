import { Button, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { listText } from '#rules/formats.ts'
import { ORDER_FILTER } from '#rules/orderStates.ts'
import { FilterChip } from '#ui/FilterChip.tsx'
import { DEFAULT_ORDERS, isEveryOrder, ORDER_KINDS, type OrderView } from './filter.ts'
import { HIDDEN_ORDER_NAMES, ORDER_KIND_NAMES, ORDER_STATE_NAMES } from './names.ts'

type Props = {
  view: OrderView
  groups: readonly { id: number; name: string }[]
  onChange: (view: OrderView) => void
  onOpen: () => void
}

/** The active filters of the list of orders; nothing while it shows all. */
export function OrderChips({ view, groups, onChange, onOpen }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  if (isEveryOrder(view)) return null
  const { states, kinds, group, start, end } = view
  const [onlyState] = states
  const only = onlyState && i18n._(ORDER_STATE_NAMES[onlyState])
  const groupName = groups.find(({ id }) => id === group)?.name ?? `#${group}`
  const kindNames = listText(
    kinds.map((kind) => i18n._(ORDER_KIND_NAMES[kind])),
    i18n.locale,
  )
  const chip = (label: string, cleared: Partial<OrderView>) => (
    <FilterChip
      key={label}
      label={label}
      onClick={onOpen}
      onClear={() => onChange({ ...view, ...cleared })}
    />
  )
  return (
    <div className={styles.chips} role="group" aria-label={t`Active filters`}>
      {states.length === 1
        ? chip(t`Only: ${only}`, { states: ORDER_FILTER })
        : ORDER_FILTER.filter((state) => !states.includes(state)).map((state) =>
            chip(i18n._(HIDDEN_ORDER_NAMES[state]), {
              states: ORDER_FILTER.filter((one) => one === state || states.includes(one)),
            }),
          )}
      {kinds.length < ORDER_KINDS.length && chip(kindNames, { kinds: ORDER_KINDS })}
      {group >= 0 && chip(t`Group: ${groupName}`, { group: -1 })}
      {start !== '' && chip(t`From ${start}`, { start: '' })}
      {end !== '' && chip(t`Until ${end}`, { end: '' })}
      <Button appearance="transparent" size="small" onClick={() => onChange(DEFAULT_ORDERS)}>
        <Trans>Clear all</Trans>
      </Button>
    </div>
  )
}

const useStyles = makeStyles({
  chips: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
})
