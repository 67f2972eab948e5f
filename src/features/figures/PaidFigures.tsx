import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { moneyText } from '#rules/money.ts'
import { getPaidFigures } from './operations.ts'

/** What was paid and paid back lately, in each currency; its room is kept until it is known. */
export function PaidFigures() {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { data } = useQuery(getPaidFigures())
  const figures = [
    ['today', t`Paid today`],
    ['month', t`Paid this month`],
    ['refunded', t`Refunded this month`],
  ] as const
  const textOf = (of: (typeof figures)[number][0]) => {
    if (!data) return '–'
    const moved = data.filter((sums) => sums[of] > 0)
    if (moved.length === 0) return moneyText(0, data[0]?.currency ?? 'CNY', i18n.locale)
    return moved.map((sums) => moneyText(sums[of], sums.currency, i18n.locale)).join('\n')
  }
  return (
    <dl className={styles.line}>
      {figures.map(([of, name]) => (
        <div key={of} className={styles.figure}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.sums}>{textOf(of)}</dd>
        </div>
      ))}
    </dl>
  )
}

const useStyles = makeStyles({
  // Lines between them are the ground that shows through.
  line: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    gap: '1px',
    margin: 0,
    overflow: 'hidden',
    flexShrink: 0,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralStroke2,
  },
  figure: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'space-between',
    padding: '12px 16px',
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (max-width: 599px)': { padding: '10px 12px' },
  },
  name: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground3 },
  sums: {
    ...typographyStyles.subtitle2,
    margin: 0,
    whiteSpace: 'pre-line',
    fontVariantNumeric: 'tabular-nums',
  },
})
