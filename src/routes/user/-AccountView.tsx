import { makeStyles } from '@fluentui/react-components'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useMay } from '#api/may.ts'
import type { ApiError } from '#api/client.ts'
import type { Schema } from '#contract'
import { useStatus } from '#device/status.ts'
import { AccessCard } from '#features/myAccounts/AccessCard.tsx'
import { useNow } from '#features/myAccounts/now.ts'
import { OverviewCard } from '#features/myAccounts/OverviewCard.tsx'
import { ServersCard } from '#features/myAccounts/ServersCard.tsx'
import { ActivationOverlay } from '#features/myAccounts/ActivationOverlay.tsx'
import { DevicesCard } from '#features/wireguard/lazy.ts'
import { serverOf, serversOf } from '#rules/connection.ts'
import { Loading } from '#ui/Loading.tsx'
import { DESKTOP } from '#ui/desktop.ts'
import { CheckNow } from './-CheckNow.tsx'

const TrafficCard = lazy(() => import('./-TrafficCard.tsx'))

type Props = {
  account: Schema<'Account'>
  servers: UseQueryResult<Schema<'ServerForUser'>[], ApiError>
  /** The server chosen on this device. */
  chosen: number | undefined
  onChoose: (serverId: number) => void
  /** Shows how to connect, with the code of the chosen server if one was requested. */
  onConnect: (single: boolean) => void
  onRenew: (() => void) | undefined
  /** What the same again costs, where that is known. */
  price: string | undefined
  onMore: (() => void) | undefined
}

/** One account in full: its status, how and where to connect, and its traffic over time. */
export function AccountView(props: Props) {
  const { account, servers, chosen, onChoose, onConnect, onRenew, price, onMore } = props
  const styles = useStyles()
  const status = useStatus()
  const now = useNow()
  const may = useMay()
  const simple = status?.simple === true
  const all = servers.data ?? []
  const own = serversOf(account, all)
  const server = serverOf(account, own, chosen)
  const tunnels = own.filter(({ type }) => type === 'WireGuard')
  const others = status?.showAllServer ? all.filter((each) => !own.includes(each)) : []
  const connectTo = (serverId?: number) => {
    if (serverId !== undefined) onChoose(serverId)
    onConnect(serverId !== undefined)
  }
  const connect = () => onConnect(false)
  return (
    <ActivationOverlay account={account}>
      <div className={styles.columns}>
        <div className={styles.column}>
          <OverviewCard
            account={account}
            server={server}
            onConnect={connect}
            onRenew={onRenew}
            price={price}
            onMore={onMore}
          />
          <CheckNow account={account} onConnect={connectTo} onRenew={onRenew} />
        </div>
        <div className={styles.column}>
          <AccessCard
            account={account}
            servers={own}
            server={server}
            simple={simple}
            onChoose={onChoose}
            onConnect={connect}
          />
          {servers.isPending ? (
            <Loading count={3} />
          ) : (
            <ServersCard
              servers={own}
              connections={account.connections}
              now={now}
              others={others}
              serverId={server?.id}
              simple={simple}
              onConnect={connectTo}
            />
          )}
          {(tunnels.length > 0 || (account.devices?.most ?? 0) > 0) && may('listMyDevices') && (
            <Suspense fallback={<Loading count={2} />}>
              <DevicesCard
                accountId={account.id}
                whose="mine"
                servers={tunnels}
                most={status?.wireGuardDevices}
                apart={account.devices}
              />
            </Suspense>
          )}
          {own.length > 0 && may('getMyFlowChart') && (
            <Suspense fallback={<Loading count={4} />}>
              <TrafficCard accountId={account.id} servers={own} />
            </Suspense>
          )}
        </div>
      </div>
    </ActivationOverlay>
  )
}

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gap: '16px',
    alignItems: 'start',
    gridTemplateColumns: 'minmax(0, 1fr)',
    [DESKTOP]: { gridTemplateColumns: 'minmax(320px, 2fr) minmax(0, 3fr)' },
  },
  column: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
})
