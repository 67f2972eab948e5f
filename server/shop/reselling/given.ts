import type { Database } from '../../database/database.ts'

/**
 * What the accounts of a group's customers may use in a cycle, bytes in all, and whether one of them
 * has no quota: a reseller's limit of traffic is held against this.
 */
export async function trafficGiven(db: Database, groupId: number) {
  const { flow, least } = await db
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.userId')
    .select((eb) => [
      eb.fn.sum<number | string | null>('account.flow').as('flow'),
      // A quota of 0 is none.
      eb.fn.min<number | null>('account.flow').as('least'),
    ])
    .where('user.groupId', '=', groupId)
    .where('user.type', '=', 'normal')
    .executeTakeFirstOrThrow()
  return { bytes: Number(flow ?? 0), isUnlimited: least === 0 }
}
