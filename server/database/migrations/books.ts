import { type QueryExecutorProvider, sql } from 'kysely'
import { isPostgres } from '../database.ts'

/** What must be the same before and after an upgrade: sums by name, whole numbers as text. */
export type Books = Readonly<Record<string, string>>

/** An upgrade that would change what a shop owes and has earned; the message is a sentence. */
export class BooksDiffer extends Error {}

/** What is counted of a table: all its rows, and the sums of these columns. */
const COUNTED: Record<string, readonly string[]> = {
  user: ['id'],
  account: ['id', 'flow', 'cycleStart', 'expireTime', 'active'],
  placedOrder: ['id', 'amount', 'refunded', 'paidTime', 'deliveredTime'],
  ledger: ['id', 'amount'],
  giftcard: ['id'],
  usage: ['bytes'],
  flow5min: ['up', 'down'],
  flowHour: ['up', 'down'],
  flowDay: ['up', 'down'],
  flowMonth: ['up', 'down'],
  serverFlow: ['up', 'down'],
  serverFlowMonth: ['up', 'down'],
}

/**
 * Counts accounts, orders, cents of the ledger by currency and book, and bytes of traffic. Tables and
 * columns that a database does not have are left out. A step that moves one of these on purpose has
 * to change this list with it.
 */
export async function booksOf(db: QueryExecutorProvider): Promise<Books> {
  const columns = await countedIn(db)
  const books: Record<string, string> = {}
  for (const [table, names] of columns) {
    const sums = names.map(
      (name) => sql`cast(coalesce(sum(${sql.ref(name)}), 0) as text) as ${sql.ref(name)}`,
    )
    const all = [sql`cast(count(*) as text) as "rows"`, ...sums]
    const { rows } = await sql<Record<string, string>>`
      select ${sql.join(all)} from ${sql.table(table)}`.execute(db)
    for (const [name, sum] of Object.entries(rows[0] ?? {})) books[`${table} ${name}`] = sum
  }
  if (!columns.has('ledger')) return books
  for (const side of ['credit', 'debit']) {
    // What is owed has a book for each order; the others are a few.
    const book = sql`case when ${sql.ref(side)} like 'owed:%' then 'owed' else ${sql.ref(side)} end`
    const { rows } = await sql<{ book: string; currency: string; cents: string }>`
      select ${book} as "book", "currency", cast(sum("amount") as text) as "cents"
      from "ledger" group by 1, 2`.execute(db)
    for (const { book: name, currency, cents } of rows)
      books[`ledger ${side} ${name} ${currency}`] = cents
  }
  return books
}

/** Throws `BooksDiffer` where something that was counted before is another number now, or gone. */
export function compareBooks(before: Books, after: Books): void {
  const different = Object.keys(before).filter((name) => before[name] !== after[name])
  if (different.length === 0) return
  const [name = ''] = different
  const more = different.length > 1 ? `, and ${different.length - 1} more` : ''
  throw new BooksDiffer(
    `its books would not be the same after the upgrade: ${name} was ${before[name]}, and would be ${after[name] ?? 'gone'}${more}`,
  )
}

/** What is counted, as far as it is there; other consoles write to none of it until the transaction ends. */
export async function holdBooks(tx: QueryExecutorProvider): Promise<void> {
  if (!isPostgres(tx)) return
  for (const table of (await countedIn(tx)).keys())
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
}

async function countedIn(db: QueryExecutorProvider): Promise<Map<string, string[]>> {
  const found = isPostgres(db)
    ? sql<{ table: string; column: string }>`
        select table_name as "table", column_name as "column" from information_schema.columns
        where table_schema = current_schema()`
    : sql<{ table: string; column: string }>`
        select "of".name as "table", "column".name as "column"
        from sqlite_schema as "of", pragma_table_info("of".name) as "column"
        where "of".type = 'table'`
  const { rows } = await found.execute(db)
  const known = new Set(rows.map(({ table, column }) => `${table}.${column}`))
  const tables = new Set(rows.map(({ table }) => table))
  return new Map(
    Object.entries(COUNTED)
      .filter(([table]) => tables.has(table))
      .map(([table, names]) => [table, names.filter((name) => known.has(`${table}.${name}`))]),
  )
}
