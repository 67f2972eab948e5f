import { expressionBuilder } from 'kysely'
import type { Database } from '../../database/database.ts'
import { remember, slicesOf } from '../../database/slices.ts'
import type { Tables } from '../../database/tables.ts'
import { usesOver } from './matching.ts'

const eb = expressionBuilder<Tables, 'account'>()

/** How many accounts' traffic is added up at a time. */
const BATCH_SIZE = 2_500

/**
 * The accounts that used more than so many percent of their cycle's traffic.
 *
 * In a large shop as they were up to a minute and a half ago: no index tells, and it takes a look
 * at each. Whoever shows them looks once more at these.
 */
export async function findUsing(db: Database, percent: number, now: number): Promise<number[]> {
  return remember(db, `using ${percent}`, async () => {
    const ids: number[] = []
    let slices = 0
    for await (const { from, to } of slicesOf(db, 'account', BATCH_SIZE)) {
      const rows = await db
        .selectFrom('account')
        .select('account.id')
        .where('account.id', '>=', from)
        .where('account.id', '<=', to)
        .where(eb.and([usesOver(percent, now)]))
        .execute()
      ids.push(...rows.map(({ id }) => id))
      slices += 1
    }
    return { value: ids, slices }
  })
}
