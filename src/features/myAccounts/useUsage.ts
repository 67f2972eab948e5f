import { useQuery } from '@tanstack/react-query'
import type { Schema } from '#contract'
import { getMyFlow } from '#features/flow/operations.ts'
import { ACCOUNT_FLOW_REFRESH_MS } from '#rules/timing.ts'
import { type Usage, usageOf } from './accountStatus.ts'

type Choice = {
  /** The server whose usage is requested where the account has one quota per server. */
  serverId: number | undefined
  /** Requests that server even if the account carries its own sum. */
  exact?: boolean
}

/** What an account has used in its cycle; requested per server where the account does not carry it. */
export function useUsage(account: Schema<'Account'>, { serverId, exact }: Choice): Usage {
  const { flowUsed, multiServerFlow } = account
  const isNeeded = flowUsed === undefined || (exact && !multiServerFlow)
  const { data } = useQuery({
    ...getMyFlow(serverId ?? 0, account.id),
    refetchInterval: ACCOUNT_FLOW_REFRESH_MS,
    enabled: serverId !== undefined && isNeeded,
  })
  return usageOf(account, isNeeded ? (data?.[0] ?? flowUsed) : flowUsed)
}
