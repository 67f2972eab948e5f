import { makeStyles, tokens } from '@fluentui/react-components'
import { Clock24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { lengthText } from '#rules/formats.ts'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Moment } from '#ui/Moment.tsx'

/** The time that inviting others earned a person's accounts; `orders` may hold other kinds too. */
export function RewardsCard({ orders }: { orders: readonly Schema<'UserOrder'>[] }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const rewards = orders.flatMap(({ orderId, createTime, refTime }) =>
    refTime === undefined ? [] : [{ orderId, createTime, time: lengthText(refTime, i18n.locale) }],
  )
  return (
    <Card title={t`Your rewards`} flush>
      {rewards.length === 0 && (
        <Empty icon={<Clock24Regular />}>
          <Trans>When someone you invited pays, your accounts last longer. It shows here.</Trans>
        </Empty>
      )}
      <ul className={styles.list} aria-label={t`Your rewards`}>
        {rewards.map(({ orderId, createTime, time }) => (
          <li key={orderId} className={styles.row}>
            <span>
              <Trans>{time} longer</Trans>
            </span>
            <span className={styles.when}>
              <Moment time={createTime} relative />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '12px',
    minHeight: '44px',
    padding: '8px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    fontVariantNumeric: 'tabular-nums',
  },
  when: { flexShrink: 0, color: tokens.colorNeutralForeground2 },
})
