import { clientOf } from '../../network/client.ts'
import type { Database } from '../../database/database.ts'
import type { World } from '../../http/world.ts'

/** How long they are remembered, ms. */
const CACHE_MS = 10_000

/** Whether a node was last linked from a client's address, so that it likely is that node again. */
export function openKnownAddresses(world: Pick<World, 'db'>): (client: string) => Promise<boolean> {
  let known: Promise<Set<string>> | undefined
  let readAt = 0
  return async (client) => {
    if (!known || performance.now() - readAt >= CACHE_MS) {
      readAt = performance.now()
      known = read(world.db)
      known.catch(() => (known = undefined))
    }
    return (await known).has(client)
  }
}

async function read(db: Database): Promise<Set<string>> {
  const rows = await db
    .selectFrom('node')
    .select('address')
    .where('state', '=', 'active')
    .where('address', '!=', '')
    .execute()
  return new Set(rows.map(({ address }) => clientOf(address)))
}
