import type { Schema } from '#contract'
import { rowColour } from '#rules/account.ts'
import { type Part, partOf, standingOf } from '#rules/standing.ts'
import { type MarkedState, stateColour } from '#ui/StateMark.tsx'
import { stateColours } from '#ui/theme.ts'

/** An account as far as its standing goes: in full, or as a row of a list. */
export type Standing = Schema<'Account'> | Schema<'AccountRow'>

/** The bytes an account has used in its cycle, and all it may use; null for no quota. */
export function usageOf({ data, flowUsed = 0 }: Standing): { used: number; quota: number | null } {
  return { used: flowUsed, quota: data && data.flow > 0 ? data.flow + (data.flowPack ?? 0) : null }
}

/** How an account stands now, and on how many of its servers, for its mark. */
export function markOf(account: Standing, now: number): { state: MarkedState; part?: Part } {
  const { used } = usageOf(account)
  const state = standingOf(account, { used, flowPack: account.data?.flowPack ?? 0 }, now)
  return { state, part: partOf(state, account.connection) }
}

/** The colour of the bar at the start of an account's row. Spec 4. */
export function barColour(account: Standing, now: number): string {
  const colour = rowColour(account, now)
  return colour ? stateColours[colour] : stateColour(markOf(account, now).state)
}
