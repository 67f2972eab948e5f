import type { Insertable, Selectable } from 'kysely'
import type { Schema } from '#contract'
import { pricesBy, withPrices } from '#rules/planPrices.ts'
import type { Database } from '../../database/database.ts'
import type { PlanTable } from '../../database/tables.ts'

type Plan = Schema<'Plan'>

/** Every plan and flow pack, in no order. */
export async function selectPlans(db: Database): Promise<Plan[]> {
  const rows = await db.selectFrom('plan').selectAll().execute()
  return rows.map(toPlan)
}

/** The plan with this id, if there is one. */
export async function findPlan(db: Database, id: number): Promise<Plan | undefined> {
  const row = await db.selectFrom('plan').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toPlan(row)
}

/** How many accounts are on each plan, by its id. */
export async function selectAccountNumbers(db: Database): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('account')
    .select(({ fn }) => ['orderId', fn.countAll<number>().as('accounts')])
    .where('orderId', '>', 0)
    .groupBy('orderId')
    .execute()
  return new Map(rows.map(({ orderId, accounts }) => [orderId, accounts]))
}

/** Inserts a plan; returns its id. */
export async function insertPlan(db: Database, plan: Insertable<PlanTable>): Promise<number> {
  const { id } = await db.insertInto('plan').values(plan).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Updates a plan. */
export async function changePlan(
  db: Database,
  id: number,
  plan: Insertable<PlanTable>,
): Promise<void> {
  await db.updateTable('plan').set(plan).where('id', '=', id).execute()
}

/** Deletes a plan. Requires a transaction that locks it and has checked its uses. */
export async function removePlan(db: Database, id: number): Promise<void> {
  await db.deleteFrom('plan').where('id', '=', id).execute()
}

function toPlan({ server, prices: others, ...plan }: Selectable<PlanTable>): Plan {
  // Stored as cents, so that sums of money stay exact.
  const cents = pricesBy({ ...plan, prices: JSON.parse(others) }, (price) => price / 100)
  const prices = withPrices(cents)
  return { ...plan, ...prices, server: server === null ? null : JSON.parse(server) }
}
