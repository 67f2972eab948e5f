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
/** How long a connection nobody uses stays open. */
const IDLE_TIMEOUT_MS = 30_000
/** A connection on which nothing comes or goes for so much longer is of a link that is gone. */
const SILENCE_MARGIN_MS = 10_000

/** What a pool may take of the database, and how it is named there. */
export type PoolOptions = {
  /** ms for each statement; 0 is none. */
  statement?: number
  connections?: number
  /** What PostgreSQL's list of connections shows. */
  name?: string
}

/** By what PostgreSQL's list of connections shows that a console runs. */
export const CONSOLE = 'sluice'

/**
 * A pool of connections to PostgreSQL that survives whatever becomes of the database.
 *
 * A connection that ends is forgotten and the next query opens another; a query that was under way
 * on it fails by itself.
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
      // Nothing else notices that a link was cut without a word while a reply is awaited.
      stream: () => impatientSocket(statement + SILENCE_MARGIN_MS),
    }),
  })
  // Without listeners either of these would end the process.
  pool.on('error', (error: Error) => console.warn(`A database connection ended: ${error.message}`))
  pool.on('connect', (client) => {
    // Between two statements of a transaction nobody else listens; the next statement fails.
    client.on('error', () => {})
  })
  return pool
}

function impatientSocket(silence: number): Socket {
  const socket = new Socket()
  return socket.setTimeout(silence, () =>
    socket.destroy(new Error('Connection terminated: the database has fallen silent')),
  )
}
