import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Config } from '../base/config.ts'
import { CannotStart, sentenceFor } from './cannotStart.ts'
import { isEmbedded, openDatabase } from './database.ts'
import { closeDataDir, makeDataDir } from './dataDir.ts'
import { BooksDiffer } from './migrations/books.ts'
import { migrate, TooNew } from './migrations/migrate.ts'
import { admitConsole } from './moveMark.ts'
import { upgradeFile } from './upgrade.ts'
import type { Tables } from './tables.ts'
import { unavailableBy } from './unavailable.ts'
import { START_TIMEOUT_MS, whenDatabaseAnswers, whyOf } from './waiting.ts'

const RETRY_MS = 1_000

type Where = Pick<Config, 'dataDir' | 'databaseUrl'> &
  Partial<Pick<Config, 'backup' | 'databaseLimits'>>

type Waiting = {
  timeoutMs?: number
  say?: (text: string) => void
  /** Is told of the copy from before an upgrade of the embedded database, before anything is changed. */
  onCopy?: (copy: string) => void
}

/**
 * Opens the database and brings it to the shape of this release.
 *
 * Waits for a PostgreSQL that is away. Throws `CannotStart` where waiting would change nothing.
 */
export async function openForService(
  config: Where,
  waiting: Waiting = {},
): Promise<Kysely<Tables>> {
  const embedded = isEmbedded(config.databaseUrl)
  if (!embedded) makeDataDir(config.dataDir)
  const db = await (embedded ? openEmbedded(config, waiting) : openPostgres(config, waiting))
  // On the connections that stay open: a move looks for these once it has left a mark.
  const admitted = embedded
    ? admitConsole(db)
    : whenDatabaseAnswers(() => admitConsole(db), waiting)
  const reason = await admitted.catch((error: unknown) => (error as Error).message)
  if (reason === undefined) return db
  await db.destroy()
  throw new CannotStart(reason)
}

async function openPostgres(
  { databaseUrl, databaseLimits }: Where,
  { timeoutMs = START_TIMEOUT_MS, say = console.log }: Waiting,
): Promise<Kysely<Tables>> {
  const place = URL.canParse(databaseUrl) ? new URL(databaseUrl).host : 'DATABASE_URL'
  const end = performance.now() + timeoutMs
  for (let tries = 1; ; tries++) {
    // A migration of many rows may take longer than any call is allowed to.
    const db = openDatabase(databaseUrl, { statement: 0 })
    try {
      await migrate(db)
      break
    } catch (error) {
      const why = whyOf(error)
      const isAway = unavailableBy(error) !== undefined
      if (isAway && tries === 1) say(`Waiting for the database at ${place}: ${why}`)
      if (!isAway || performance.now() >= end)
        throw new CannotStart(
          `The database at ${place} cannot be used: ${why}${remedyFor(error)}; nothing was changed.`,
          { cause: error },
        )
    } finally {
      await db.destroy()
    }
    await pause(RETRY_MS)
  }
  return openDatabase(databaseUrl, databaseLimits)
}

/** The remedy for an unreachable or unusable PostgreSQL. */
function remedyFor(error: unknown): string {
  // No other address helps against what the steps do.
  if (error instanceof BooksDiffer) return ''
  return error instanceof TooNew
    ? ' with the dump you made before it'
    : '. Check DATABASE_URL and that PostgreSQL runs'
}

async function openEmbedded(config: Where, { onCopy }: Waiting): Promise<Kysely<Tables>> {
  const file = config.databaseUrl.replace(/^file:/, '')
  let db: Kysely<Tables> | undefined
  let isUpgraded = false
  try {
    const warning = closeDataDir(config.dataDir, file)
    if (warning) console.warn(warning)
    db = openDatabase(config.databaseUrl)
    // The shipper decides when the log restarts, so that no frame stays unread.
    if (config.backup?.place) await sql`pragma wal_autocheckpoint = 0`.execute(db)
    isUpgraded = await upgradeFile(db, file, config.dataDir, onCopy)
    return db
  } catch (error) {
    await db?.destroy()
    if (error instanceof CannotStart) throw error
    const what = isUpgraded ? 'It was upgraded before that.' : 'Nothing was changed.'
    throw new CannotStart(`${sentenceFor(error, file)} ${what}`, { cause: error })
  }
}
