/** Why a database cannot answer, though the query is valid. */
export type Unavailable = 'away' | 'busy' | 'full' | 'not writable'

/** Seconds after which callers should retry. */
export const RETRY_AFTER: Record<Unavailable, number> = {
  away: 5,
  busy: 2,
  full: 60,
  'not writable': 60,
}

/** PostgreSQL's error codes (its manual, appendix A), and those of the sockets to it. */
const CODES: Record<string, Unavailable> = {
  '57P01': 'away', // admin_shutdown
  '57P02': 'away', // crash_shutdown
  '57P03': 'away', // cannot_connect_now: it is starting
  '57P05': 'away', // idle_session_timeout
  '25P03': 'away', // idle_in_transaction_session_timeout
  '25006': 'not writable', // read_only_sql_transaction: this one is a standby
  '53300': 'busy', // too_many_connections
  '55P03': 'busy', // lock_not_available
  '57014': 'busy', // query_canceled: it took too long
  '40001': 'busy', // serialization_failure
  '40P01': 'busy', // deadlock_detected
  '53100': 'full', // disk_full
  ECONNREFUSED: 'away',
  ECONNRESET: 'away',
  EPIPE: 'away',
  ETIMEDOUT: 'away',
  EHOSTUNREACH: 'away',
  ENETUNREACH: 'away',
  ENOTFOUND: 'away',
  EAI_AGAIN: 'away',
}

/** SQLite's primary result codes (sqlite.org/rescode.html). */
const SQLITE: Record<number, Unavailable> = {
  5: 'busy',
  8: 'not writable',
  10: 'not writable',
  13: 'full',
  14: 'not writable',
}

/** Messages of the client library, which have no code. */
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/

/** Distinguishes errors of a database that is away, full or busy from all others. */
export function unavailableBy(error: unknown): Unavailable | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, errcode, message } = error as Error & { code?: unknown; errcode?: unknown }
  if (code === 'ERR_SQLITE_ERROR') return SQLITE[Number(errcode) & 0xff]
  if (typeof code === 'string') {
    // Class 08 is connections; its members differ only in which side gave up.
    return CODES[code] ?? (/^08\w{3}$/.test(code) ? 'away' : undefined)
  }
  return WORDS.test(message) ? 'away' : undefined
}

/**
 * Waits for an optional change: a full or busy database must not prevent reading. Returns whether
 * it was made.
 */
export async function madeIfWritable(change: Promise<unknown>): Promise<boolean> {
  try {
    await change
    return true
  } catch (error) {
    const unavailable = unavailableBy(error)
    if (!unavailable || unavailable === 'away') throw error
    return false
  }
}
