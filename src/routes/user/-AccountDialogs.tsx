import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ApiError } from '#api/client.ts'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useStatus } from '#device/status.ts'

const loadConnectSheet = () => import('#features/myAccounts/ConnectSheet.tsx')
const ConnectSheet = lazy(loadConnectSheet)
const WireGuardDialog = lazy(() => import('#features/wireguard/WireGuardDialog.tsx'))
const SubscriptionDialog = lazy(() => import('#features/subscriptions/SubscriptionDialog.tsx'))

type Props = {
  account: Schema<'Account'>
  servers: UseQueryResult<Schema<'ServerForUser'>[], ApiError>
  serverId: number | undefined
  /** When the accounts were read, ms. */
  asOf: number
  onChoose: (serverId: number) => void
  onClose: () => void
}

/** The way to connect with an account: its codes, and from there its subscription or WireGuard. */
export function AccountDialogs({ account, servers, asOf, onClose, ...rest }: Props) {
  const { i18n } = useLingui()
  const status = useStatus()
  const [subscribing, setSubscribing] = useState(false)
  const [tunnelTo, setTunnelTo] = useState<number | null>(null)
  const tunnel = servers.data?.find(({ id }) => id === tunnelTo)
  if (tunnel)
    return (
      <Suspense>
        <WireGuardDialog account={account} server={tunnel} onClose={onClose} />
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
        onClose={onClose}
        {...rest}
      />
    </Suspense>
  )
}

/** Brings the codes once the screen stands: most came for them, and the network may go any moment. */
export function useConnectSheetSoon() {
  useEffect(() => void loadConnectSheet().catch(() => undefined), [])
}
