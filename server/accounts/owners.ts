import { newToken } from './token.ts'
import type { Database } from '../database/database.ts'
import { sealedLink } from '../database/secret/links.ts'

/** The owner of an account, and whether a device uses it. */
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
 * Moves an account from one owner to another, null for none; returns whether it was `from`'s.
 *
 * The former owner loses access: the link and the keys are new, devices are removed. The password
 * itself stays, for clients set up by hand, until it is changed on the account.
 */
export async function changeOwner(
  db: Database,
  accountId: number,
  { from, to }: { from: number | null; to: number | null },
): Promise<boolean> {
  // WireGuard keys are generated when they are next needed.
  const renewed =
    from === null ? {} : { ...(await sealedLink(db, newToken())), publicKey: '', privateKey: '' }
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ userId: to, ...renewed })
    .where('id', '=', accountId)
    .where('userId', from === null ? 'is' : '=', from)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (from !== null) {
    await db.deleteFrom('formerKey').where('accountId', '=', accountId).execute()
    await db.deleteFrom('device').where('accountId', '=', accountId).execute()
    await db.deleteFrom('deviceFlow').where('accountId', '=', accountId).execute()
  }
  return true
}
