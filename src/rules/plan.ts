import { ACCOUNT_TYPES, isExpired, PERIOD, type TimedAccount } from './account.ts'
import { nearestCents } from './price.ts'

/** What decides whether a plan may be chosen; `baseId` names the plan a flow pack belongs to. */
export type PlanChoice = { id: number; baseId: number; changeOrderType: number | boolean | null }

/** The types a new plan may have. Spec 9. */
export const PLAN_TYPES = [2, 3, 4, 5] as const

/** The periods that payment settings have prices for. Spec 3. */
export const PAYMENT_PERIODS = ['hour', 'day', 'week', 'month', 'season', 'year'] as const

/** Whether this is a flow pack, which adds traffic to a cycle; a plan adds time. Spec 3. */
export function isFlowPack({ baseId }: { baseId: number }): boolean {
  return baseId !== 0
}

/**
 * The plans a person may pay for, out of all plans; `groupPlans` are those of the person's group,
 * null for all, and `account` the one to renew, null for a new one.
 *
 * A pack needs a valid account on its own plan. A valid account on a plan that forbids changing may
 * only renew that, unless its group no longer offers it.
 */
export function allowedPlans<Plan extends PlanChoice>(
  plans: readonly Plan[],
  groupPlans: readonly number[] | null,
  account: (TimedAccount & { orderId: number }) | null,
  now: number,
): Plan[] {
  const held = account && !isExpired(account, now) ? account.orderId : 0
  const isHeld = (plan: Plan) => held !== 0 && (plan.id === held || plan.baseId === held)

  const offered = plans.filter(
    (plan) =>
      (groupPlans === null || groupPlans.includes(plan.id)) && (!isFlowPack(plan) || isHeld(plan)),
  )
  const isFixed = plans.some((plan) => plan.id === held && !plan.changeOrderType)
  const own = isFixed ? offered.filter(isHeld) : []
  return own.length > 0 ? own : offered
}

const MONTH_MS = PERIOD[ACCOUNT_TYPES.month] ?? 0

/**
 * What a plan costs for 30 days, for comparing it with others; null for one that lasts as long, or
 * less, as nobody buys 30 of them. The price in units, rounded to cents.
 */
export function monthlyPrice(
  { type, cycle }: { type: number | null; cycle: number | null },
  price: number,
): number | null {
  const length = (PERIOD[type ?? 0] ?? 0) * (cycle ?? 1)
  if (length <= MONTH_MS || price <= 0) return null
  return nearestCents((price * MONTH_MS) / length) / 100
}
