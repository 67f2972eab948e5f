import type { Database } from '../../database/database.ts'
import { holdRow, holdRows } from '../../database/revision.ts'
import { offerTo, selectGroupsWith } from '../../people/groups/store.ts'
import { insertPlan, removePlan } from '../../shop/plans/store.ts'
import { storedPlan } from '../../shop/plans/terms.ts'
import { reasonToKeep } from '../../shop/plans/uses.ts'
import { selectServerIds } from '../../accounts/servers/store.ts'
import type { ImportedPlan } from './imported.ts'
import type { Kind } from './kind.ts'
import { plansNamed } from './namedPlans.ts'

/** The group that is always there. */
const DEFAULT_GROUP = 0

/** Adds a plan or a flow pack from a row of a table. */
export const importPlans: Kind<'importPlans'> = {
  check: async () => undefined,
  async run({ tx, input }) {
    const { plan, prices, base, groups } = input as ImportedPlan
    const baseId = base === null ? 0 : await holdBase(tx, base)
    if (typeof baseId === 'string') return { problem: baseId }
    // Names are not unique by themselves: of two imports at the same moment, the second waits here
    // and finds what the first has added.
    await holdRow(tx, 'userGroup', DEFAULT_GROUP)
    const same = tx
      .selectFrom('plan')
      .select('id')
      .where('name', '=', plan.name)
      .where('baseId', '=', baseId)
    if (await same.limit(1).executeTakeFirst()) return { problem: 'plan exists' }
    const servers = new Set(plan.server ? await selectServerIds(tx) : [])
    if (plan.server?.some((id) => !servers.has(id))) return { problem: 'unknown server' }
    if (!(await holdRows(tx, 'userGroup', groups))) return { problem: 'unknown group' }
    const id = await insertPlan(tx, storedPlan({ ...plan, baseId }, prices))
    await offerTo(tx, id, groups)
    return { before: { id, was: await stateOf(tx, id) } }
  },
  async undo({ tx, now }, { id, was }: { id: number; was: object }) {
    if (!(await holdRow(tx, 'plan', id))) return 'gone'
    if (JSON.stringify(await stateOf(tx, id)) !== JSON.stringify(was)) return 'changed since'
    if (await reasonToKeep(tx, id, now)) return 'in use'
    await offerTo(tx, id, [])
    await removePlan(tx, id)
    return undefined
  },
}

/** The plan that a pack is for, locked; or why there is none. */
async function holdBase(tx: Database, base: string): Promise<number | string> {
  const plans = await tx.selectFrom('plan').select(['id', 'name']).where('baseId', '=', 0).execute()
  const [one, other] = plansNamed(plans, base)
  if (other) return 'several plans'
  return one && (await holdRow(tx, 'plan', one.id)) ? one.id : 'unknown plan'
}

/** What an undo must find as it was. */
async function stateOf(tx: Database, id: number) {
  const plan = await tx.selectFrom('plan').selectAll().where('id', '=', id).executeTakeFirst()
  return { ...plan, group: await selectGroupsWith(tx, id) }
}
