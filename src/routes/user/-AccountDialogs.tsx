import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ApiError } from '#api/client.ts'
import { useMay } from '#api/may.ts'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { preloadOnceQuiet } from '#device/quiet.ts'
import { useStatus } from '#device/status.ts'
import { AddDeviceSheet, ClientSteps, WireGuardDialog } from '#features/wireguard/lazy.ts'
import { serversOf } from '#rules/connection.ts'

const loadConnectSheet = () => import('#features/myAccounts/ConnectSheet.tsx')
const ConnectSheet = lazy(loadConnectSheet)
const GuideText = lazy(() => import('#features/articles/GuideText.tsx'))
const SubscriptionDialog = lazy(() => import('#features/subscriptions/SubscriptionDialog.tsx'))

type Props = {
  account: Schema<'Account'>
  servers: UseQueryResult<Schema<'ServerForUser'>[], ApiError>
  serverId: number | undefined
  /** When the accounts were read, ms. */
  asOf: number
  /** The code of one server was requested. */
  single?: boolean
  onChoose: (serverId: number) => void
  onClose: () => void
}

/** The way to connect with an account: its codes, and from there its subscription or WireGuard. */
export function AccountDialogs({ account, servers, asOf, onClose, ...rest }: Props) {
  const { i18n } = useLingui()
  const status = useStatus()
  const [subscribing, setSubscribing] = useState(false)
  const [tunnelTo, setTunnelTo] = useState<number | null>(null)
  const [adding, setAdding] = useState(false)
  const may = useMay()
  const online = useOnline()
  const mayAdd = online && may('addMyDevice') && (status?.wireGuardDevices ?? 0) > 0
  const tunnel = servers.data?.find(({ id }) => id === tunnelTo)
  if (tunnel)
    return (
      <Suspense>
        <WireGuardDialog account={account} server={tunnel} onClose={onClose} />
      </Suspense>
    )
  if (adding)
    return (
      <Suspense>
        <AddDeviceSheet
          accountId={account.id}
          whose="mine"
          servers={serversOf(account, servers.data ?? []).filter(
            ({ type }) => type === 'WireGuard',
          )}
          onClose={onClose}
        />
      </Suspense>
    )
  if (subscribing)
    return (
      <Suspense>
        <SubscriptionDialog accountId={account.id} onClose={onClose} />
      </Suspense>
    )
  return (
    <Suspense>
      <ConnectSheet
        account={account}
        servers={servers.data}
        problem={servers.error ? i18n._(explainLoad(servers.error)) : undefined}
        asOf={servers.dataUpdatedAt > 0 ? Math.min(asOf, servers.dataUpdatedAt) : asOf}
        simple={status?.simple === true}
        onSubscription={status?.subscribe ? () => setSubscribing(true) : undefined}
        onWireGuard={setTunnelTo}
        onAddDevice={mayAdd ? () => setAdding(true) : undefined}
        steps={(isAmnezia) => (
          <Suspense>
            <ClientSteps isAmnezia={isAmnezia} />
          </Suspense>
        )}
        guide={(system) => (
          <Suspense>
            <GuideText topic={system} />
          </Suspense>
        )}
        onClose={onClose}
        {...rest}
      />
    </Suspense>
  )
}

/**
 * Preloads the codes once the screen is drawn: most people need them, and the network may fail any
 * moment. Not before the screen has its figures: a slow phone needs a second to run them.
 */
export function useConnectSheetSoon() {
  useEffect(() => preloadOnceQuiet(loadConnectSheet), [])
}
