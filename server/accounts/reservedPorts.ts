import { OPEN, PAID } from '#rules/placed.ts'
import type { Database } from '../database/database.ts'

/** A base port set aside, and the servers of the account it is for as accounts store them. */
export type ReservedPort = { port: number; server: string | null }

/**
 * The base ports set aside for accounts that are being bought: of orders that can still be paid, and
 * of those that are paid and not delivered. They end with the order.
 */
export async function selectReservedPorts(db: Database): Promise<ReservedPort[]> {
  const rows = await db
    .selectFrom('placedOrder')
    .select(['reservedPort', 'terms'])
    .where('reservedPort', 'is not', null)
    .where('status', 'in', [...OPEN, ...PAID])
    .where('deliveredTime', 'is', null)
    .execute()
  return rows.flatMap(({ reservedPort, terms }) => {
    if (reservedPort === null) return []
    const servers: number[] | null = JSON.parse(terms ?? '{}').server ?? null
    return { port: reservedPort, server: servers && JSON.stringify(servers) }
  })
}
