import { Button, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { listText } from '#rules/formats.ts'
import { ORDER_FILTER } from '#rules/orderStates.ts'
import type { Change } from '#rules/search.ts'
import { ChipSelect } from '#ui/ChipSelect.tsx'
import { DESKTOP } from '#ui/desktop.ts'
import { FilterChip } from '#ui/FilterChip.tsx'
import { DEFAULT_ORDERS, isEveryOrder, ORDER_KINDS, type OrderView } from './filter.ts'
import {
  HIDDEN_ORDER_NAMES,
  ONLY_NAMES,
  orderKindName,
  ORDER_SORT_NAMES,
  ORDER_STATE_NAMES,
} from './names.ts'

type Props = {
  view: OrderView
  groups: readonly { id: number; name: string }[]
  /** Whether the list holds orders of every kind. */
  hasKinds: boolean
  onChange: (change: Change<OrderView>) => void
  onOpen: () => void
}

/** What can limit the list of orders, each at hand, and what limits it now. */
export function OrderChips({ view, groups, hasKinds, onChange, onOpen }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { states, kinds, group, start, end, only, sort } = view
  const [onlyState] = states
  const [onlyKind] = kinds
  const groupName = groups.find(({ id }) => id === group)?.name ?? `#${group}`
  const kindNames = listText(
    kinds.map((kind) => i18n._(orderKindName(kind))),
    i18n.locale,
  )
  const chip = (label: string, cleared: (before: OrderView) => Partial<OrderView>) => (
    <FilterChip
      key={label}
      label={label}
      onClick={onOpen}
      onClear={() => onChange((before) => ({ ...before, ...cleared(before) }))}
    />
  )
  return (
    <div className={styles.chips} role="group" aria-label={t`Filters`}>
      <ChipSelect
        label={t`State`}
        value={(states.length === 1 && onlyState) || ''}
        choices={ORDER_FILTER.map((value) => ({ value, label: i18n._(ORDER_STATE_NAMES[value]) }))}
        onChange={(state) =>
          onChange((before) => ({ ...before, states: state ? [state] : ORDER_FILTER }))
        }
      />
      {hasKinds && (
        <ChipSelect
          label={t`Payment method`}
          value={(kinds.length === 1 && onlyKind) || ''}
          choices={ORDER_KINDS.map((value) => ({ value, label: i18n._(orderKindName(value)) }))}
          onChange={(kind) =>
            onChange((before) => ({ ...before, kinds: kind ? [kind] : ORDER_KINDS }))
          }
        />
      )}
      {states.length > 1 &&
        ORDER_FILTER.filter((state) => !states.includes(state)).map((state) =>
          chip(i18n._(HIDDEN_ORDER_NAMES[state]), (before) => ({
            states: ORDER_FILTER.filter((one) => one === state || before.states.includes(one)),
          })),
        )}
      {kinds.length > 1 &&
        kinds.length < ORDER_KINDS.length &&
        chip(kindNames, () => ({ kinds: ORDER_KINDS }))}
      {only && chip(i18n._(ONLY_NAMES[only]), () => ({ only: undefined }))}
      {sort && (
        // On large screens the column says so.
        <span className={styles.sort}>
          {chip(i18n._(ORDER_SORT_NAMES[sort]), () => ({ sort: undefined }))}
        </span>
      )}
      {group >= 0 && chip(t`Group: ${groupName}`, () => ({ group: -1 }))}
      {start !== '' && chip(t`From ${start}`, () => ({ start: '' }))}
      {end !== '' && chip(t`Until ${end}`, () => ({ end: '' }))}
      {!isEveryOrder(view) && (
        <Button
          appearance="transparent"
          size="small"
          className={styles.clear}
          onClick={() => onChange(() => DEFAULT_ORDERS)}
        >
          <Trans>Clear all</Trans>
        </Button>
      )}
    </div>
  )
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
