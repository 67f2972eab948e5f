import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { type Columns, PreparedRun } from './preparedRun.ts'
import { executeMessage, prepareMessage, type Value } from './preparedWire.ts'

/** How many statements one connection has prepared at most: each takes memory of the database. */
export const MAX_PREPARED = 200
/** How many texts that came once are remembered. */
const MAX_SEEN = 1_000

/**
 * The codes with which a prepared statement cannot be executed, though its text can: what it refers
 * to has changed (0A000), or it is not there (26000).
 */
const STALE = ['0A000', '26000']
const CHANGED = '0A000'

/** Connections on which statements that come again are prepared. */
export function preparing(pool: Pool): PostgresPool {
  const seen = new Set<string>()
  const clients = new WeakMap<PoolClient, Promise<PostgresPoolClient>>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      return clients.getOrInsertComputed(client, () => preparingOn(client, seen))
    },
  }
}

type Prepared = {
  name: string
  columns?: Columns | undefined
  /** Whether it is there as far as this process knows. */
  isReady: boolean
}

async function preparingOn(client: PoolClient, seen: Set<string>): Promise<PostgresPoolClient> {
  const prepared = new Map<string, Prepared>()
  let isAllowed = await isDirect(client)
  return { query, release: (destroy) => client.release(destroy) } as PostgresPoolClient

  async function query(
    text: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<unknown>> {
    const statement = isAllowed && isPreparable(client, text, values) && statementOf(text)
    if (!statement) return asIs(client, text, values)
    try {
      return await run(statement, text, values as Value[])
    } catch (error) {
      const code = String((error as { code?: unknown }).code)
      if (!STALE.includes(code)) throw error
      statement.isReady = false
      // Somebody else, too, decides what is prepared on this connection.
      if (code !== CHANGED) isAllowed = false
      // Nothing was done yet, or it was undone: it is no part of a transaction.
      return asIs(client, text, values)
    }
  }

  async function run(statement: Prepared, text: string, values: readonly Value[]) {
    const { name, columns, isReady } = statement
    if (isReady) return client.query(new PreparedRun(executeMessage(name, values), columns)).result
    // Should it fail, it is there or not.
    const message = prepareMessage(name, text, values, evict())
    const result = await client.query(new PreparedRun(message)).result
    Object.assign(statement, { columns: result.columns, isReady: true })
    return result
  }

  /** Undefined for a text that comes for the first time. */
  function statementOf(text: string): Prepared | undefined {
    const known = prepared.get(text)
    if (known) return known
    if (!seen.has(text)) {
      if (seen.size >= MAX_SEEN) seen.clear()
      seen.add(text)
      return undefined
    }
    // Of its content: no name ever stands for two texts, also where others use this connection.
    const name = createHash('sha1').update(text).digest('hex')
    const made = { name, isReady: false }
    prepared.set(text, made)
    return made
  }

  function evict(): string | undefined {
    const [oldest] = prepared.size > MAX_PREPARED ? prepared : []
    if (oldest) prepared.delete(oldest[0])
    return oldest?.[1].name
  }
}

async function asIs(client: PoolClient, text: string, values: readonly unknown[]) {
  const { command, rowCount, rows } = await client.query(text, [...values])
  return { command, rowCount, rows } as PostgresQueryResult<unknown>
}

/**
 * A failed statement ends its transaction, and cannot be sent again there: in a transaction none is
 * prepared. Nor is what may be two statements, or has values that are no text.
 */
function isPreparable(client: PoolClient, text: string, values: readonly unknown[]): boolean {
  return (
    client.getTransactionStatus() === 'I' &&
    /^(?:select|insert|update|delete|with) /.test(text) &&
    !text.includes(';') &&
    values.every((value) => value === null || typeof value !== 'object')
  )
}

/**
 * Whether this is a connection to PostgreSQL itself. A pooler gives a number of its own for that of
 * the process, and may take another connection for each statement, on which nothing is prepared.
 */
async function isDirect(client: PoolClient): Promise<boolean> {
  try {
    const { rows } = await client.query('select pg_backend_pid() as "pid"')
    if (rows[0]?.pid !== (client as { processID?: number }).processID) return false
    // A plan for all values is a guess: how many rows there are depends on whose account is asked for.
    await client.query('set plan_cache_mode = force_custom_plan')
    return true
  } catch (error) {
    client.release(true)
    throw error
  }
}
