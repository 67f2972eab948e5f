import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseSync } from 'node:sqlite'
import {
  type Dialect,
  Kysely,
  type LogEvent,
  PostgresAdapter,
  PostgresDialect,
  type QueryExecutorProvider,
  type Transaction,
} from 'kysely'
import type { Pool } from 'pg'
import { type Changes, countChanges } from './changes.ts'
import { embedded, EmbeddedDialect } from './embedded.ts'
import { type Others, watchFile, watchServer, type Written } from './others.ts'
import { openPool, type PoolOptions } from './postgres.ts'
import { preparing } from './prepared.ts'
import { notifyQuery } from './queries.ts'
import type { Tables } from './tables.ts'

/** The database, or a transaction on it: what every store function takes first. */
export type Database = Kysely<Tables> | Transaction<Tables>

/**
 * Opens the database an address names: `file:…`, `:memory:`, or `postgres://…`.
 *
 * `options` are for PostgreSQL alone.
 */
export function openDatabase(url: string, options?: PoolOptions): Kysely<Tables> {
  if (isEmbedded(url)) return openEmbedded(new DatabaseSync(url.replace(/^file:/, '')))
  return openPooled(openPool(url, options))
}

/** Opens a database of PostgreSQL through connections there are already; closing it ends them. */
export function openPooled(pool: Pool): Kysely<Tables> {
  return open(new PostgresDialect({ pool: preparing(pool) }), watchServer)
}

/** Opens an embedded database that SQLite has open already, whose only user this becomes. */
export function openEmbedded(file: DatabaseSync): Kysely<Tables> {
  const database = embedded(file)
  const version = file.prepare('pragma data_version')
  const versionNow = () => Number(version.get()?.data_version)
  return open(new EmbeddedDialect({ database }), (written) => watchFile(written, versionNow))
}

function open(
  dialect: Dialect,
  watch: (written: Written, database: () => Kysely<Tables>) => Others,
): Kysely<Tables> {
  const changes = countChanges((written) => watch(written, () => db))
  const log = ({ query, queryDurationMillis }: LogEvent) => {
    changes.note(query.sql)
    notifyQuery(db, query.sql, queryDurationMillis)
  }
  const db: Kysely<Tables> = new Kysely<Tables>({ dialect, log })
  counted.set(db, changes)
  return db
}

const counted = new WeakMap<Database, Changes>()

/** The changes counted on a database; undefined for a transaction, which sees more than others. */
export function changesOf(db: Database): Changes | undefined {
  return counted.get(db)
}

/** How often a transaction that failed on a conflict is tried in all. */
const MAX_TRIES = 5
/** PostgreSQL's codes for having ended one of two transactions that waited for each other. */
const STOOD_IN_THE_WAY = ['40P01', '40001']

/** What goes into the transactions of a call before its own work: its request key. */
export const alongside = new AsyncLocalStorage<(tx: Transaction<Tables>) => Promise<void>>()

/**
 * Runs work in a transaction, and again where PostgreSQL ended it in a deadlock: a delivery locks a
 * customer's account and then the inviter's, and cannot know who locks them the other way round.
 * `work` must have no effect outside of the database.
 */
export async function inTransaction<Result>(
  db: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++)
    try {
      return await db.transaction().execute(async (tx) => {
        await alongside.getStore()?.(tx)
        return work(tx)
      })
    } catch (error) {
      const { code } = error as { code?: unknown }
      if (attempt === MAX_TRIES || !STOOD_IN_THE_WAY.some((one) => one === code)) throw error
    }
}

/** Whether a database is PostgreSQL, whatever the settings say. */
export const isPostgres = (db: QueryExecutorProvider): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/** Whether this is the embedded database. */
export function isEmbedded(url: string): boolean {
  return !/^postgres(ql)?:/.test(url)
}
