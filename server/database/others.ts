import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** How the writes of other processes are noticed. */
export type Others = {
  /** Whether writes to all of these tables are noticed. */
  notices: (tables: readonly (keyof Tables)[]) => boolean
  /**
   * Reports the tables that others have written to since the last look; waits for an answer where
   * that takes a question to a server.
   */
  look: () => Promise<void> | undefined
}

type Table = keyof Tables
/** Called with a table that was written to, or with nothing where it may be any. */
export type Written = (table?: Table) => void

/** How long a look at an embedded file is valid, ms: nobody but a command writes beside a console. */
const FILE_MS = 100
/**
 * How long a look at PostgreSQL is valid, ms: less than a reply of one console and the next call to
 * another console take, so that who has saved a setting reads what they saved.
 */
const SERVER_MS = 10

/** Small tables that nearly every call reads and few write to. */
const WATCHED = ['setting', 'server', 'tag'] as const

/** `version` changes with every write of another process to the embedded file. */
export function watchFile(written: Written, version: () => number): Others {
  let lookedAt = -Infinity
  let last: number | undefined
  return {
    notices: () => true,
    look() {
      const now = performance.now()
      if (now - lookedAt < FILE_MS) return undefined
      lookedAt = now
      const seen = version()
      if (last !== undefined && last !== seen) written()
      last = seen
      return undefined
    },
  }
}

/** Notices writes of others to some tables on PostgreSQL, by one question for all of them. */
export function watchServer(written: Written, database: () => Kysely<Tables>): Others {
  const watched: readonly string[] = WATCHED
  let lookedAt = -Infinity
  let looking: Promise<void> | undefined
  let last: Versions | undefined
  return {
    notices: (tables) => tables.every((table) => watched.includes(table)),
    look() {
      const now = performance.now()
      // What is under way is as old as its beginning.
      if (now - lookedAt < SERVER_MS) return looking
      lookedAt = now
      const mine = compare().finally(() => {
        if (looking === mine) looking = undefined
      })
      looking = mine
      return mine
    },
  }

  async function compare(): Promise<void> {
    try {
      const { rows } = await sql<Versions>`select ${sql.join(WATCHED.map(versionOf))}`.execute(
        database(),
      )
      const seen = rows[0]
      for (const table of WATCHED) if (last?.[table] !== seen?.[table]) written(table)
      last = seen
    } catch (error) {
      // Nothing is known; the next call asks again.
      lookedAt = -Infinity
      throw error
    }
  }
}

type Versions = Record<(typeof WATCHED)[number], string>

/**
 * A number that is another one after every write: a transaction's rows come all at once, and from
 * then on are only taken away.
 */
function versionOf(table: Table) {
  return sql`(select coalesce(sum(hashtextextended(xmin::text, 0)), 0)::text from ${sql.table(table)}) as ${sql.ref(table)}`
}
