import { Button, Checkbox, Label, makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { ORDER_FILTER } from '#rules/orderStates.ts'
import type { Change } from '#rules/search.ts'
import { Problem } from '#ui/Problem.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useViewDraft } from '#ui/viewDraft.ts'
import { DEFAULT_ORDERS, isEveryOrder, ORDER_KINDS, ORDER_SORTS, type OrderView } from './filter.ts'
import { orderKindName, ORDER_SORT_NAMES, ORDER_STATE_NAMES } from './names.ts'

type Props = {
  view: OrderView
  /** Groups to choose from; none for who sees the own group only. */
  groups: readonly { id: number; name: string }[]
  /** Whether one list holds every kind; else the kind is chosen above the list. */
  hasKinds?: boolean
  onApply: (change: Change<OrderView>) => void
  onClose: () => void
}

/** Chooses which orders the list shows; the choice is stored on this device. Spec 4. */
export default function OrderFilterSheet({
  view,
  groups,
  hasKinds = true,
  onApply,
  onClose,
}: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { draft, change, alter } = useViewDraft(view)
  const { states, kinds, group, start, end } = draft
  const backwards = start !== '' && end !== '' && end < start
  const nothing = states.length === 0 || kinds.length === 0

  return (
    <Sheet
      title={t`Filter`}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (!nothing && !backwards) onApply(change)
      }}
      actions={
        <>
          <Button
            disabledFocusable={isEveryOrder(draft)}
            onClick={() => alter(() => DEFAULT_ORDERS)}
          >
            <Trans>Reset</Trans>
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={nothing || backwards}>
            <Trans>Show</Trans>
          </Button>
        </>
      }
    >
      {hasKinds && (
        <SelectField
          label={t`Sort by`}
          value={draft.sort ?? 'time_desc'}
          choices={ORDER_SORTS.map((value) => ({ value, label: i18n._(ORDER_SORT_NAMES[value]) }))}
          onChange={(sort) =>
            alter((before) => ({ ...before, sort: sort === 'time_desc' ? undefined : sort }))
          }
        />
      )}
      <fieldset className={styles.kinds} aria-label={t`State`}>
        <Label className={styles.legend} aria-hidden>
          <Trans>State</Trans>
        </Label>
        {ORDER_FILTER.map((state) => (
          <Checkbox
            key={state}
            label={i18n._(ORDER_STATE_NAMES[state])}
            checked={states.includes(state)}
            onChange={(_event, { checked }) =>
              alter((before) => ({
                ...before,
                states: ORDER_FILTER.filter((one) =>
                  one === state ? checked === true : before.states.includes(one),
                ),
              }))
            }
          />
        ))}
      </fieldset>
      {hasKinds && (
        <fieldset className={styles.kinds} aria-label={t`Payment method`}>
          <Label className={styles.legend} aria-hidden>
            <Trans>Payment method</Trans>
          </Label>
          {ORDER_KINDS.map((kind) => (
            <Checkbox
              key={kind}
              label={i18n._(orderKindName(kind))}
              checked={kinds.includes(kind)}
              onChange={(_event, { checked }) =>
                alter((before) => ({
                  ...before,
                  kinds: ORDER_KINDS.filter((one) =>
                    one === kind ? checked === true : before.kinds.includes(one),
                  ),
                }))
              }
            />
          ))}
        </fieldset>
      )}
      {nothing && (
        <Problem intent="warning">
          <Trans>Choose at least one state and one payment method.</Trans>
        </Problem>
      )}
      {groups.length > 0 && (
        <SelectField
          label={t`Group`}
          value={String(group)}
          choices={[
            { value: '-1', label: t`All groups` },
            ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
            // A group that is gone or not loaded yet must not silently change the choice.
            ...(group >= 0 && !groups.some(({ id }) => id === group)
              ? [{ value: String(group), label: `#${group}` }]
              : []),
          ]}
          onChange={(id) => alter((before) => ({ ...before, group: Number(id) }))}
        />
      )}
      <div className={styles.pair}>
        <TextField
          label={t`From`}
          type="date"
          value={start}
          onChange={(day) => alter((before) => ({ ...before, start: day }))}
        />
        <TextField
          label={t`Until`}
          type="date"
          value={end}
          onChange={(day) => alter((before) => ({ ...before, end: day }))}
        />
      </div>
      {backwards && (
        <Problem intent="warning">
          <Trans>The last day is before the first.</Trans>
        </Problem>
      )}
    </Sheet>
  )
}

const useStyles = makeStyles({
  kinds: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))',
    minWidth: 0,
    margin: 0,
    padding: 0,
    border: 'none',
  },
  legend: { gridColumn: '1 / -1' },
  pair: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))',
    gap: '12px',
    '& .fui-Input, & .fui-Input__input': { minWidth: 0, width: '100%' },
  },
})
