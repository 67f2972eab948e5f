import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explainLoad } from '#api/refusals.ts'
import { Card } from '#ui/Card.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Problem } from '#ui/Problem.tsx'
import { Sparkline } from '#ui/Sparkline.tsx'
import { getUserCounts } from './operations.ts'
import { UserCountsTable } from './UserCountsTable.tsx'

/** How many people came, logged in and paid in the last 30 days. Spec 2. */
export function UserCountsCard() {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const [table, setTable] = useState(false)
  const { data, error } = useQuery(getUserCounts())
  const number = new Intl.NumberFormat(i18n.locale)
  const total = data?.total
  const people = total && number.format(total.user)
  const lines = data
    ? ([
        ['signUp', t`Sign-ups`],
        ['login', t`Last logins`],
        ['paid', t`Buyers`],
      ] as const)
    : []
  return (
    <Card
      title={t`Users, last 30 days`}
      actions={
        total && (
          <span className={styles.total}>
            <Trans>{people} in total</Trans>
          </span>
        )
      }
    >
      {!data && error && <Problem>{i18n._(explainLoad(error))}</Problem>}
      {!data && !error && <Loading shape="rows" count={3} />}
      {data && (
        <>
          <ul className={styles.list}>
            {lines.map(([name, word]) => {
              const sum = number.format(data.total[name])
              return (
                <li key={name} className={styles.row}>
                  <span>{word}</span>
                  <Sparkline
                    label={t`${word}, day by day: ${sum} in total`}
                    values={data.days.map((day) => day[name])}
                  />
                  <span className={styles.figure}>{sum}</span>
                </li>
              )
            })}
          </ul>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={table}
            onClick={() => setTable(!table)}
          >
            {table ? <Trans>Hide the days</Trans> : <Trans>Show the days</Trans>}
          </button>
          {table && <UserCountsTable days={data.days} />}
        </>
      )}
    </Card>
  )
}

const useStyles = makeStyles({
  total: { color: tokens.colorNeutralForeground3, fontVariantNumeric: 'tabular-nums' },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto 56px',
    alignItems: 'center',
    columnGap: '12px',
    minHeight: '44px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTop: 'none' },
  },
  figure: {
    textAlign: 'right',
    fontVariantNumeric: 'tabular-nums',
    fontWeight: tokens.fontWeightSemibold,
  },
  toggle: {
    alignSelf: 'start',
    minHeight: '44px',
    marginBlock: '-8px',
    padding: 0,
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorBrandForegroundLink,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
})
