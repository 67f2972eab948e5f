import { sql } from 'kysely'
import type { Schema } from '#contract'
import type { Database } from '../../database/database.ts'

/** What has come into the database since a moment, ms: a restore to it would lose that. */
export async function lossSince(db: Database, at: number): Promise<Schema<'RestoreLoss'>> {
  const count = async (table: 'user' | 'account' | 'placedOrder' | 'ledger') => {
    const time = table === 'ledger' ? 'time' : 'createTime'
    const { rows } = await sql<{ some: number }>`
      select count(*) as "some" from ${sql.table(table)} where ${sql.ref(time)} > ${at}
    `.execute(db)
    return Number(rows[0]?.some ?? 0)
  }
  const { flow } = await db
    .selectFrom('serverFlow')
    .select(sql<number | null>`sum("up" + "down")`.as('flow'))
    .where('bucket', '>=', at)
    .executeTakeFirstOrThrow()
  return {
    users: await count('user'),
    accounts: await count('account'),
    orders: await count('placedOrder'),
    payments: await count('ledger'),
    flow: Number(flow ?? 0),
  }
}
