import type { Schema } from '#contract'
import { expireOf, isUnlimited } from '#rules/account.ts'
import { isFlowPack } from '#rules/plan.ts'
import { type PlanTerms, renewAccount } from '#rules/renewal.ts'
import { type PlanPrices, priceOf } from '#rules/planPrices.ts'
import type { PaymentMethod } from './paymentMethods.ts'

type Plan = Schema<'Plan'>
type Account = Schema<'Account'>

/** The ways, of those that are on, in which a plan is sold. */
export function paymentMethodsFor(
  plan: Partial<PlanPrices>,
  ways: readonly PaymentMethod[],
): PaymentMethod[] {
  return ways.filter((way) => priceOf(plan, way) > 0)
}

/** What can be bought at all: plans from the cheapest, then flow packs. */
export function onOffer(plans: readonly Plan[], ways: readonly PaymentMethod[]): Plan[] {
  const price = (plan: Plan) =>
    Math.max(0, ...paymentMethodsFor(plan, ways).map((way) => priceOf(plan, way)))
  const rank = (plan: Plan) => Number(isFlowPack(plan))
  return plans
    .filter((plan) => paymentMethodsFor(plan, ways).length > 0)
    .toSorted((a, b) => rank(a) - rank(b) || price(a) - price(b) || a.id - b.id)
}

/** The accounts that can be paid for: one without an end needs nothing. */
export function payable(accounts: readonly Account[]): Account[] {
  return accounts.filter((account) => !isUnlimited(account))
}

/** When an account would end once a plan is paid for; null for what adds no time. */
export function endAfter(account: Account, plan: Plan, now: number): number | null {
  const { type, cycle } = plan
  if (isFlowPack(plan) || type === null || cycle === null) return null
  // Who knows what was paid says it; otherwise the older rule holds.
  if (plan.after) return plan.after.expire
  const renewed = renewAccount(account, termsOf(plan, type, cycle), now)
  return renewed ? expireOf(renewed) : null
}

/** How much traffic each of its cycles would have then, in bytes; 0 for no limit. */
export function flowAfter(account: Account, plan: Plan, now: number): number | null {
  const { type, cycle } = plan
  if (isFlowPack(plan) || type === null || cycle === null) return null
  if (plan.after) return plan.after.flow
  return renewAccount(account, termsOf(plan, type, cycle), now)?.data.flow ?? null
}

function termsOf(plan: Plan, type: number, cycle: number): PlanTerms {
  const { id, flow, autoRemove, autoRemoveDelay, multiServerFlow, active = 1 } = plan
  // The servers and flags change neither the end nor the quota.
  return {
    id,
    type,
    cycle,
    flow,
    server: null,
    autoRemove: autoRemove ?? 0,
    autoRemoveDelay: autoRemoveDelay ?? 0,
    multiServerFlow: multiServerFlow ?? 0,
    active,
  }
}
