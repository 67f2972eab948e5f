import type { Others, Written } from './others.ts'
import type { Tables } from './tables.ts'

/** How often tables were changed, so that cached answers are known to be stale. */
export type Changes = {
  /** Is called for each statement that has ended, well or not. */
  note: (sql: string) => void
  /** A number that grows with every change of one of these tables, as soon as others can see it. */
  of: (tables: readonly (keyof Tables)[]) => number
  /** Notices the writes of other processes; without it those are not counted. */
  others: Others | undefined
}

const READS =
  /^(?:select|pragma|savepoint|release|explain|with (?!.*\b(?:insert|update|delete)\b))/s
const WRITES = /^(?:insert into|update|delete from) "(\w+)"/
/** Starts to count. `watch` begins to notice the writes of other processes. */
export function countChanges(watch?: (written: Written) => Others): Changes {
  const counts = new Map<string, number>()
  const unseen = new Set<string>()
  let open = 0
  let inAll = 0

  return { note, of, others: watch?.((table) => (table ? grow(table) : (inAll += 1))) }

  function of(tables: readonly (keyof Tables)[]): number {
    let sum = inAll
    for (const name of tables) sum += counts.get(name) ?? 0
    return sum
  }

  function note(sql: string): void {
    if (sql === 'begin') open += 1
    else if (sql === 'commit' || sql === 'rollback') close()
    else if (!READS.test(sql)) {
      const table = WRITES.exec(sql)?.[1]
      // A statement that cannot be parsed may have written anything.
      if (table === undefined) inAll += 1
      else {
        grow(table)
        if (open > 0) unseen.add(table)
      }
    }
  }

  /** Which transaction of PostgreSQL's pool ended is unknown: any of theirs may be visible now. */
  function close(): void {
    unseen.forEach(grow)
    open = Math.max(0, open - 1)
    if (open === 0) unseen.clear()
  }

  function grow(table: string): void {
    counts.set(table, (counts.get(table) ?? 0) + 1)
  }
}
