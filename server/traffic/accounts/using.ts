import type { Expression, SqlBool } from 'kysely'
import type { Database } from '../../database/database.ts'
import { remember, slicesOf } from '../../database/slices.ts'

/** How many accounts' traffic is added up at a time. */
const BATCH_SIZE = 2_500

/**
 * The accounts of which something is true that no index tells, so that it takes a look at each.
 *
 * In a large shop as they were up to a minute and a half ago; whoever shows them looks once more at
 * these. `name` holds all the condition says but the time.
 */
export function findUnindexed(
  db: Database,
  { name, condition }: { name: string; condition: Expression<SqlBool> },
): Promise<number[]> {
  return remember(db, `accounts ${name}`, async () => {
    const ids: number[] = []
    let slices = 0
    for await (const { from, to } of slicesOf(db, 'account', BATCH_SIZE)) {
      const rows = await db
        .selectFrom('account')
        .select('account.id')
        .where('account.id', '>=', from)
        .where('account.id', '<=', to)
        .where(condition)
        .execute()
      // Hundreds of thousands are more than can be given to one call.
      for (const { id } of rows) ids.push(id)
      slices += 1
    }
    return { value: ids, slices }
  })
}
