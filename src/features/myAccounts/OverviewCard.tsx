import { Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Schema } from '#contract'
import { getMyLastConnect } from '#features/flow/operations.ts'
import { ACCOUNT_FLOW_REFRESH_MS } from '#rules/timing.ts'
import { partOf } from '#rules/accountStatus.ts'
import { Card } from '#ui/Card.tsx'
import { StateMark } from '#ui/StateMark.tsx'
import { AccountActions } from './AccountActions.tsx'
import { AccountRing } from './AccountRing.tsx'
import { CycleFacts } from './CycleFacts.tsx'
import { ForecastLine } from './ForecastLine.tsx'
import { HealthyLine } from './HealthyLine.tsx'
import { useNow } from './now.ts'
import { saysUse, statusOf } from './accountStatus.ts'
import { StatusNote } from './StatusNote.tsx'
import { useUsage } from './useUsage.ts'

const SpeedLine = lazy(() => import('./SpeedLine.tsx'))

type Props = {
  account: Schema<'Account'>
  /** The server in view, where quota and last use are counted server by server. */
  server: Schema<'ServerForUser'> | undefined
  onConnect: () => void
  /** Left out where it cannot be paid for here. */
  onRenew?: () => void
  /** What the same again costs, where that is known. */
  price?: string | undefined
  /** Leads to more traffic in this cycle. */
  onMore?: (() => void) | undefined
}

/** The status of an account: usable or not, what is left, until when, and the way to connect. */
export function OverviewCard({ account, server, onConnect, onRenew, price, onMore }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const now = useNow()
  const usage = useUsage(account, { serverId: server?.id, exact: true })
  const status = statusOf(account, usage, now)
  const { data } = useQuery({
    ...getMyLastConnect(server?.id ?? 0, account.id),
    refetchInterval: ACCOUNT_FLOW_REFRESH_MS,
    // The account carries the sum over all servers; without it, there is one for each server.
    enabled: server !== undefined && account.lastConnect === undefined,
  })
  const { port, orderName, multiServerFlow } = account
  const serverName = server?.name ?? ''
  const lastServer =
    account.lastConnect === undefined
      ? server
      : account.connections?.find(({ serverId }) => serverId === account.lastServer)
  return (
    <Card
      title={t`Account ${port}`}
      actions={<StateMark state={status} part={partOf(status, account.connection)} />}
    >
      {orderName && <Caption1 className={styles.quiet}>{orderName}</Caption1>}
      <AccountRing account={account} usage={usage} now={now} />
      <ForecastLine account={account} usage={usage} now={now} {...(onMore && { onMore })} />
      <StatusNote account={account} status={status} now={now} usage={usage} />
      {(account.speed?.up || account.speed?.down || status === 'slowed') && (
        <Suspense>
          <SpeedLine account={account} />
        </Suspense>
      )}
      <HealthyLine account={account} status={status} lastServer={lastServer?.name} now={now} />
      <AccountActions
        account={account}
        status={status}
        onConnect={onConnect}
        onRenew={onRenew}
        price={price}
      />
      <CycleFacts
        account={account}
        usage={usage}
        lastConnect={
          saysUse(account, status) ? undefined : (account.lastConnect ?? data?.lastConnect)
        }
        lastServer={lastServer?.name}
        now={now}
      />
      {!multiServerFlow && server && (
        <Caption1 className={styles.quiet}>
          <Trans>Each server counts separately. These are the numbers of {serverName}.</Trans>
        </Caption1>
      )}
    </Card>
  )
}

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground2 },
})
