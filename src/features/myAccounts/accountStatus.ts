import type { Schema } from '#contract'
import { type Standing, standingOf as standingBy } from '#rules/standing.ts'

const LOW = 0.8

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

/** How an account that has used so much stands now. */
export function standingOf(account: Schema<'Account'>, usage: Usage, now: number): Standing {
  return standingBy(account, { used: usage.used, flowPack: usage.pack }, now)
}

/** Whether at least four fifths of the quota are used, though not all of it. */
export function isRunningLow({ used, quota }: Usage): boolean {
  return quota !== null && used >= quota * LOW && used < quota
}
