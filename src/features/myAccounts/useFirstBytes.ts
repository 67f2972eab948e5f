import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schema } from '#contract'
import { FIRST_BYTES_POLL_MS } from '#rules/timing.ts'
import { listMyAccounts } from './operations.ts'

/**
 * Whether traffic of an account has arrived since the first call, and through which server.
 *
 * Compared with the account's own times, not with the clock of this device.
 */
export function useFirstBytes(account: Schema<'Account'>): { came: boolean; server?: string } {
  const [before] = useState(account)
  const { data } = useQuery({
    ...listMyAccounts(),
    refetchInterval: FIRST_BYTES_POLL_MS,
    // People who come back from the app expect it now.
    refetchOnWindowFocus: 'always',
  })
  const latest = data?.find(({ id }) => id === account.id) ?? account
  const { lastConnect = 0, flowUsed = 0, lastServer, connections } = latest
  const came = lastConnect > (before.lastConnect ?? 0) || flowUsed > (before.flowUsed ?? 0)
  const server = connections?.find(({ serverId }) => serverId === lastServer)?.name
  return { came, ...(server !== undefined && { server }) }
}
