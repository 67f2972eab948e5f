import type { Database } from '../../database/database.ts'
import { STEP } from './slots.ts'

// Fewer bytes in a slot mean that a client is connected but idle.
const MIN_USED_BYTES = 100_000
const FINE_FIRST = ['flow5min', 'flowHour', 'flowDay'] as const

/** When an account was last used on any server, however little; 0 for never. */
export async function findLastSeen(db: Database, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('usage')
    .select((eb) => eb.fn.max<number | null>('lastSeen').as('lastSeen'))
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  return row?.lastSeen ?? 0
}

/** When an account was last used beyond idling on a server; 0 for never. */
export async function findLastUse(
  db: Database,
  serverId: number,
  accountId: number,
): Promise<number> {
  for (const table of FINE_FIRST) {
    const row = await db
      .selectFrom(table)
      .select('bucket')
      .where('accountId', '=', accountId)
      .where('serverId', '=', serverId)
      .where((eb) => eb(eb('up', '+', eb.ref('down')), '>', MIN_USED_BYTES))
      .orderBy('bucket', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (row) return within(row.bucket, STEP[table], await findSeen(db, serverId, accountId))
  }
  return 0
}

/** A slot stores only when it began; the last activity may be inside it. */
const within = (start: number, step: number, seen: number) =>
  seen >= start && seen < start + step ? seen : start

async function findSeen(db: Database, serverId: number, accountId: number) {
  const row = await db
    .selectFrom('usage')
    .select('lastSeen')
    .where('accountId', '=', accountId)
    .where('serverId', '=', serverId)
    .executeTakeFirst()
  return row?.lastSeen ?? 0
}
