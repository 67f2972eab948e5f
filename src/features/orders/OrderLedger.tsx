import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Moment } from '#ui/Moment.tsx'
import { bookName } from './names.ts'
import { priceText } from './orderStatus.ts'

/** The money an order moved from book to book. */
export function OrderLedger({ entries }: { entries: readonly Schema<'LedgerEntry'>[] }) {
  const styles = useStyles()
  const { i18n } = useLingui()
  const bookOf = (book: string) => i18n._(bookName(book))
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col" className={styles.head}>
            <Trans>Time</Trans>
          </th>
          <th scope="col" className={styles.head}>
            <Trans>From and to</Trans>
          </th>
          <th scope="col" className={styles.headNumber}>
            <Trans>Amount</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ effect, credit, debit, amount, currency, time }) => (
          <tr key={effect}>
            <td className={styles.cell}>
              <Moment time={time} />
            </td>
            <td className={styles.cell}>
              {bookOf(credit)} → {bookOf(debit)}
            </td>
            <td className={styles.number}>
              {currency === '' ? amount : priceText(amount, currency, i18n.locale)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const head = {
  paddingBlock: tokens.spacingVerticalXS,
  fontWeight: tokens.fontWeightRegular,
  color: tokens.colorNeutralForeground3,
} as const
const cell = {
  paddingBlock: tokens.spacingVerticalS,
  paddingInlineEnd: '8px',
  borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  overflowWrap: 'anywhere',
} as const

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderSpacing: 0,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
  },
  head: { ...head, textAlign: 'left' },
  headNumber: { ...head, textAlign: 'right' },
  cell: { ...cell, textAlign: 'left' },
  number: { ...cell, textAlign: 'right', paddingInlineEnd: 0, whiteSpace: 'nowrap' },
})
