import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useMay } from '#api/may.ts'
import type { Schema } from '#contract'
import { AdjustTimeDialog } from '#features/accounts/AdjustTimeDialog.tsx'
import type { BanDone } from '#features/accounts/BanToast.tsx'
import { ClientIpsDialog } from '#features/accounts/ClientIpsDialog.tsx'
import { DeleteAccountDialog } from '#features/accounts/DeleteAccountDialog.tsx'
import { QrDialog } from '#features/accounts/QrDialog.tsx'
import { ResetFlowDialog } from '#features/accounts/ResetFlowDialog.tsx'
import {
  getAccountSubscription,
  renewAccountSubscription,
} from '#features/subscriptions/operations.ts'
import { WatchSheet } from '#features/watch/lazy.ts'
import { WireGuardDialog } from '#features/wireguard/lazy.ts'

const BanDialog = lazy(() => import('#features/accounts/BanDialog.tsx'))
const PortDialog = lazy(() => import('#features/accounts/PortDialog.tsx'))
const SubscriptionDialog = lazy(() => import('#features/subscriptions/SubscriptionDialog.tsx'))

/** A dialog of the account's page. */
export type AccountDialog =
  | 'check'
  | 'qr'
  | 'subscription'
  | 'ips'
  | 'wireguard'
  | 'time'
  | 'port'
  | 'ban'
  | 'reset'
  | 'delete'

/** What was done: in words, or as what can be taken back. */
export type Done = string | { jobId: number } | { ban: BanDone }

type Props = {
  open: AccountDialog | null
  account: Schema<'Account'>
  servers: readonly Schema<'Server'>[]
  server: Schema<'Server'> | undefined
  wireguard: Schema<'Server'> | undefined
  onChoose: (serverId: number) => void
  onClose: () => void
  /** An action succeeded: the sentence says which, or what can be taken back. */
  onDone: (done: Done) => void
}

/** What can be done with an account, one dialog each. */
export function AccountDialogs(props: Props) {
  const { open, account, servers, server, wireguard, onChoose, onClose, onDone } = props
  const { t } = useLingui()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const may = useMay()
  if (open === 'qr' && server)
    return <QrDialog {...{ account, servers, server, onChoose, onClose }} />
  if (open === 'check')
    return (
      <Suspense>
        <WatchSheet {...{ account, onClose }} isAdmin remedies={{}} />
      </Suspense>
    )
  if (open === 'wireguard' && wireguard)
    return (
      <Suspense>
        <WireGuardDialog {...{ account, server: wireguard, onClose }} />
      </Suspense>
    )
  if (open === 'subscription')
    return (
      <Suspense>
        <SubscriptionDialog
          accountId={account.id}
          query={getAccountSubscription}
          renewal={may('renewAccountSubscription') ? renewAccountSubscription : null}
          hasPreview={may('previewAccountSubscription')}
          onClose={onClose}
        />
      </Suspense>
    )
  if (open === 'ips') return <ClientIpsDialog {...{ account, servers, onClose }} />
  if (open === 'time')
    return (
      <AdjustTimeDialog
        {...{ account, onClose }}
        onMoved={(jobId) => onDone(jobId === undefined ? t`The expiry was changed.` : { jobId })}
      />
    )
  if (open === 'port')
    return (
      <Suspense>
        <PortDialog {...{ account, onClose, onDone }} />
      </Suspense>
    )
  if (open === 'ban' && server)
    return (
      <Suspense>
        <BanDialog {...{ account, servers, server, onClose }} onDone={(ban) => onDone({ ban })} />
      </Suspense>
    )
  if (open === 'reset')
    return (
      <ResetFlowDialog
        {...{ account, onClose }}
        onReset={() => onDone(t`The traffic was reset.`)}
      />
    )
  if (open === 'delete')
    return (
      <DeleteAccountDialog
        {...{ account, onClose }}
        onDeleted={async (startedJob) => {
          // Closed first: a dialog that is unmounted with its page leaves the next one hidden from screen readers.
          onClose()
          await navigate({ to: '/admin/account', replace: true, state: { startedJob } })
          // Only now, or the page would request it again while it closes.
          queryClient.removeQueries({ queryKey: ['getAccount', account.id] })
        }}
      />
    )
  return null
}
