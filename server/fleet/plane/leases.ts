import { sql } from 'kysely'
import { idsIn } from '../../engine/portKey.ts'
import type { Database } from '../../database/database.ts'
import type { Slice } from '../../database/slices.ts'
import type { Lease, LeaseBook } from '../../engine/console/leases.ts'
import { portions } from '../../accounts/flow/portions.ts'
import { nodeCarrier } from '../../accounts/servers/carrier.ts'

/** Bytes a carrier that is away may still carry for a key, until a moment (ms) at the latest. */
export type Lent = { key: string; carrier: string; bytes: number; end: number }

/**
 * By how much later than the console a node may notice that their link has ended, ms: it is last
 * noted a minute before, and takes another to be noticed.
 */
const MARGIN_MS = 5 * 60_000
const HOUR_MS = 3_600_000

/** The leases of one node, in the database. */
export function leaseBook(db: Database, nodeId: number): LeaseBook {
  return { load, save, remove }

  function load(): Promise<Lease[]> {
    return db
      .selectFrom('portLease')
      .select(['key', 'epoch', 'until', 'lastsMs'])
      .where('nodeId', '=', nodeId)
      .execute()
  }

  async function save(leases: readonly Lease[]): Promise<void> {
    const rows = leases.map(({ key, epoch, until, lastsMs }) => {
      return { nodeId, key, accountId: idsIn(key).accountId, epoch, until, lastsMs }
    })
    for (const values of portions(rows))
      await db
        .insertInto('portLease')
        .values(values)
        .onConflict((conflict) =>
          conflict.columns(['nodeId', 'key']).doUpdateSet((eb) => ({
            epoch: eb.ref('excluded.epoch'),
            until: eb.ref('excluded.until'),
            lastsMs: eb.ref('excluded.lastsMs'),
          })),
        )
        .execute()
  }

  async function remove(keys: readonly string[]): Promise<void> {
    for (const some of portions(keys))
      await db
        .deleteFrom('portLease')
        .where('nodeId', '=', nodeId)
        .where('key', 'in', some)
        .execute()
  }
}

/**
 * What nodes nobody reaches may still carry for these accounts, by account. A lease ends when its
 * node has ended it by its own clock, which runs from when it last reached a console.
 */
export async function selectLent(
  db: Database,
  {
    among,
    isAway,
    now,
  }: {
    among: Slice | readonly number[]
    isAway: (carrier: string) => boolean
    now: number
  },
): Promise<Map<number, Lent[]>> {
  const nodes = await db.selectFrom('node').select(['id', 'lastSeen']).execute()
  const away = new Map(
    nodes.flatMap(({ id, lastSeen }) => (isAway(nodeCarrier(id)) ? [[id, lastSeen]] : [])),
  )
  if (away.size === 0) return new Map()
  const rows = await db
    .selectFrom('portLease')
    .leftJoin('counterMark', (join) =>
      join
        .on(sql<boolean>`"counterMark"."source" = 'node:' || cast("portLease"."nodeId" as text)`)
        .onRef('counterMark.epoch', '=', 'portLease.epoch')
        .onRef('counterMark.key', '=', 'portLease.key'),
    )
    .select(['portLease.nodeId', 'portLease.key', 'portLease.accountId', 'until', 'lastsMs'])
    .select(['counterMark.up', 'counterMark.down'])
    .where((eb) =>
      'from' in among
        ? eb.between('portLease.accountId', among.from, among.to)
        : eb('portLease.accountId', 'in', [...among]),
    )
    .where('portLease.nodeId', 'in', [...away.keys()])
    .execute()
  const lent = rows.flatMap(({ nodeId, key, accountId, until, lastsMs, up, down }) => {
    const bytes = until - (up ?? 0) - (down ?? 0)
    const end = (away.get(nodeId) ?? 0) + lastsMs + MARGIN_MS
    if (bytes <= 0 || end <= now) return []
    return [{ accountId, lent: { key, carrier: nodeCarrier(nodeId), bytes, end } }]
  })
  const byAccount = Map.groupBy(lent, ({ accountId }) => accountId)
  return new Map([...byAccount].map(([id, all]) => [id, all.map((one) => one.lent)]))
}

/** Forgets leases of nodes that were removed, and those that ended. */
export async function removeOldLeases(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('portLease')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('node')
            .select('node.id')
            .whereRef('node.id', '=', 'portLease.nodeId')
            .where(
              sql<boolean>`"node"."lastSeen" + "portLease"."lastsMs" > ${now - MARGIN_MS - HOUR_MS}`,
            ),
        ),
      ),
    )
    .execute()
}
