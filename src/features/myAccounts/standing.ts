import type { Schema } from '#contract'
import {
  accountState,
  expireOf,
  isExpired,
  isOverQuota,
  isUnlimited,
  PERIOD,
} from '#rules/account.ts'

const SOON = 259_200_000
const LOW = 0.8

/** How an account stands: what the server says, or that it ends soon. */
export type Standing = Schema<'AccountState'> | 'expiring'

/** An account's bytes: used in this cycle, bought on top, and in all; no quota is null. */
export type Usage = { used: number; pack: number; quota: number | null }

/**
 * What an account has used; `used` in bytes goes before what the account itself says.
 *
 * Older servers tell the use only server by server.
 */
export function usageOf({ data, flowUsed }: Schema<'Account'>, used = flowUsed ?? 0): Usage {
  const pack = data?.flowPack ?? 0
  return { used, pack, quota: data && data.flow > 0 ? data.flow + pack : null }
}

/**
 * How an account stands now.
 *
 * An answer kept on the device may be days old, so its end and its quota are looked at again.
 */
export function standingOf(account: Schema<'Account'>, usage: Usage, now: number): Standing {
  const { used, pack } = usage
  if (account.active && isExpired(account, now)) return 'expired'
  const said = account.state ?? accountState(account, { used, flowPack: pack }, now)
  if (said !== 'open') return said
  if (isOverQuota(account.data?.flow, pack, used)) return 'over'
  return endsSoon(account, now) ? 'expiring' : 'open'
}

/** Whether at least four fifths of the quota are used, though not all of it. */
export function isRunningLow({ used, quota }: Usage): boolean {
  return quota !== null && used >= quota * LOW && used < quota
}

/** Whether a client can connect with an account that stands so. */
export function isUsable(standing: Standing): boolean {
  return standing === 'open' || standing === 'unlimited' || standing === 'expiring'
}

/** Whether the end is less than three days away, or a fifth of a period that is short itself. */
function endsSoon(account: Schema<'Account'>, now: number) {
  const expire = expireOf(account) ?? account.data?.expire
  if (isUnlimited(account) || expire == null) return false
  return expire - now <= Math.min(SOON, (PERIOD[account.type] ?? SOON) / 5)
}
