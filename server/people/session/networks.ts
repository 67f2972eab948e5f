import type { Database } from '../../database/database.ts'
import type { World } from '../../http/world.ts'
import { networkHash } from '../../http/limits/shared.ts'

/** How long a network counts as known after the last login from it. */
const LIFETIME_MS = 90 * 86_400_000

type From = Pick<World, 'secret' | 'now'> & { db: Database; client: string }

/** Records that a person logged in from here, or proved that a mailbox is theirs. */
export async function recordNetwork(from: From, userId: number): Promise<void> {
  const lastTime = from.now()
  await from.db
    .insertInto('knownNetwork')
    .values({ userId, network: networkHash(from), lastTime })
    .onConflict((conflict) => conflict.columns(['userId', 'network']).doUpdateSet({ lastTime }))
    .execute()
}

/** Whether a person has logged in from here before. */
export async function isKnownNetwork(from: From, userId: number): Promise<boolean> {
  const row = await from.db
    .selectFrom('knownNetwork')
    .select('userId')
    .where('userId', '=', userId)
    .where('network', '=', networkHash(from))
    .where('lastTime', '>', from.now() - LIFETIME_MS)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes networks without a login for a long time. */
export async function removeOldNetworks(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('knownNetwork')
    .where('lastTime', '<=', now - LIFETIME_MS)
    .execute()
}
