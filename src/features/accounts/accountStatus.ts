import type { Schema } from '#contract'
import { rowColour } from '#rules/account.ts'
import { type Part, partOf, accountStatusOf, isOfServer } from '#rules/accountStatus.ts'
import { type MarkedState, stateColour } from '#ui/StateMark.tsx'
import { stateColours } from '#ui/theme.ts'

/** What the status of an account is computed from: the full account, or a row of a list. */
export type StatusSource = Schema<'Account'> | Schema<'AccountRow'>

/** The bytes an account has used in its cycle, and all it may use; null for no quota. */
export function usageOf({ data, flowUsed = 0 }: StatusSource): {
  used: number
  quota: number | null
} {
  return { used: flowUsed, quota: data && data.flow > 0 ? data.flow + (data.flowPack ?? 0) : null }
}

/** The status of an account now, and on how many of its servers, for its mark. */
export function markOf(account: StatusSource, now: number): { state: MarkedState; part?: Part } {
  const { used } = usageOf(account)
  const state = accountStatusOf(account, { used, flowPack: account.data?.flowPack ?? 0 }, now)
  return { state, part: partOf(state, account.connection) }
}

/**
 * The colour of the bar at the start of an account's row. Spec 4 colours the kinds of accounts; where
 * a server is in the way, or a part of them, it is the mark's, so that both say the same.
 */
export function barColour(account: StatusSource, now: number): string {
  const { state, part } = markOf(account, now)
  const colour = part || isOfServer(state) ? null : rowColour(account, now)
  return colour ? stateColours[colour] : stateColour(state, part)
}
