import type { Selectable } from 'kysely'
import type { Schema } from '#contract'
import { PERIOD, normalType } from '#rules/account.ts'
import type { PlanTerms } from '#rules/renewal.ts'
import type { Database } from '../../database/database.ts'
import { findPlan } from '../plans/store.ts'
import type { PlacedOrderTable } from '../../database/tables.ts'
import { Undeliverable } from './failure.ts'

/** What somebody bought: the terms of a plan or flow pack that shape an account. */
export type Sold = Pick<
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

/** The terms a plan is sold on now. Kept with the order, so that editing the plan changes no order. */
export function soldOf(plan: Schema<'Plan'>): Sold {
  const { id, baseId, name, type, cycle, flow, refTime, server } = plan
  const { autoRemove, autoRemoveDelay, portRange, multiServerFlow, active } = plan
  const length = { type, cycle, flow, refTime }
  const removal = { autoRemove, autoRemoveDelay }
  return { id, baseId, name, ...length, server, ...removal, portRange, multiServerFlow, active }
}

/** What an order sold; of older servers' orders the plan as it is now. Throws when that is gone. */
export async function soldBy(
  db: Database,
  { terms, planId }: Pick<Selectable<PlacedOrderTable>, 'terms' | 'planId'>,
): Promise<Sold> {
  if (terms !== null) return JSON.parse(terms)
  const plan = planId === null ? undefined : await findPlan(db, planId)
  if (!plan) throw new Undeliverable('planGone')
  return soldOf(plan)
}

/** The terms of a plan for the rules of renewal. Throws when it has no period. */
export function termsToApply(sold: Sold): PlanTerms {
  const type = sold.type === null ? 0 : normalType(sold.type)
  if (PERIOD[type] === undefined || !sold.cycle || sold.cycle < 1)
    throw new Undeliverable('planIncomplete')
  return {
    id: sold.id,
    type,
    cycle: sold.cycle,
    flow: sold.flow,
    server: sold.server,
    autoRemove: sold.autoRemove ?? 0,
    autoRemoveDelay: sold.autoRemoveDelay ?? 0,
    multiServerFlow: sold.multiServerFlow ?? 0,
    active: sold.active ?? 1,
  }
}
