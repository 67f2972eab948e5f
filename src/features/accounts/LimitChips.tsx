import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ChipSelect } from '#ui/ChipSelect.tsx'
import type { AccountView } from './filter.ts'

type Props = { view: AccountView; onChange: (view: AccountView) => void }

const ENDS = [1, 3, 7, 30]
const USED = [50, 80, 90, 100]
const SEEN = [1, 7, 30]
const UNSEEN = [7, 30, 90]

/** Limits by end, by traffic and by when an account was used last; others come from the dialog. */
export function LimitChips({ view, onChange }: Props) {
  const { t } = useLingui()
  const { endsWithin, usedOver, seen, unseen } = view
  const ends = (days: number) =>
    t`${plural(days, { one: 'Expires within # day', other: 'Expires within # days' })}`
  const used = (percent: number) => t`Used ${percent}% or more`
  const seenWords = (days: number) =>
    t`${plural(days, { one: 'Used in the last day', other: 'Used in the last # days' })}`
  const unseenWords = (days: number) =>
    t`${plural(days, { one: 'Not used for a day', other: 'Not used for # days' })}`
  return (
    <>
      <ChipSelect
        label={t`Expiry`}
        value={text(endsWithin)}
        choices={withOwn(ENDS, endsWithin).map((days) => ({
          value: String(days),
          label: ends(days),
        }))}
        onChange={(days) => onChange({ ...view, endsWithin: numberOf(days) })}
      />
      <ChipSelect
        label={t`Traffic`}
        value={text(usedOver)}
        choices={withOwn(USED, usedOver).map((percent) => ({
          value: String(percent),
          label: used(percent),
        }))}
        onChange={(percent) => onChange({ ...view, usedOver: numberOf(percent) })}
      />
      <ChipSelect
        label={t`Last connected`}
        value={seen !== undefined ? `in ${seen}` : unseen !== undefined ? `not ${unseen}` : ''}
        choices={[
          ...withOwn(SEEN, seen).map((days) => ({ value: `in ${days}`, label: seenWords(days) })),
          ...withOwn(UNSEEN, unseen).map((days) => ({
            value: `not ${days}`,
            label: unseenWords(days),
          })),
        ]}
        onChange={(chosen) => {
          const [kind, days = ''] = chosen.split(' ')
          onChange({
            ...view,
            seen: kind === 'in' ? numberOf(days) : undefined,
            unseen: kind === 'not' ? numberOf(days) : undefined,
          })
        }}
      />
    </>
  )
}

const text = (value: number | undefined) => (value === undefined ? '' : String(value))
const numberOf = (typed: string) => (typed === '' ? undefined : Number(typed))

/** The usual limits and the one that is on. */
function withOwn(usual: readonly number[], own: number | undefined): number[] {
  return own === undefined || usual.includes(own)
    ? [...usual]
    : [...usual, own].toSorted((a, b) => a - b)
}
