import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Loading } from '#ui/Loading.tsx'
import { OfflineBar } from '#ui/OfflineBar.tsx'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { ConnectCode } from './ConnectCode.tsx'
import { serversFor } from './connection.ts'
import { useNow } from './now.ts'
import { isUsable, standingOf, usageOf } from './standing.ts'
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
  onClose: () => void
}

/** What a customer comes for: the code that connects a device. Works without a network. */
export default function ConnectSheet(props: Props) {
  const { account, servers, problem, asOf, onClose, ...rest } = props
  const { t } = useLingui()
  const now = useNow()
  const { port } = account
  const standing = standingOf(account, usageOf(account), now)
  return (
    <Sheet title={t`Connect account ${port}`} onClose={onClose}>
      <OfflineBar asOf={asOf} />
      {!isUsable(standing) && <StandingNote account={account} standing={standing} now={now} />}
      {servers ? (
        <ConnectCode account={account} servers={serversFor(account, servers)} {...rest} />
      ) : problem ? (
        <Problem>{problem}</Problem>
      ) : (
        <Loading shape="cards" count={1} />
      )}
    </Sheet>
  )
}
