import { newToken } from './token.ts'
import type { Database } from '../../database/database.ts'

/** Whose an account is, and whether a device uses it. */
export function findOwner(db: Database, accountId: number) {
  return db
    .selectFrom('account')
    .leftJoin('user', 'user.id', 'account.userId')
    .leftJoin('macAccount', 'macAccount.accountId', 'account.id')
    .select(['account.userId', 'user.groupId as group', 'macAccount.id as device'])
    .where('account.id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
}

/**
 * Moves an account from one owner to another, null for nobody; says whether it was `from`'s.
 *
 * Whoever had it keeps nothing that would let them in: the link and the keys are new, devices go. The
 * password itself stays, for whoever set it up by hand, until it is changed where everybody sees it.
 */
export async function changeOwner(
  db: Database,
  accountId: number,
  { from, to }: { from: number | null; to: number | null },
): Promise<boolean> {
  // WireGuard's are made when they are wanted next.
  const anew = from === null ? {} : { subscribe: newToken(), publicKey: '', privateKey: '' }
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ userId: to, ...anew })
    .where('id', '=', accountId)
    .where('userId', from === null ? 'is' : '=', from)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (from !== null) {
    await db.deleteFrom('device').where('accountId', '=', accountId).execute()
    await db.deleteFrom('deviceFlow').where('accountId', '=', accountId).execute()
  }
  return true
}
