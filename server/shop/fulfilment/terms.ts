import type { Selectable } from 'kysely'
import type { Schema } from '#contract'
import { PERIOD, normalType } from '#rules/account.ts'
import type { PlanTerms } from '#rules/renewal.ts'
import type { Database } from '../../database/database.ts'
import { findPlan } from '../plans/store.ts'
import type { PlacedOrderTable } from '../../database/tables.ts'
import { FulfilmentError } from './failure.ts'

/** What was bought: the terms of a plan or flow pack that shape an account. */
export type PurchasedTerms = Pick<
  Schema<'Plan'>,
  | 'id'
  | 'baseId'
  | 'name'
  | 'type'
  | 'cycle'
  | 'flow'
  | 'refTime'
  | 'server'
  | 'autoRemove'
  | 'autoRemoveDelay'
  | 'portRange'
  | 'multiServerFlow'
  | 'active'
>

/**
 * The current terms of a plan. Stored with the order, so that editing the plan changes no order.
 */
export function purchasedTermsOf(plan: Schema<'Plan'>): PurchasedTerms {
  const { id, baseId, name, type, cycle, flow, refTime, server } = plan
  const { autoRemove, autoRemoveDelay, portRange, multiServerFlow, active } = plan
  const length = { type, cycle, flow, refTime }
  const removal = { autoRemove, autoRemoveDelay }
  return { id, baseId, name, ...length, server, ...removal, portRange, multiServerFlow, active }
}

/** What an order sold; for older servers' orders the present plan. Throws when that is gone. */
export async function purchasedTermsIn(
  db: Database,
  { terms, planId }: Pick<Selectable<PlacedOrderTable>, 'terms' | 'planId'>,
): Promise<PurchasedTerms> {
  if (terms !== null) return JSON.parse(terms)
  const plan = planId === null ? undefined : await findPlan(db, planId)
  if (!plan) throw new FulfilmentError('planGone')
  return purchasedTermsOf(plan)
}

/** The terms of a plan for the rules of renewal. Throws when it has no period. */
export function termsToApply(purchased: PurchasedTerms): PlanTerms {
  const type = purchased.type === null ? 0 : normalType(purchased.type)
  if (PERIOD[type] === undefined || !purchased.cycle || purchased.cycle < 1)
    throw new FulfilmentError('planIncomplete')
  return {
    id: purchased.id,
    type,
    cycle: purchased.cycle,
    flow: purchased.flow,
    server: purchased.server,
    autoRemove: purchased.autoRemove ?? 0,
    autoRemoveDelay: purchased.autoRemoveDelay ?? 0,
    multiServerFlow: purchased.multiServerFlow ?? 0,
    active: purchased.active ?? 1,
  }
}
