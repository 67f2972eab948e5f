import type { Expression, SqlBool } from 'kysely'
import type { Database } from '../../database/database.ts'
import { remember, slicesOf } from '../../database/slices.ts'

/** How many accounts' traffic is added up at a time. */
const BATCH_SIZE = 2_500

/**
 * The accounts that meet a condition without an index, which takes a scan of all.
 *
 * In a large shop up to 90 s old; callers check these again before they show them. `name` is the
 * cache key: everything in the condition but the time.
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
      // Hundreds of thousands are more than one call can take as arguments.
      for (const { id } of rows) ids.push(id)
      slices += 1
    }
    return { value: ids, slices }
  })
}
