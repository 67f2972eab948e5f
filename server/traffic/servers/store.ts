import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { holdRows } from '../../database/revision.ts'
import type { ServerTable } from '../../database/tables.ts'

/** A server as it is kept. */
export type ServerRow = Selectable<ServerTable>

/** Every server, by name. */
export function selectServers(db: Database): Promise<ServerRow[]> {
  return db.selectFrom('server').selectAll().orderBy('name').orderBy('id').execute()
}

/** The servers whose ports the engine of this machine opens. */
export function selectEmbeddedServers(db: Database): Promise<ServerRow[]> {
  return db
    .selectFrom('server')
    .selectAll()
    .where('plane', '=', 'embedded')
    .where('type', '=', 'Shadowsocks')
    .orderBy('id')
    .execute()
}

/**
 * The same for whoever is about to choose a port: where shifts differ, two accounts may want one
 * port of the machine without having the same number, which no constraint sees. Whoever else
 * chooses waits until the transaction ends.
 */
export async function holdEmbeddedServers(tx: Database): Promise<ServerRow[]> {
  const servers = await selectEmbeddedServers(tx)
  if (new Set(servers.map(({ shift }) => shift)).size < 2) return servers
  await holdRows(
    tx,
    'server',
    servers.map(({ id }) => id),
  )
  return selectEmbeddedServers(tx)
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

/** Keeps a new server; tells its id. */
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

/**
 * Removes a server with its tags; what was carried on it stays. Wants a transaction.
 *
 * What it was multiplied with goes with it, so what was used in a cycle is kept as it was charged.
 */
export async function removeServer(db: Database, id: number): Promise<void> {
  const scale = sql`(select "scale" from "server" where "id" = ${id})`
  await db
    .updateTable('usage')
    .set({ bytes: sql<number>`cast(ceil("bytes" * ${scale}) as bigint)` })
    .where('serverId', '=', id)
    .execute()
  await db.deleteFrom('tag').where('type', '=', 'server').where('key', '=', id).execute()
  await db.deleteFrom('server').where('id', '=', id).execute()
}
