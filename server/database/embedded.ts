import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { SqliteAdapter, type SqliteDatabase, SqliteDialect } from 'kysely'

/** How long a write waits for that of another process, ms. */
export const BUSY_TIMEOUT_MS = 5_000

/** A statement as Kysely runs it. */
export type Statement = ReturnType<SqliteDatabase['prepare']>

/**
 * Kysely's dialect for an embedded database, whose steps of an upgrade are one transaction.
 *
 * Kysely says that SQLite cannot change tables in a transaction. It can, and does so wholly or not
 * at all: a process that is killed in an upgrade leaves the database as it was before.
 */
export class EmbeddedDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Sets up an open file, and prepares each statement once. */
export function embedded(database: DatabaseSync): SqliteDatabase {
  database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
  // It counts for an empty file alone, and would be written at every start.
  if (database.prepare('pragma page_count').get()?.page_count === 0)
    database.exec('pragma auto_vacuum = incremental')
  // Secure delete: what is deleted is overwritten in its page, and opens nothing from a copy.
  // Full sync: an acknowledged payment must survive a power cut.
  database.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
    pragma secure_delete = on; pragma cache_size = -65536; pragma temp_store = memory`)
  const prepared = new Map<string, Statement>()
  return {
    close: () => database.close(),
    prepare(text) {
      const cached = prepared.get(text)
      if (cached) return cached
      // A transaction that began by reading could not write once another process has.
      const statement = database.prepare(text === 'begin' ? 'begin immediate' : text)
      // Kysely passes on the values of the compiled query; the tables' types limit them to SQLite's
      // own.
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
      const made = {
        // It moves a page with each row it returns, though it has no columns.
        reader: statement.columns().length > 0 || text.startsWith('pragma incremental_vacuum'),
        all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
        // When the disk is full, SQLite has rolled back by itself; a second time would hide why.
        run: (parameters: readonly unknown[]) =>
          text === 'rollback' && !database.isTransaction
            ? { changes: 0, lastInsertRowid: 0 }
            : statement.run(...values(parameters)),
        iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
      }
      if (prepared.size < 1000) prepared.set(text, made)
      return made
    },
  }
}
