import type { Log } from '../../base/log.ts'

/** Least time between two log entries of one statement, ms. */
const REMINDER_MS = 10_000
/** How many statements are remembered as logged; beyond it all are dropped. */
const MAX_TEXTS = 1_000

/**
 * Warns of statements that take `limitMs` or longer, each once in ten seconds; returns a listener
 * for `onQuery` that says whether one was slow. The log has their text, never a value.
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
