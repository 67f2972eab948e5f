import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { formatFlow } from '#rules/flow.ts'
import { moneyText } from '#rules/money.ts'
import { centsColumn } from '#rules/planPrices.ts'
import { currencyOf, fieldKinds, isFieldKind, paidKinds } from '#rules/providers/registry.ts'
import { Card } from '#ui/Card.tsx'
import { momentText } from '#ui/moments.ts'
import { useNow } from '#ui/now.ts'

type Row = Schema<'ImportPreview'>['sample'][number]
type Props = {
  of: Schema<'ImportTable'>['of']
  sample: readonly Row[]
  /** How many there are in all. */
  total: number
}

const otherKinds = () => paidKinds().filter((kind) => !isFieldKind(kind))

/** The first rows that would be added, with what was understood of them. */
export function FreshRows({ of, sample, total }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const now = useNow()
  const others = total - sample.length
  const title = t`Rows that will be added`
  const price = (cents: number | undefined, way: string) =>
    cents ? moneyText(cents, currencyOf(way), i18n.locale) : undefined
  const factsOf = ({ user, group, comment, plan, expire, flow, prices, ...rest }: Row) =>
    of === 'user'
      ? [group, comment]
      : [
          user,
          comment,
          plan,
          flow ? formatFlow(flow, i18n.locale) : t`No limit`,
          expire ? momentText(expire, i18n.locale, now) : undefined,
          ...fieldKinds().map((kind) => price(rest[centsColumn(kind)], kind)),
          ...otherKinds().map((kind) => price(prices?.[kind], kind)),
        ]
  return (
    <Card title={title}>
      <ul className={styles.list} aria-label={title}>
        {sample.map((row) => (
          <li key={row.row} className={styles.row}>
            <strong>{row.label}</strong>
            <span className={styles.facts}>{factsOf(row).filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className={styles.others}>
          <Trans>and {others} more</Trans>
        </p>
      )}
    </Card>
  )
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    columnGap: '16px',
    padding: '8px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    overflowWrap: 'anywhere',
    fontVariantNumeric: 'tabular-nums',
    ':first-child': { borderTop: 'none' },
  },
  facts: { color: tokens.colorNeutralForeground2 },
  others: { margin: 0, color: tokens.colorNeutralForeground2 },
})
