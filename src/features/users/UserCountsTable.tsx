import { makeStyles, tokens } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'

/** The counts of each day, latest first. */
export function UserCountsTable({ days }: { days: Schema<'UserCounts'>['days'] }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  // The days are those of the server, so no zone may move them.
  const format = new Intl.DateTimeFormat(i18n.locale, {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys must be able to scroll it
    <section className={styles.scroll} aria-label={t`Users day by day`} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {[t`Day`, t`Sign-ups`, t`Last logins`, t`Buyers`].map((name) => (
              <th key={name} scope="col" className={styles.head}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ date, signUp, login, paid }) => (
            <tr key={date}>
              <th scope="row" className={styles.day}>
                {format.format(Date.parse(date))}
              </th>
              <td className={styles.cell}>{signUp}</td>
              <td className={styles.cell}>{login}</td>
              <td className={styles.cell}>{paid}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const cell = {
  paddingBlock: tokens.spacingVerticalXS,
  textAlign: 'right',
  borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
} as const

const useStyles = makeStyles({
  scroll: { maxHeight: '220px', overflowY: 'auto' },
  table: { width: '100%', borderSpacing: 0, fontVariantNumeric: 'tabular-nums' },
  head: {
    ...cell,
    position: 'sticky',
    top: 0,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
    color: tokens.colorNeutralForeground3,
    backgroundColor: tokens.colorNeutralBackground1,
    ':first-child': { textAlign: 'left' },
  },
  day: { ...cell, textAlign: 'left', fontWeight: tokens.fontWeightRegular },
  cell,
})
