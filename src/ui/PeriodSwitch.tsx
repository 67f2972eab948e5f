import { useLingui } from '@lingui/react/macro'
import { Segments } from './Segments.tsx'

const PERIODS = ['hour', 'day', 'week'] as const

/** How much time is looked at. */
export type SwitchedPeriod = (typeof PERIODS)[number]

type Props = { value: SwitchedPeriod | undefined; onChange: (period: SwitchedPeriod) => void }

/** Chooses between an hour, a day and a week. */
export function PeriodSwitch({ value, onChange }: Props) {
  const { t } = useLingui()
  const words = { hour: t`Hour`, day: t`Day`, week: t`Week` }
  return (
    <Segments
      label={t`Period`}
      value={value}
      choices={PERIODS.map((period) => ({ value: period, label: words[period] }))}
      onChange={onChange}
    />
  )
}
