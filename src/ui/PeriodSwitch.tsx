import { makeStyles, tokens } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'

const PERIODS = ['hour', 'day', 'week'] as const

/** How much time is looked at. */
export type SwitchedPeriod = (typeof PERIODS)[number]

type Props = { value: SwitchedPeriod; onChange: (period: SwitchedPeriod) => void }

/** Chooses between an hour, a day and a week; arrow keys go along. */
export function PeriodSwitch({ value, onChange }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const name = useId()
  const words = { hour: t`Hour`, day: t`Day`, week: t`Week` }
  return (
    <fieldset className={styles.switch} aria-label={t`Period`}>
      {PERIODS.map((period) => (
        <label key={period} className={styles.choice}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            checked={period === value}
            onChange={() => onChange(period)}
          />
          {words[period]}
        </label>
      ))}
    </fieldset>
  )
}

const useStyles = makeStyles({
  switch: {
    display: 'inline-flex',
    margin: 0,
    padding: '2px',
    minWidth: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  choice: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    minHeight: '32px',
    padding: '0 14px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground2,
    cursor: 'pointer',
    '@media (pointer: coarse)': { minHeight: '44px' },
    ':has(input:checked)': {
      backgroundColor: tokens.colorNeutralBackground1,
      color: tokens.colorNeutralForeground1,
      fontWeight: tokens.fontWeightSemibold,
      boxShadow: tokens.shadow2,
    },
    ':has(input:focus-visible)': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    '@media (forced-colors: active)': {
      ':has(input:checked)': { outline: '2px solid Highlight' },
    },
  },
  radio: { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'pointer' },
})
