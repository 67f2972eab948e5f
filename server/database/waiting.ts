import { setTimeout as pause } from 'node:timers/promises'
import { unavailableBy } from './unavailable.ts'

/** How long a start waits for PostgreSQL, ms: both may have been started with the machine. */
export const START_TIMEOUT_MS = 120_000
const RETRY_MS = 1_000
/** PostgreSQL's code for having no connection left, for anybody or for this role or database. */
const TOO_MANY = '53300'

type Waiting = { timeoutMs?: number; say?: (text: string) => void }

/**
 * Does a step of the start that needs the database, again and again while that is away or has no
 * connection free, and says once that it waits. Throws what the last try threw when the time is over,
 * and at once where waiting would change nothing. The step may be begun twice.
 */
export async function whenDatabaseAnswers<Result>(
  step: () => Promise<Result>,
  { timeoutMs = START_TIMEOUT_MS, say = console.log }: Waiting = {},
): Promise<Result> {
  const end = performance.now() + timeoutMs
  for (let tries = 1; ; tries++) {
    try {
      return await step()
    } catch (error) {
      if (unavailableBy(error) === undefined || performance.now() >= end) throw error
      if (tries === 1) say(`Waiting for the database: ${whyOf(error)}`)
    }
    await pause(RETRY_MS)
  }
}

/** What an error of the database says, and what helps where it has no connection left. */
export function whyOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: unknown }
  const said = message || String(code)
  return code === TOO_MANY
    ? `it has no connection free (${said}): raise its max_connections, or lower DATABASE_CONNECTIONS`
    : said
}
