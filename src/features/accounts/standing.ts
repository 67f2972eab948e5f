import type { Schema } from '#contract'
import {
  accountState,
  expireOf,
  isExpired,
  isOverQuota,
  isUnlimited,
  PERIOD,
  rowColour,
} from '#rules/account.ts'
import { type MarkedState, stateColour } from '#ui/StateMark.tsx'
import { stateColours } from '#ui/theme.ts'

/** An account as far as its standing goes: in full, or as a row of a list. */
export type Standing = Schema<'Account'> | Schema<'AccountRow'>

const SOON = 259_200_000

/** The bytes an account has used in its cycle, and all it may use; null for no quota. */
export function usageOf({ data, flowUsed = 0 }: Standing): { used: number; quota: number | null } {
  return { used: flowUsed, quota: data && data.flow > 0 ? data.flow + (data.flowPack ?? 0) : null }
}

/** When an account ends, ms; null when it never does. */
export function endOf(account: Standing): number | null {
  if (isUnlimited(account)) return null
  return expireOf(account) ?? account.data?.expire ?? null
}

/** How an account stands now; a kept answer may be old, so its end is looked at again. */
export function stateOf(account: Standing, now: number): MarkedState {
  const flowPack = account.data?.flowPack ?? 0
  const used = account.flowUsed ?? 0
  if (account.active && isExpired(account, now)) return 'expired'
  const said = account.state ?? accountState(account, { used, flowPack }, now)
  if (said !== 'open') return said
  if (isOverQuota(account.data?.flow, flowPack, used)) return 'over'
  const end = endOf(account)
  const soon = Math.min(SOON, (PERIOD[account.type] ?? SOON) / 5)
  return end !== null && end - now <= soon ? 'expiring' : 'open'
}

/** The colour of the bar at the start of an account's row. Spec 4. */
export function barColour(account: Standing, now: number): string {
  const colour = rowColour(account, now)
  return colour ? stateColours[colour] : stateColour(stateOf(account, now))
}
