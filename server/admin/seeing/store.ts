import type { Selectable } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { CustomerViewTable } from '../../database/tables.ts'

/** A session of an admin that shows what a customer sees. */
export type View = Selectable<CustomerViewTable>

/** What a session shows. */
export function findView(db: Database, sessionId: string): Promise<View | undefined> {
  const views = db.selectFrom('customerView').selectAll()
  return views.where('sessionId', '=', sessionId).executeTakeFirst()
}

/** Begins a view; false where the session has one. */
export async function insertView(db: Database, view: View): Promise<boolean> {
  const row = await db
    .insertInto('customerView')
    .values(view)
    .onConflict((conflict) => conflict.column('sessionId').doNothing())
    .returning('sessionId')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends exactly this view; false where it has ended already. */
export async function removeView(db: Database, { sessionId, startTime }: View): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('customerView')
    .where('sessionId', '=', sessionId)
    .where('startTime', '=', startTime)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Every view, with what it depends on as it is now. */
export async function selectViews(db: Database) {
  const rows = await db
    .selectFrom('customerView')
    .leftJoin('session', 'session.id', 'customerView.sessionId')
    .leftJoin('user as admin', 'admin.id', 'customerView.adminId')
    .leftJoin('user as customer', 'customer.id', 'customerView.userId')
    .selectAll('customerView')
    .select(['session.id as openSession', 'admin.type as adminType', 'admin.groupId as adminGroup'])
    .select(['admin.rights', 'customer.type as customerType', 'customer.groupId as customerGroup'])
    .execute()
  return rows.map(
    ({ openSession, adminType, adminGroup, rights, customerType, customerGroup, ...view }) => ({
      ...view,
      session: openSession !== null,
      admin: known({ type: adminType, groupId: adminGroup, rights }),
      customer: known({ type: customerType, groupId: customerGroup }),
    }),
  )
}

type Known<Row> = {
  [Name in keyof Row]: Name extends 'type' | 'groupId' ? NonNullable<Row[Name]> : Row[Name]
}

/** A joined person, where there is one. */
function known<Row extends { type: unknown; groupId: unknown }>(row: Row): Known<Row> | undefined {
  return row.type === null || row.groupId === null ? undefined : (row as Known<Row>)
}
