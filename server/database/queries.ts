/**
 * Is called for each ended statement, failed or not: its text, without values, and its duration.
 */
export type QueryListener = (sql: string, ms: number) => void

/** By the database, whatever its type: `database.ts` imports this file, so this one cannot import its type. */
const listeners = new WeakMap<object, QueryListener[]>()

/** Notifies the listeners of a database of a statement. */
export const notifyQuery = (db: object, sql: string, ms: number): void => {
  for (const listener of listeners.get(db) ?? []) listener(sql, ms)
}

/** Listens to every statement on a database that this process opened, also in transactions. */
export function onQuery(db: object, listener: QueryListener): void {
  listeners.set(db, [...(listeners.get(db) ?? []), listener])
}
