import type { Database } from '../database/database.ts'
import { Refusal } from '../base/refusal.ts'
import { holdRow } from '../database/revision.ts'
import { selectServers } from './servers/store.ts'
import { hasUser } from '../people/users/store.ts'
import { serversOf } from './servers/allowed.ts'
import type { StoredAccount } from './store.ts'

type Named = Pick<StoredAccount, 'orderId' | 'server'> & { userId?: number | null }

/**
 * Refuses an account that names an owner, a plan or a server that does not exist.
 *
 * What it named `before` may stay, even if it has been deleted. Requires a transaction: the plan's
 * row is locked, so that it is not deleted before the account is inserted.
 */
export async function checkKnown(db: Database, account: Named, before?: Named): Promise<void> {
  const { orderId, userId } = account
  if (userId && !(await hasUser(db, userId))) throw new Refusal(403)
  if (orderId && orderId !== before?.orderId && !(await holdRow(db, 'plan', orderId)))
    throw new Refusal(403)
  if (account.server === before?.server) return
  const existing = new Set((await selectServers(db)).map(({ id }) => id))
  if (serversOf(account)?.some((id) => !existing.has(id))) throw new Refusal(403)
}

/** Maps the database's unique violation on a port to our refusal; rethrows anything else. */
export function portHeld(error: unknown): never {
  if (isHeld(error)) throw new Refusal(403, 'port exists')
  throw error
}

/** Whether the database error is a unique violation on this name. */
export function isHeld(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === UNIQUE_VIOLATION || errcode === CONSTRAINT_UNIQUE
}

const UNIQUE_VIOLATION = '23505'
const CONSTRAINT_UNIQUE = 2067
