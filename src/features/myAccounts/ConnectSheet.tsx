import { useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useMay } from '#api/may.ts'
import type { Schema } from '#contract'
import { isInApp } from '#rules/browsers.ts'
import type { System } from '#rules/clientApps.ts'
import { serversOf } from '#rules/connection.ts'
import { isUsable, partOf } from '#rules/accountStatus.ts'
import { Loading } from '#ui/Loading.tsx'
import { OfflineBar } from '#ui/OfflineBar.tsx'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { ConnectApp } from './ConnectApp.tsx'
import { ConnectCode } from './ConnectCode.tsx'
import { useNow } from './now.ts'
import { NoServer } from './NoServer.tsx'
import { statusOf, usageOf } from './accountStatus.ts'
import { StatusNote } from './StatusNote.tsx'

const InAppNote = lazy(() => import('#ui/InAppNote.tsx'))

type Props = {
  account: Schema<'Account'>
  /** Undefined while they load. */
  servers: readonly Schema<'ServerForUser'>[] | undefined
  /** Why they could not be loaded. */
  problem?: string
  serverId: number | undefined
  /** When the oldest answer was given, ms. */
  asOf: number
  simple: boolean
  onChoose: (serverId: number) => void
  /** Left out where subscriptions are off. */
  onSubscription?: () => void
  /** All that sets up a WireGuard client, and why it may not be. */
  onWireGuard?: (serverId: number) => void
  /** Adds a WireGuard device with a key of its own; left out where there may be none. */
  onAddDevice?: () => void
  /** How WireGuard is set up on a device. */
  steps?: (isAmnezia: boolean) => ReactNode
  /** Begins with the codes of single servers, as the link named one of them. */
  single?: boolean
  /** How a device is connected, in steps. */
  guide: (system: System) => ReactNode
  onClose: () => void
}

/** What a customer comes for: the code that connects a device. Works without a network. */
export default function ConnectSheet(props: Props) {
  const { account, servers, problem, asOf, onClose, single = false, guide, ...rest } = props
  const { t } = useLingui()
  const now = useNow()
  const { port } = account
  const status = statusOf(account, usageOf(account), now)
  const { connection } = account
  const hasNote = !isUsable(status, connection) || partOf(status, connection) !== undefined
  const own = servers && serversOf(account, servers)
  const may = useMay()
  const [isSingle, setSingle] = useState(single)
  // Most apps take no WireGuard from a subscription.
  const byApp =
    !isSingle &&
    may('getSubscription.type') &&
    rest.onSubscription !== undefined &&
    own?.some(({ type }) => type === 'Shadowsocks')
  return (
    <Sheet title={t`Connect account ${port}`} onClose={onClose}>
      <OfflineBar asOf={asOf} />
      {isInApp(navigator.userAgent) && (
        <Suspense>
          <InAppNote link={location.href} />
        </Suspense>
      )}
      {hasNote && <StatusNote account={account} status={status} now={now} />}
      {own ? (
        byApp ? (
          <ConnectApp account={account} guide={guide} onServers={() => setSingle(true)} />
        ) : own.length > 0 ? (
          <ConnectCode account={account} servers={own} {...rest} />
        ) : (
          <NoServer />
        )
      ) : problem ? (
        <Problem>{problem}</Problem>
      ) : (
        <Loading shape="cards" count={1} />
      )}
    </Sheet>
  )
}
