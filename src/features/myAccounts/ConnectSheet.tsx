import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Schema } from '#contract'
import { serversOf } from '#rules/connection.ts'
import { isUsable, partOf } from '#rules/standing.ts'
import { Loading } from '#ui/Loading.tsx'
import { OfflineBar } from '#ui/OfflineBar.tsx'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { ConnectCode } from './ConnectCode.tsx'
import { useNow } from './now.ts'
import { NoServer } from './NoServer.tsx'
import { standingOf, usageOf } from './accountStatus.ts'
import { StandingNote } from './StandingNote.tsx'

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
  steps?: ReactNode
  onClose: () => void
}

/** What a customer comes for: the code that connects a device. Works without a network. */
export default function ConnectSheet(props: Props) {
  const { account, servers, problem, asOf, onClose, ...rest } = props
  const { t } = useLingui()
  const now = useNow()
  const { port } = account
  const standing = standingOf(account, usageOf(account), now)
  const { connection } = account
  const hasNote = !isUsable(standing, connection) || partOf(standing, connection) !== undefined
  const own = servers && serversOf(account, servers)
  return (
    <Sheet title={t`Connect account ${port}`} onClose={onClose}>
      <OfflineBar asOf={asOf} />
      {hasNote && <StandingNote account={account} standing={standing} now={now} />}
      {own ? (
        own.length > 0 ? (
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
