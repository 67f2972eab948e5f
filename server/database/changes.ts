import type { Tables } from './tables.ts'

/** How often this process has changed tables, so that what was read from them is known to be old. */
export type Changes = {
  /** Hears of a statement that has ended, well or not. */
  note: (sql: string) => void
  /** A number that grows with every change of one of these tables, as soon as others can see it. */
  of: (tables: readonly (keyof Tables)[]) => number
}

const WRITES = /^(?:insert into|update|delete from) "(\w+)"/

/** Starts to count. Other processes on the same database are not heard of. */
export function countChanges(): Changes {
  const counts = new Map<string, number>()
  const unseen = new Set<string>()
  let open = 0

  return { note, of: (tables) => tables.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0) }

  function note(sql: string): void {
    if (sql === 'begin') open += 1
    else if (sql === 'commit' || sql === 'rollback') close()
    else {
      const table = WRITES.exec(sql)?.[1]
      if (table === undefined) return
      grow(table)
      if (open > 0) unseen.add(table)
    }
  }

  /** Which of the transactions of PostgreSQL's connections it was is not told: any of theirs may show now. */
  function close(): void {
    unseen.forEach(grow)
    open = Math.max(0, open - 1)
    if (open === 0) unseen.clear()
  }

  function grow(table: string): void {
    counts.set(table, (counts.get(table) ?? 0) + 1)
  }
}
