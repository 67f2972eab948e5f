import { sql } from 'kysely'
import type { Schema } from '#contract'
import type { Database } from '../database.ts'
import { checkRevision, revisionOf } from '../revision.ts'
import { changeSetting, type Defaulted, findSetting, type Settings } from './store.ts'

/** The answer to a save: the new revision to a caller that sent one, the word to older consoles. */
export type Saved = 'success' | Schema<'SavedSetting'>

/** A setting with its revision. */
export async function showSetting<Name extends Defaulted>(
  db: Database,
  name: Name,
): Promise<Settings[Name] & { revision: string }> {
  const setting = await findSetting(db, name)
  return { ...setting, revision: revisionOf(setting) }
}

/**
 * Replaces a setting as a whole. Refuses with `changed meanwhile`.
 *
 * Requires a transaction that began with `holdSettings`.
 */
export async function saveSetting<Name extends Defaulted>(
  tx: Database,
  name: Name,
  data: Settings[Name],
  seen: string | undefined,
): Promise<Saved> {
  checkRevision(await findSetting(tx, name), seen)
  // An older console sends back everything it received, including the revision.
  const { revision: _, ...value } = data as Settings[Name] & { revision?: string }
  await changeSetting(tx, name, value as Settings[Name])
  return savedAs(value, seen)
}

/** The answer to a save that made this `state`. */
export function savedAs(state: object, seen: string | undefined): Saved {
  return seen === undefined ? 'success' : { revision: revisionOf(state) }
}

/** Locks all settings until the transaction ends: other transactions that change one wait. */
export async function holdSettings(tx: Database): Promise<void> {
  // An unchanged setting has no row to lock; the installation's secret always has.
  await sql`update setting set "key" = "key" where "key" = 'secret'`.execute(tx)
}
