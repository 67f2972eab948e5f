import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { DESKTOP } from '#ui/desktop.ts'
import { useNow } from '#ui/now.ts'
import { type Day, dayName } from './days.ts'
import { sumText } from './PaidSums.tsx'

/** The day that the orders below were placed on, and what was paid for them once that is known. */
export function DayHeading({ time, paid }: Day) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const now = useNow()
  const sums = [...(paid ?? [])].map(([currency, amount]) =>
    sumText({ currency, amount, orders: 0 }, i18n.locale),
  )
  const sum = sums.join(' · ')
  return (
    <div className={styles.day}>
      <h2 className={styles.name}>{dayName(time, i18n.locale, now)}</h2>
      {sum !== '' && (
        <span className={styles.sum}>
          <Trans>{sum} paid</Trans>
        </span>
      )}
    </div>
  )
}

const useStyles = makeStyles({
  day: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    gap: '12px',
    padding: '10px 16px 6px',
    backgroundColor: tokens.colorNeutralBackground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    [DESKTOP]: { padding: '8px 20px 6px' },
  },
  // One line each, as the list knows how high it is.
  name: { ...typographyStyles.caption1Strong, flexShrink: 0, margin: 0 },
  sum: {
    ...typographyStyles.caption1,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontVariantNumeric: 'tabular-nums',
  },
})
