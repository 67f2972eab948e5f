import type { Schema } from '#contract'
import { closedByTerms } from './connections.ts'
import type { StoredAccount } from '../store.ts'

type State = Schema<'ConnectionState'>

/** From causes of the account to causes of a whole server, to break ties by frequency. */
const TROUBLES = [
  'inactive',
  'pending',
  'expired',
  'banned',
  'over',
  'portTaken',
  'portFailed',
  'unsupported',
  'unreachable',
  'serverDown',
  'paused',
  'opening',
] as const satisfies State[]
/** Causes that are mentioned while a client can connect elsewhere. */
const OF_ACCOUNT: readonly State[] = ['banned', 'over', 'portTaken', 'portFailed']
/** Causes on the server's side, whose details its users do not see. */
const OF_SERVER: readonly State[] = [
  'portTaken',
  'portFailed',
  'unsupported',
  'unreachable',
  'paused',
]
/** The connections of an account in one word; one without a server may still have expired. */
export function summaryOf(
  account: StoredAccount,
  connections: readonly Schema<'AccountConnection'>[],
  now: number,
): Schema<'ConnectionSummary'> {
  const terms = closedByTerms(account, now)?.state
  const having = (state: State) => connections.filter((one) => one.state === state)
  const open = having('open').length
  const troubles = TROUBLES.filter((state) => open === 0 || OF_ACCOUNT.includes(state))
  const most = Math.max(0, ...troubles.map((state) => having(state).length))
  const worst = most > 0 ? troubles.find((state) => having(state).length === most) : undefined
  const state = terms ?? worst ?? (open > 0 ? 'open' : 'noServer')
  const times = having(state).flatMap(({ until }) => until ?? [])
  return {
    state,
    servers: connections.length,
    open,
    affected: having(state).length,
    until: times.length > 0 ? Math.min(...times) : null,
    ...(state === 'open' && slowed(having('open'))),
  }
}

/** An account that is at full speed somewhere is not slowed. */
function slowed(open: readonly Schema<'AccountConnection'>[]) {
  const speeds = open.map(({ slowedTo }) => slowedTo ?? Infinity)
  const slowedTo = Math.max(...speeds)
  return Number.isFinite(slowedTo) && { slowedTo }
}

/** The connections for the account's owner: no hidden server, no details of the machine. */
export function ownConnections(
  connections: readonly Schema<'AccountConnection'>[],
  hidden: ReadonlySet<number>,
): Schema<'AccountConnection'>[] {
  return connections
    .filter(({ serverId }) => !hidden.has(serverId))
    .map(({ reason: _, ...one }) =>
      OF_SERVER.includes(one.state) ? { ...one, state: 'serverDown' } : one,
    )
}
