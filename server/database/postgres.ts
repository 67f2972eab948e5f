import { Socket } from 'node:net'
import pg from 'pg'

// Traffic and times are 64 bit there; both stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** How many connections one process holds at most. */
const MAX_CONNECTIONS = 10
/** How long a call waits for a connection before it is refused. */
const CONNECT_TIMEOUT_MS = 5_000
/** How long one statement may take. */
const STATEMENT_TIMEOUT_MS = 60_000
/** How long an idle connection stays open. */
const IDLE_TIMEOUT_MS = 30_000
/** A connection without traffic for so much longer is on a dead link. */
const SILENCE_MARGIN_MS = 10_000

/** The limits of a pool, and its name in the database. */
export type PoolOptions = {
  /** Statement timeout, ms; 0 is none. */
  statement?: number
  connections?: number
  /** The application name in PostgreSQL's list of connections. */
  name?: string
}

/** The application name that marks a running console. */
export const CONSOLE = 'sluice'

/**
 * A pool of connections to PostgreSQL that survives outages of the database.
 *
 * An ended connection is dropped and the next query opens another; a query that was under way on it
 * fails by itself.
 */
export function openPool(
  url: string,
  {
    statement = STATEMENT_TIMEOUT_MS,
    connections = MAX_CONNECTIONS,
    name = CONSOLE,
  }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(statement > 0 && {
      statement_timeout: statement,
      idle_in_transaction_session_timeout: statement,
      // Otherwise a silently dropped link is not noticed while a reply is awaited.
      stream: () => socketWithTimeout(statement + SILENCE_MARGIN_MS),
    }),
  })
  // Without listeners either of these would end the process.
  pool.on('error', (error: Error) => console.warn(`A database connection ended: ${error.message}`))
  pool.on('connect', (client) => {
    // Between two statements of a transaction there is no other listener; the next statement fails.
    client.on('error', () => {})
  })
  return pool
}

function socketWithTimeout(silence: number): Socket {
  const socket = new Socket()
  return socket.setTimeout(silence, () =>
    socket.destroy(new Error('Connection terminated: the database has fallen silent')),
  )
}
