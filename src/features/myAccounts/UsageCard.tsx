import { makeStyles, tokens } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { Amount } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'

/** What all accounts of a person used together: today, this week, this month, in bytes. */
export function UsageCard({ usage: [today = 0, week = 0, month = 0] }: { usage: number[] }) {
  const styles = useStyles()
  const { t } = useLingui()
  const spans = [
    { name: t`Today`, bytes: today },
    { name: t`This week`, bytes: week },
    { name: t`This month`, bytes: month },
  ]
  return (
    <Card title={t`Used by all accounts`}>
      <dl className={styles.spans}>
        {spans.map(({ name, bytes }) => (
          <div key={name} className={styles.span}>
            <dt className={styles.name}>{name}</dt>
            <dd className={styles.amount}>
              <Amount bytes={bytes} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const useStyles = makeStyles({
  spans: { display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: '8px' },
  span: { display: 'flex', flexDirection: 'column', gap: '4px', minWidth: 0 },
  name: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  amount: { fontSize: tokens.fontSizeBase400, fontWeight: tokens.fontWeightSemibold },
})
