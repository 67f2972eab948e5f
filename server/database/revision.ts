import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { Refusal } from '../base/refusal.ts'
import type { Tables } from './tables.ts'

/**
 * Names a state of what people edit: equal states have equal names.
 *
 * Made of the content and not counted, so that a payment or a job that changes a row changes its
 * revision without having to think of it. `state` is built the same way each time.
 */
export function revisionOf(state: object): string {
  return createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22)
}

/**
 * Refuses with `changed meanwhile` (409) when what was `seen` is not what there is.
 *
 * Nothing seen, as from older consoles, lets the last change win. Hold the row first.
 */
export function checkRevision(current: object, seen: string | undefined): void {
  if (seen !== undefined && seen !== revisionOf(current))
    throw new Refusal(409, 'changed meanwhile')
}

/** What others name by its id, and what therefore must not go while they do. */
export type Held = {
  [Name in keyof Tables]: Tables[Name] extends { id: unknown } ? Name : never
}[keyof Tables]

/**
 * Holds a row until the transaction ends: whoever else wants to hold, change or remove it waits.
 * Says whether there is one.
 *
 * Who is about to name a row by its id holds it first, or the row may be removed in between. In
 * the order plan, notice, userGroup, user, and by ascending id, nobody waits in a circle.
 */
export async function holdRow(tx: Database, table: Held, id: number): Promise<boolean> {
  const held = sql`update ${sql.table(table)} set "id" = "id" where "id" = ${id}`
  const { numAffectedRows = 0n } = await held.execute(tx)
  return numAffectedRows > 0n
}

/** Holds several rows; says whether all of them are there. */
export async function holdRows(tx: Database, table: Held, ids: Iterable<number>): Promise<boolean> {
  let all = true
  for (const id of [...new Set(ids)].sort((a, b) => a - b))
    if (!(await holdRow(tx, table, id))) all = false
  return all
}
