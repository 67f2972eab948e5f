import { useQuery } from '@tanstack/react-query'
import type { Schema } from '#contract'
import { getMyFlow } from '#features/flow/operations.ts'
import { ACCOUNT_FLOW_REFRESH_MS } from '#rules/timing.ts'
import { type Usage, usageOf } from './accountStatus.ts'

type Choice = {
  /** The server whose count is asked for where the account has one quota per server. */
  serverId: number | undefined
  /** Asks for that server even if the account knows its own sum. */
  exact?: boolean
}

/** What an account has used in its cycle; older servers tell it only server by server. */
export function useUsage(account: Schema<'Account'>, { serverId, exact }: Choice): Usage {
  const { flowUsed, multiServerFlow } = account
  const asked = flowUsed === undefined || (exact && !multiServerFlow)
  const { data } = useQuery({
    ...getMyFlow(serverId ?? 0, account.id),
    refetchInterval: ACCOUNT_FLOW_REFRESH_MS,
    enabled: serverId !== undefined && asked,
  })
  return usageOf(account, asked ? (data?.[0] ?? flowUsed) : flowUsed)
}
