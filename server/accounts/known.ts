import type { Database } from '../database.ts'
import { findPlan } from '../orders/store.ts'
import { Refusal } from '../refusal.ts'
import { selectServers } from '../servers/store.ts'
import { hasUser } from '../users/store.ts'
import { serversOf } from './facts.ts'
import type { StoredAccount } from './store.ts'

type Named = Pick<StoredAccount, 'orderId' | 'server'> & { userId?: number | null }

/**
 * Refuses an account that names an owner, a plan or a server nobody knows.
 *
 * What it named `before` may stay, although it is gone by now.
 */
export async function checkKnown(db: Database, account: Named, before?: Named): Promise<void> {
  const { orderId, userId } = account
  if (userId && !(await hasUser(db, userId))) throw new Refusal(403)
  if (orderId && orderId !== before?.orderId && !(await findPlan(db, orderId)))
    throw new Refusal(403)
  if (account.server === before?.server) return
  const known = new Set((await selectServers(db)).map(({ id }) => id))
  if (serversOf(account)?.some((id) => !known.has(id))) throw new Refusal(403)
}

/** Turns the database's word that a port is held into ours; anything else goes on. */
export function portHeld(error: unknown): never {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (code === UNIQUE_VIOLATION || errcode === CONSTRAINT_UNIQUE)
    throw new Refusal(403, 'port exists')
  throw error
}

const UNIQUE_VIOLATION = '23505'
const CONSTRAINT_UNIQUE = 2067
