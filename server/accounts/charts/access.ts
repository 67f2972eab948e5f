import { findAccount, type StoredAccount } from '../store.ts'
import type { Caller } from '../../http/contract.ts'
import type { Database } from '../../database/database.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { findServer, type ServerRow } from '../servers/store.ts'
import { groupOf } from '../../http/scope.ts'

/** A server; refuses an unknown one with 404. */
export async function checkServer(db: Database, serverId: number): Promise<ServerRow> {
  return found(await findServer(db, serverId), 404)
}

/** An account an admin may see: other admins those of their own group. Refuses with 403. Spec 6. */
export async function findSeenAccount(
  db: Database,
  caller: Caller,
  accountId: number,
): Promise<StoredAccount> {
  return found(await findAccount(db, accountId, groupOf(caller)))
}

/** An account of the caller's own. Refuses with 403. */
export async function findOwnAccount(
  db: Database,
  caller: Caller,
  accountId: number,
): Promise<StoredAccount> {
  const account = found(await findAccount(db, accountId))
  if (account.userId !== caller.id) throw new Refusal(403)
  return account
}
