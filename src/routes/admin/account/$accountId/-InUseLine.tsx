import { Button } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Schema } from '#contract'
import { listAccountIps } from '#features/accounts/operations.ts'
import { groupsOf } from '#features/accounts/troubles.ts'
import { ACCOUNT_FLOW_REFRESH_MS } from '#rules/timing.ts'
import { isRemembered, presenceOf } from '#rules/presence.ts'
import { ConnectedLine } from '#ui/ConnectedLine.tsx'

type Props = {
  account: Schema<'Account'>
  now: number
  /** Shows the addresses; omitted for people without the permission. */
  onAddresses?: (() => void) | undefined
}

/** Where nothing keeps clients out: whether the account is in use, and from how many addresses. */
export function InUseLine({ account, now, onAddresses }: Props) {
  const { id, lastConnect, connection } = account
  const isFine = connection?.state === 'open' && groupsOf(account, now).length === 0
  const remembers = lastConnect !== undefined && isRemembered(presenceOf(lastConnect, now))
  const { data } = useQuery({
    ...listAccountIps(id),
    refetchInterval: ACCOUNT_FLOW_REFRESH_MS,
    enabled: isFine && remembers && onAddresses !== undefined,
  })
  if (!isFine || lastConnect === undefined) return null
  const count = data?.ip.length ?? 0
  return (
    <ConnectedLine lastConnect={lastConnect} addresses={count} now={now}>
      {remembers && count > 0 && (
        <Button appearance="transparent" onClick={onAddresses}>
          <Trans>Client IPs</Trans>
        </Button>
      )}
    </ConnectedLine>
  )
}
