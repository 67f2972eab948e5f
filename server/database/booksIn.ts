import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, SqliteDialect } from 'kysely'
import { isEmbedded, openDatabase } from './database.ts'
import { type Books, booksOf } from './migrations/books.ts'
import type { Tables } from './tables.ts'

/** The books of a database as it is. Nothing is written, so that its log stays as it is, too. */
export async function booksIn(url: string): Promise<Books> {
  const file = url.replace(/^file:/, '')
  if (isEmbedded(url) && !existsSync(file)) return {}
  const db = isEmbedded(url) ? openToRead(file) : openDatabase(url, { statement: 0 })
  try {
    return await booksOf(db)
  } finally {
    await db.destroy()
  }
}

function openToRead(file: string): Kysely<Tables> {
  const database = new DatabaseSync(file, { readOnly: true })
  return new Kysely({ dialect: new SqliteDialect({ database: reading(database) }) })
}

/** As Kysely wants it. */
function reading(database: DatabaseSync) {
  return {
    close: () => database.close(),
    prepare(text: string) {
      const statement = database.prepare(text)
      return {
        reader: true,
        all: (values: readonly unknown[]) => statement.all(...(values as string[])),
        run: () => ({ changes: 0, lastInsertRowid: 0 }),
        iterate: (values: readonly unknown[]) => statement.iterate(...(values as string[])),
      }
    },
  }
}
