import { type Insertable, PostgresAdapter, type Selectable, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { holdRows } from '../../database/revision.ts'
import type { ServerTable } from '../../database/tables.ts'

/** A stored server. */
export type ServerRow = Selectable<ServerTable>
/** Where a server runs. */
export type Place = Pick<ServerRow, 'plane' | 'nodeId'>

/** Names the choice of a port among all advisory locks of the database. */
const CHOOSING = 7_236_402

/** Every server, by name. */
export function selectServers(db: Database): Promise<ServerRow[]> {
  return db.selectFrom('server').selectAll().orderBy('name').orderBy('id').execute()
}

/** Ids of all servers. */
export async function selectServerIds(db: Database): Promise<number[]> {
  const rows = await db.selectFrom('server').select('id').execute()
  return rows.map(({ id }) => id)
}

/** The servers that something carries: this machine's engine, a node that was not revoked, or a node program. */
export function selectCarriedServers(db: Database): Promise<ServerRow[]> {
  return db
    .selectFrom('server')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('plane', '=', 'embedded').and(
          eb.or([
            eb('type', '=', 'Shadowsocks'),
            eb('privateKey', 'is not', null),
            eb('certificateKey', 'is not', null),
            eb('ordersCertificate', '=', 1),
            eb('webSocket', 'is not', null),
          ]),
        ),
        eb('plane', '=', 'node').and(
          'nodeId',
          'in',
          eb.selectFrom('node').select('node.id').where('state', '=', 'active'),
        ),
        eb('plane', '=', 'manager').and('driver', 'is not', null),
      ]),
    )
    .orderBy('id')
    .execute()
}

/**
 * The servers with a port for each account that a machine of ours opens: this one's engine, or a
 * node; not those whose accounts share one. Two of them share a machine if `carrierOf` names them alike.
 */
export function selectPortServers(db: Database): Promise<ServerRow[]> {
  return db
    .selectFrom('server')
    .selectAll()
    .where('plane', 'in', ['embedded', 'node'])
    .where('type', '=', 'Shadowsocks')
    .where('ssPort', 'is', null)
    .orderBy('id')
    .execute()
}

/**
 * The same before a port is chosen or set aside. Another transaction that does so waits until this
 * one ends: where a machine has servers with different shifts, two accounts may want one port of it
 * without having the same number, and an order may set aside what an account is about to take. No
 * constraint sees either.
 */
export async function holdPortServers(tx: Database): Promise<ServerRow[]> {
  // The embedded database has one transaction at a time.
  if (tx.getExecutor().adapter instanceof PostgresAdapter)
    await sql`select pg_advisory_xact_lock(${CHOOSING})`.execute(tx)
  const servers = await selectPortServers(tx)
  const shared = servers.filter((one) =>
    servers.some((other) => other.shift !== one.shift && isSameMachine(one, other)),
  )
  if (shared.length === 0) return servers
  await holdRows(
    tx,
    'server',
    shared.map(({ id }) => id),
  )
  return selectPortServers(tx)
}

/** Whether two servers open their ports on one machine of ours. */
export function isSameMachine(one: Place, other: Place): boolean {
  if (one.plane === 'manager' || one.plane !== other.plane) return false
  return one.plane === 'embedded' || one.nodeId === other.nodeId
}

/** One server. */
export function findServer(db: Database, id: number): Promise<ServerRow | undefined> {
  return db.selectFrom('server').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Whether a server is there. */
export async function hasServer(db: Database, id: number): Promise<boolean> {
  const row = await db.selectFrom('server').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Stores a new server; returns its id. */
export async function insertServer(db: Database, server: Insertable<ServerTable>): Promise<number> {
  const { id } = await db
    .insertInto('server')
    .values(server)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Keeps what a server has become. */
export async function changeServer(
  db: Database,
  id: number,
  server: Insertable<ServerTable>,
): Promise<void> {
  await db.updateTable('server').set(server).where('id', '=', id).execute()
}

/** Notes that a server leaves a node, whose last bytes of it may come later. Wants a transaction. */
export async function noteMove(
  tx: Database,
  { id: serverId, plane, nodeId }: Place & Pick<ServerRow, 'id'>,
  time: number,
): Promise<void> {
  if (plane !== 'node' || nodeId === null) return
  await tx
    .insertInto('serverMove')
    .values({ nodeId, serverId, time })
    .onConflict((conflict) => conflict.columns(['nodeId', 'serverId']).doUpdateSet({ time }))
    .execute()
}

/**
 * Removes a server with its tags; what was carried on it stays. Wants a transaction.
 *
 * What it was multiplied with goes with it, so what was used in a cycle stays as it was charged.
 */
export async function removeServer(db: Database, id: number): Promise<void> {
  const scale = sql`(select "scale" from "server" where "id" = ${id})`
  await db
    .updateTable('usage')
    .set({ bytes: sql<number>`cast(ceil("bytes" * ${scale}) as bigint)` })
    .where('serverId', '=', id)
    .execute()
  await db.deleteFrom('tag').where('type', '=', 'server').where('key', '=', id).execute()
  await db.deleteFrom('driverState').where('serverId', '=', id).execute()
  await db.deleteFrom('server').where('id', '=', id).execute()
}
