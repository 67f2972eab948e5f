import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { ChevronRight20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Schema } from '#contract'
import { PAYMENT_PERIODS } from '#rules/plan.ts'
import { currencyOf, fieldKinds } from '#rules/providers/registry.ts'
import { Amount } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { PERIOD_NAMES } from './periodNames.ts'
import { currencyStyle } from '#rules/money.ts'

const MEGABYTE = 1_000_000

/** What a new plan of each period starts from, and the way to change it. */
export function PeriodsCard({ setting }: { setting: Schema<'PaymentSetting'> }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const price = (value: number | undefined, currency: string) =>
    value ? [i18n.number(value, currencyStyle(currency, i18n.locale))] : []

  return (
    <Card title={t`Prices per cycle`} flush>
      <p className={styles.intro}>
        <Trans>
          Older consoles read these. What customers pay is the price of each plan, under Plans.
        </Trans>
      </p>
      <ul className={styles.list} aria-label={t`Prices per cycle`}>
        {PAYMENT_PERIODS.map((period) => {
          const { [period]: set } = setting
          const { flow } = set ?? {}
          const prices = fieldKinds()
            .flatMap((kind) => price(set?.[kind], currencyOf(kind)))
            .join(' · ')
          const isUnset = !prices && !flow
          return (
            <li key={period} className={styles.item}>
              <Link
                to="/admin/settings/editPayment/$paymentType"
                params={{ paymentType: period }}
                className={styles.row}
              >
                <span className={styles.words}>
                  <span>{i18n._(PERIOD_NAMES[period])}</span>
                  <span className={styles.about}>
                    {isUnset && <Trans>Not set up</Trans>}
                    {!isUnset &&
                      (flow ? <Amount bytes={flow * MEGABYTE} /> : <Trans>No limit</Trans>)}
                  </span>
                </span>
                <span className={styles.price}>{prices || '–'}</span>
                <ChevronRight20Regular className={styles.chevron} />
              </Link>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const useStyles = makeStyles({
  intro: {
    ...typographyStyles.caption1,
    margin: 0,
    padding: '0 16px 12px',
    color: tokens.colorNeutralForeground3,
  },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '56px',
    padding: '8px 16px',
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  words: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  about: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground3 },
  price: { fontVariantNumeric: 'tabular-nums', textAlign: 'end' },
  chevron: { flexShrink: 0, color: tokens.colorNeutralForeground2 },
})
