import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { explainLoad } from '#api/refusals.ts'
import { useOnline } from '#device/online.ts'
import { listOnlineAccounts } from '#features/accounts/operations.ts'
import { listServerFlowByUser } from '#features/flow/operations.ts'
import { startOfWeek } from '#rules/calendar.ts'
import { ACCOUNT_FLOW_REFRESH_MS } from '#rules/timing.ts'
import { Card } from '#ui/Card.tsx'
import { Loading } from '#ui/Loading.tsx'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { deviceZone, useNow } from '#ui/now.ts'
import { ServerDevicesRow } from './ServerDevicesRow.tsx'

/** How many accounts are requested at a time: each is a call of its own. */
const PAGE_SIZE = 8

/** The clients of a WireGuard server, by handshakes: those online now first, then this week's. */
export default function ServerDevicesCard({ serverId }: { serverId: number }) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const [shown, setShown] = useState(PAGE_SIZE)
  const tz = deviceZone()
  const week = { type: 'week', time: startOfWeek(useNow(), tz), tz } as const
  const flows = useQuery(listServerFlowByUser(serverId, week))
  const { data: current } = useQuery({
    ...listOnlineAccounts(serverId),
    refetchInterval: ACCOUNT_FLOW_REFRESH_MS,
  })
  const here = new Set(Array.isArray(current) ? current : [])
  const accounts = (flows.data ?? [])
    .flatMap(({ accountId, userName, port, flow }) =>
      accountId ? [{ accountId, userName, port, flow }] : [],
    )
    .toSorted(
      (a, b) => Number(here.has(b.accountId)) - Number(here.has(a.accountId)) || b.flow - a.flow,
    )
  return (
    <Card title={t`Who is connected`}>
      {!flows.data && flows.error && (
        <LoadFailed onRetry={() => void flows.refetch()}>
          {i18n._(explainLoad(flows.error))}
        </LoadFailed>
      )}
      {!flows.data && !flows.error && online && <Loading shape="rows" count={2} />}
      {!flows.data && !flows.error && !online && (
        <p className={styles.quiet}>
          <Trans>You are offline. The devices are shown when the connection is back.</Trans>
        </p>
      )}
      {flows.data && accounts.length === 0 && (
        <p className={styles.quiet}>
          <Trans>No one has connected through this server this week.</Trans>
        </p>
      )}
      {accounts.length > 0 && (
        <>
          <p className={styles.quiet}>
            <Trans>A device makes a handshake every two minutes while it is connected.</Trans>
          </p>
          <ul className={styles.list} aria-label={t`Who is connected`}>
            {accounts.slice(0, shown).map((account) => (
              <li key={account.accountId} className={styles.item}>
                <ServerDevicesRow serverId={serverId} account={account} />
              </li>
            ))}
          </ul>
        </>
      )}
      {accounts.length > shown && (
        <Button onClick={() => setShown(shown + PAGE_SIZE)}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </Card>
  )
}

const useStyles = makeStyles({
  quiet: { margin: 0, color: tokens.colorNeutralForeground3 },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    paddingBlock: '4px 8px',
    ':not(:first-child)': { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  },
})
