import { type PlanSnapshot, restorePlan, takePlan } from '../../shop/plans/snapshot.ts'
import { reasonToKeep } from '../../shop/plans/uses.ts'
import type { Kind } from './kind.ts'
import { noteDeletion } from './note.ts'

/** Deletes a plan or a flow pack, refused with the words of `deleteOrder`; undo restores it. */
export const deletePlan: Kind<'deletePlan'> = {
  async check({ tx, id, now }) {
    const plan = await tx.selectFrom('plan').select('id').where('id', '=', id).executeTakeFirst()
    return plan ? reasonToKeep(tx, id, now) : 'gone'
  },
  async run(context) {
    const before = await takePlan(context.tx, context.id, context.now)
    if (typeof before === 'string') return { problem: before }
    await noteDeletion(context, 'deleteOrder', notedPlan(before))
    return { before }
  },
  async undo(context, before: PlanSnapshot) {
    const problem = await restorePlan(context.tx, before)
    if (!problem) await noteDeletion(context, 'deleteOrder', notedPlan(before))
    return problem
  },
}

const notedPlan = ({ plan, places }: PlanSnapshot) => {
  const groups = places.map(({ groupId }) => groupId)
  return { label: plan.name, row: { ...plan, ...(groups.length > 0 && { groups }) } }
}
