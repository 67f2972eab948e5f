import type { Schema } from '#contract'
import { accountStatusOf } from '#rules/accountStatus.ts'
import { usageOf } from './accountStatus.ts'

type Connection = Schema<'AccountConnection'>

/** One reason why clients cannot connect, and where; `until` in ms. */
export type Trouble = {
  state: Exclude<Schema<'ConnectionState'>, 'open'> | 'lacksUdp'
  servers: readonly Connection[]
  until: number | null
  reason: string | undefined
}

/** What closes an account everywhere, so that servers need not be named. */
const EVERYWHERE = ['expired', 'inactive', 'pending', 'noServer'] as const

/**
 * Why clients cannot connect with an account, what closes it everywhere alone; else by reason, in
 * the order of the servers. Nothing from a server too old to say, or when all is well.
 */
export function groupsOf(account: Schema<'Account'>, now: number): Trouble[] {
  const { connections, connection } = account
  if (!connections || !connection) return []
  const usage = { used: usageOf(account).used, flowPack: account.data?.flowPack ?? 0 }
  const status = accountStatusOf(account, usage, now)
  const everywhere = EVERYWHERE.find((state) => state === status)
  if (everywhere)
    return [{ state: everywhere, servers: [], until: connection.until, reason: undefined }]
  // The answer may be a stored one: an end in it may have passed by now.
  const closed = connections.filter(({ until }) => until === null || until > now)
  return [...Map.groupBy(closed, keyOf).values()].flatMap((servers) => {
    const [first] = servers
    if (!first) return []
    const state = first.state === 'open' && first.lacksUdp ? 'lacksUdp' : first.state
    if (state === 'open') return []
    return [{ state, servers, until: first.until, reason: first.reason }]
  })
}

const keyOf = ({ state, until, reason, lacksUdp }: Connection) =>
  [state, until, reason, lacksUdp].join(' ')
