import type { Log } from '../../base/log.ts'

/** How often the log names one statement at most, ms. */
const REMINDER_MS = 10_000
/** How many statements are remembered as named; past it all are forgotten. */
const MAX_TEXTS = 1_000

/**
 * Warns of statements that take `limitMs` or longer, each once in ten seconds; answers with a
 * listener for `onQuery` that says whether one was slow. The log has their text, never a value.
 */
export function watchSlowQueries(
  { log, elapsed = () => performance.now() }: { log: Log; elapsed?: () => number },
  limitMs: number,
): (sql: string, ms: number) => boolean {
  const named = new Map<string, number>()
  return (text, ms) => {
    if (limitMs === 0 || ms < limitMs) return false
    const now = elapsed()
    if (now - (named.get(text) ?? -Infinity) < REMINDER_MS) return true
    if (named.size >= MAX_TEXTS) named.clear()
    named.set(text, now)
    log.warn({ sql: text, ms: Math.round(ms) }, 'slow query')
    return true
  }
}
