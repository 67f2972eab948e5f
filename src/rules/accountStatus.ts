import type { Schema } from '#contract'
import {
  accountState,
  expireOf,
  isOverQuota,
  isUnlimited,
  PERIOD,
  type TimedAccount,
} from './account.ts'

/**
 * The status of an account on screen: what prevents clients from connecting, that it goes on slowly
 * because its traffic is used up, or that it ends soon.
 */
export type AccountStatus = Schema<'ConnectionState'> | 'unlimited' | 'expiring' | 'slowed'

/** An account that may have its end only, as some rows do. */
type EndingAccount = TimedAccount & { data: { expire?: number | null } | null }

/** An account as a server returns it; `state` and `connection` may be missing. */
type ReportedAccount = EndingAccount & {
  active: number | boolean
  state?: Schema<'AccountState'>
  connection?: Schema<'ConnectionSummary'>
}

/** How many of an account's servers a status applies to. */
export type Part = { affected: number; servers: number }

/** How long before its end an account ends soon, in ms; a fifth of a period that is shorter. */
const EXPIRING_MS = 259_200_000
/** What is not the account's: a server, its port on it, or that there is none. */
const OF_SERVER: readonly AccountStatus[] = [
  'portTaken',
  'portFailed',
  'unsupported',
  'unreachable',
  'serverDown',
  'paused',
  'opening',
  'noServer',
]

/** When an account ends, in ms; null when it never does. */
export function endOf(account: EndingAccount): number | null {
  if (isUnlimited(account)) return null
  return expireOf(account) ?? account.data?.expire ?? null
}

/** Whether an account ends within three days, or within a fifth of a period that is short itself. */
export function endsSoon(account: EndingAccount, now: number): boolean {
  const end = endOf(account)
  if (end === null) return false
  return end - now <= Math.min(EXPIRING_MS, (PERIOD[account.type] ?? EXPIRING_MS) / 5)
}

/**
 * The status of an account now: what the server says, or that it ends soon; `used` and `flowPack` in
 * bytes decide where the server is too old to say.
 *
 * An answer stored on the device may be days old, so its times are checked again.
 */
export function accountStatusOf(
  account: ReportedAccount,
  usage: { used: number; flowPack: number },
  now: number,
): AccountStatus {
  const end = endOf(account)
  if (account.active && end !== null && end <= now) return 'expired'
  const reported = reportedOf(account, usage, now)
  if (reported === 'open' && isSlowed(account.connection, now)) return 'slowed'
  return reported === 'open' && endsSoon(account, now) ? 'expiring' : reported
}

/** Whether a client can connect to some server with an account of this status. */
export function isUsable(
  status: AccountStatus,
  connection: Schema<'ConnectionSummary'> | undefined,
): boolean {
  return isHealthy(status) || partOf(status, connection) !== undefined
}

/** Whether a status says that clients connect, if only to some of the servers (`partOf`). */
export function isHealthy(status: AccountStatus): boolean {
  return ['open', 'unlimited', 'expiring', 'slowed'].includes(status)
}

/** Whether paying opens an account of this status: a new period, or more traffic. */
export function isPaidFor(status: AccountStatus): boolean {
  return status === 'expired' || status === 'over'
}

/** Whether a server is in the way rather than the account: what its owner pays for changes nothing. */
export function isOfServer(status: AccountStatus): boolean {
  return OF_SERVER.includes(status)
}

/** How many servers a status applies to, where clients can still connect to others. */
export function partOf(
  status: AccountStatus,
  connection: Schema<'ConnectionSummary'> | undefined,
): Part | undefined {
  if (!connection || connection.open === 0) return undefined
  const { state, affected, servers } = connection
  if (status !== state && !(state === 'open' && isHealthy(status))) return undefined
  return affected < servers ? { affected, servers } : undefined
}

/** Whether it goes on slowly; a new cycle may have begun since the answer. */
function isSlowed(connection: Schema<'ConnectionSummary'> | undefined, now: number): boolean {
  if (!connection?.slowedTo) return false
  return connection.until === null || connection.until > now
}

function reportedOf(
  account: ReportedAccount,
  { used, flowPack }: { used: number; flowPack: number },
  now: number,
): AccountStatus {
  const { connection, data } = account
  if (connection) {
    const { state, until } = connection
    const isPast = until !== null && until <= now
    if (state !== 'open' && !isPast) return state
    return isUnlimited(account) && !isSlowed(connection, now) ? 'unlimited' : 'open'
  }
  const said = account.state ?? accountState(account, { used, flowPack }, now)
  return said === 'open' && isOverQuota(data?.flow, flowPack, used) ? 'over' : said
}
