import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { Refusal } from '../base/refusal.ts'
import type { Tables } from './tables.ts'

/**
 * Hashes the content of an edited record: equal states have equal revisions.
 *
 * A hash and not a counter, so that a payment or a job that changes a row changes its revision
 * without extra code. `state` is built the same way each time.
 */
export function revisionOf(state: object): string {
  return createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22)
}

/**
 * Refuses with `changed meanwhile` (409) when `seen` is not the current revision.
 *
 * Without one, as from older consoles, the last change wins. Lock the row first.
 */
export function checkRevision(current: object, seen: string | undefined): void {
  if (seen !== undefined && seen !== revisionOf(current))
    throw new Refusal(409, 'changed meanwhile')
}

/** Tables whose rows are referenced by id, and must not be deleted meanwhile. */
export type Held = {
  [Name in keyof Tables]: Tables[Name] extends { id: unknown } ? Name : never
}[keyof Tables]

/**
 * Locks a row until the transaction ends: other transactions that lock, change or delete it wait.
 * Returns whether it exists.
 *
 * A transaction that will reference a row by its id locks it first, or the row may be deleted in
 * between. In the order plan, notice, userGroup, user, and by ascending id, there is no deadlock.
 */
export async function holdRow(tx: Database, table: Held, id: number): Promise<boolean> {
  const held = sql`update ${sql.table(table)} set "id" = "id" where "id" = ${id}`
  const { numAffectedRows = 0n } = await held.execute(tx)
  return numAffectedRows > 0n
}

/** Locks several rows; returns whether all of them exist. */
export async function holdRows(tx: Database, table: Held, ids: Iterable<number>): Promise<boolean> {
  let all = true
  for (const id of [...new Set(ids)].sort((a, b) => a - b))
    if (!(await holdRow(tx, table, id))) all = false
  return all
}
