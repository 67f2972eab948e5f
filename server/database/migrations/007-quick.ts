import { type Kysely, SqliteAdapter } from 'kysely'
import { indexPeople } from './searching.ts'

/** Indexes for the overview and the lists of a shop with 100,000 accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, table: string, columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns).execute()
  // Counting people by day reads nothing but these.
  await index('userBySignUp', 'user', ['type', 'createTime', 'groupId'])
  await index('userByVisit', 'user', ['type', 'lastLogin', 'groupId'])
  await index('placedOrderByKind', 'placedOrder', ['kind', 'createTime', 'id', 'userId', 'status'])
  // A plan's accounts in the order of the list.
  await db.schema.dropIndex('accountByOrder').execute()
  await index('accountByOrder', 'account', ['orderId', 'port', 'portSpace'])
  if (db.getExecutor().adapter instanceof SqliteAdapter) await indexPeople(db)
}
