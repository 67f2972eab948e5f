import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateFormat } from '#rules/formats.ts'
import { moneyText } from '#rules/money.ts'
import { Card } from '#ui/Card.tsx'
import { changeText, sumsOf } from './amounts.ts'
import { IncomeBars } from './IncomeBars.tsx'
import { getShopFigures } from './operations.ts'

/** What came in over the last 30 days, and in the 30 days before; nothing where nothing did. */
export function IncomeCard() {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { locale } = i18n
  const { data } = useQuery(getShopFigures())
  const [chosen, setChosen] = useState<string | null>(null)
  const [at, setAt] = useState<number | null>(null)
  const income = data?.income.find(({ currency }) => currency === chosen) ?? data?.income[0]
  if (!income) return null
  const { currency, days } = income
  const { cents, before } = sumsOf(income)
  const earlier = moneyText(before, currency, locale)
  const change = changeText(cents, before, locale)
  const day = at === null ? undefined : days[at]
  // A day is the same in every zone once it has its name.
  const date = dateFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  const dayBefore = day && moneyText(day.before, currency, locale)
  return (
    <Card
      title={t`Income, last 30 days`}
      actions={
        data &&
        data.income.length > 1 &&
        data.income.map((one) => (
          <Button
            key={one.currency}
            size="small"
            appearance={one === income ? 'primary' : 'subtle'}
            aria-pressed={one === income}
            onClick={() => setChosen(one.currency)}
          >
            {one.currency}
          </Button>
        ))
      }
    >
      <div className={styles.readout} aria-live="polite">
        <span className={styles.value}>{moneyText(day ? day.cents : cents, currency, locale)}</span>
        <span className={styles.quiet}>
          {day ? (
            <>
              {date.format(new Date(day.date))} · <Trans>{dayBefore} 30 days earlier</Trans>
            </>
          ) : (
            <>
              {change && <strong>{change} </strong>}
              <Trans>{earlier} in the 30 days before</Trans>
            </>
          )}
        </span>
      </div>
      <IncomeBars days={days} currency={currency} at={at} onPoint={setAt} />
    </Card>
  )
}

const useStyles = makeStyles({
  readout: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: '8px',
    fontVariantNumeric: 'tabular-nums',
  },
  value: { ...typographyStyles.title3 },
  quiet: { color: tokens.colorNeutralForeground3 },
})
