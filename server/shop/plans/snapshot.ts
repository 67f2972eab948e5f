import type { Insertable } from 'kysely'
import type { Database } from '../../database/database.ts'
import { holdRow, holdRows } from '../../database/revision.ts'
import type { PlanTable } from '../../database/tables.ts'
import {
  offerAt,
  offerTo,
  type PlanPlace,
  selectGroupsWith,
  selectPlaces,
} from '../../people/groups/store.ts'
import { removePlan } from './store.ts'
import { reasonToKeep } from './uses.ts'

/** A deleted plan. What else names it, such as orders and sets of permissions, goes on naming it. */
export type PlanSnapshot = {
  plan: Insertable<PlanTable> & { id: number }
  /** Where it stood on the lists of groups. */
  places: PlanPlace[]
  /** Others that had its name already. */
  namesakes: number[]
}

/** The group that is always there. */
const DEFAULT_GROUP = 0

/**
 * Deletes a plan; returns it as `restorePlan` takes it, or why it stays: `gone`, or the words of
 * `reasonToKeep`. Requires a transaction.
 */
export async function takePlan(
  tx: Database,
  id: number,
  now: number,
): Promise<PlanSnapshot | string> {
  if (!(await holdRow(tx, 'plan', id))) return 'gone'
  const why = await reasonToKeep(tx, id, now)
  if (why) return why
  const found = tx.selectFrom('plan').selectAll().where('id', '=', id)
  const plan = await found.executeTakeFirstOrThrow()
  // Locked before they are read: another admin may change a list at the same moment.
  await holdRows(tx, 'userGroup', await selectGroupsWith(tx, id))
  const places = await selectPlaces(tx, id)
  const namesakes = await selectNamesakes(tx, plan)
  await offerTo(tx, id, [])
  await removePlan(tx, id)
  return { plan, places, namesakes }
}

/**
 * Restores a plan under its id; returns why it did not: `base gone`, `plan exists` when another got
 * its name since, `changed since` when its id is taken. Groups that are gone, or may buy every plan
 * by now, are left as they are. Requires a transaction.
 */
export async function restorePlan(
  tx: Database,
  { plan, places, namesakes }: PlanSnapshot,
): Promise<string | undefined> {
  if (plan.baseId && !(await holdRow(tx, 'plan', plan.baseId))) return 'base gone'
  // Names are not unique by themselves; an import that adds one waits here, too.
  await holdRow(tx, 'userGroup', DEFAULT_GROUP)
  const others = await selectNamesakes(tx, plan)
  if (others.some((id) => !namesakes.includes(id))) return 'plan exists'
  const back = await tx
    .insertInto('plan')
    .values(plan)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!back) return 'changed since'
  await offerAt(tx, back.id, places)
  return undefined
}

/** The other plans, or other flow packs for the same plan, that have its name. */
async function selectNamesakes(tx: Database, { id, name, baseId = 0 }: PlanSnapshot['plan']) {
  const rows = await tx
    .selectFrom('plan')
    .select('id')
    .where('name', '=', name)
    .where('baseId', '=', baseId)
    .where('id', '<>', id)
    .execute()
  return rows.map((row) => row.id)
}
