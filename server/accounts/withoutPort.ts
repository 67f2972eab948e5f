import { FIRST_NUMBER } from '#rules/ports.ts'
import { OPEN, PAID } from '#rules/placed.ts'
import type { Database } from '../database/database.ts'
import { letsAllInAtOnePort } from './servers/access.ts'
import { serversOf } from './servers/allowed.ts'
import { selectServers } from './servers/store.ts'
import { HIDDEN, selectTaggedServers } from './servers/tags.ts'

/**
 * Whether an account with these servers, as accounts store them, lacks nothing without a port of its
 * own: each that customers see lets all accounts in at one port, and there is one.
 */
export async function canGoWithout(tx: Database, server: string | null): Promise<boolean> {
  const allowed = serversOf({ server })
  const [servers, hidden] = await Promise.all([selectServers(tx), selectTaggedServers(tx, HIDDEN)])
  const reached = servers.filter(({ id }) => (allowed?.includes(id) ?? true) && !hidden.has(id))
  return reached.length > 0 && reached.every(letsAllInAtOnePort)
}

/** A number for an account with these servers; undefined where it lacks something without a port. */
export async function numberFor(tx: Database, server: string | null): Promise<number | undefined> {
  return (await canGoWithout(tx, server)) ? nextNumber(tx) : undefined
}

/**
 * A number for an account that has no port of its own: the one after the highest that an account has,
 * or that is set aside by an order. Requires the transaction that takes it, after `holdPortServers`.
 */
export async function nextNumber(tx: Database): Promise<number> {
  const held = await tx
    .selectFrom('account')
    .select('port')
    .where('port', '>=', FIRST_NUMBER)
    .orderBy('port', 'desc')
    .limit(1)
    .executeTakeFirst()
  const promised = await tx
    .selectFrom('placedOrder')
    .select('reservedPort as port')
    .where('reservedPort', '>=', FIRST_NUMBER)
    .where('status', 'in', [...OPEN, ...PAID])
    .where('deliveredTime', 'is', null)
    .orderBy('reservedPort', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Math.max(held?.port ?? 0, promised?.port ?? 0, FIRST_NUMBER - 1) + 1
}
