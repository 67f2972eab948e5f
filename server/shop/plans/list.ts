import type { Schema } from '#contract'
import { isFlowPack } from '#rules/plan.ts'
import type { Database } from '../../database/database.ts'
import { byName } from '../../database/lists/byName.ts'
import { selectPlans } from './store.ts'

/** Every plan by its name, each with its flow packs after it; packs whose plan is gone come last. */
export async function listPlans(db: Database): Promise<Schema<'Plan'>[]> {
  const all = (await selectPlans(db)).toSorted((a, b) => byName(a.name, b.name) || a.id - b.id)
  const plans = all.filter((plan) => !isFlowPack(plan))
  const ids = new Set(plans.map(({ id }) => id))
  const lost = all.filter((pack) => isFlowPack(pack) && !ids.has(pack.baseId))
  return [
    ...plans.flatMap((plan) => [plan, ...all.filter(({ baseId }) => baseId === plan.id)]),
    ...lost,
  ]
}
