import type { Schema } from '#contract'
import { type AccountStatus, accountStatusOf, isHealthy } from '#rules/accountStatus.ts'

const LOW = 0.8

/** An account's bytes: used in this cycle, bought on top, and in all; no quota is null. */
export type Usage = { used: number; pack: number; quota: number | null }

/**
 * What an account has used; `used` in bytes takes precedence over the account's own figure.
 *
 * The usage may be known per server only.
 */
export function usageOf({ data, flowUsed }: Schema<'Account'>, used = flowUsed ?? 0): Usage {
  const pack = data?.flowPack ?? 0
  return { used, pack, quota: data && data.flow > 0 ? data.flow + pack : null }
}

/** The status of an account with this usage now. */
export function statusOf(account: Schema<'Account'>, usage: Usage, now: number): AccountStatus {
  return accountStatusOf(account, { used: usage.used, flowPack: usage.pack }, now)
}

/** Whether a line of its own says when an account was last used; a server too old does not send it. */
export function saysUse({ lastConnect }: Schema<'Account'>, status: AccountStatus): boolean {
  return isHealthy(status) && lastConnect !== undefined
}

/** Whether at least four fifths of the quota are used, though not all of it. */
export function isRunningLow({ used, quota }: Usage): boolean {
  return quota !== null && used >= quota * LOW && used < quota
}
