import { Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Schema } from '#contract'
import { partOf } from '#rules/accountStatus.ts'
import { Card } from '#ui/Card.tsx'
import { StateMark } from '#ui/StateMark.tsx'
import { AccountActions } from './AccountActions.tsx'
import { AccountRing } from './AccountRing.tsx'
import { ForecastLine } from './ForecastLine.tsx'
import { HealthyLine } from './HealthyLine.tsx'
import { useNow } from './now.ts'
import { statusOf } from './accountStatus.ts'
import { StatusNote } from './StatusNote.tsx'
import { useUsage } from './useUsage.ts'
import { ActivationOverlay } from './ActivationOverlay.tsx'

type Props = {
  account: Schema<'Account'>
  /** The server whose usage is shown where there is no sum. */
  serverId: number | undefined
  onConnect: () => void
  /** Left out where it cannot be paid for here. */
  onRenew?: () => void
  /** What the same again costs, where that is known. */
  price?: string | undefined
  /** Leads to more traffic in this cycle. */
  onMore?: (() => void) | undefined
  /** The check for who cannot connect, where the card is one of several. */
  check?: ReactNode
}

/** One account at a glance: what is left, until when, whether it works, and the way to connect. */
export function AccountCard(props: Props) {
  const { account, serverId, onConnect, onRenew, price, onMore, check } = props
  const styles = useStyles()
  const { t } = useLingui()
  const now = useNow()
  const usage = useUsage(account, { serverId })
  const status = statusOf(account, usage, now)
  const { id, port, orderName } = account
  return (
    <Card
      title={t`Account ${port}`}
      actions={<StateMark state={status} part={partOf(status, account.connection)} />}
    >
      <ActivationOverlay account={account}>
        <div className={styles.content}>
          {orderName && <Caption1 className={styles.quiet}>{orderName}</Caption1>}
          <AccountRing account={account} usage={usage} now={now} />
          <ForecastLine account={account} usage={usage} now={now} {...(onMore && { onMore })} />
          <StatusNote account={account} status={status} now={now} usage={usage} />
          <HealthyLine account={account} status={status} now={now} />
          <AccountActions
            account={account}
            status={status}
            onConnect={onConnect}
            onRenew={onRenew}
            price={price}
          />
          <div className={styles.below}>
            <Link to="/user/account" search={{ account: id }} className={styles.more}>
              <Trans>Details</Trans>
            </Link>
            {check}
          </div>
        </div>
      </ActivationOverlay>
    </Card>
  )
}

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: '12px', minWidth: 0 },
  quiet: { color: tokens.colorNeutralForeground2, marginTop: '-8px' },
  below: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'center',
    marginBlock: '-8px',
  },
  more: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '44px',
    padding: '0 16px',
    color: tokens.colorBrandForegroundLink,
    textDecorationLine: 'none',
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
})
