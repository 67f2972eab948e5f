import { sql } from 'kysely'
import type { Schema } from '#contract'
import type { Database } from '../database.ts'
import { checkRevision, revisionOf } from '../revision.ts'
import { changeSetting, type Defaulted, findSetting, type Settings } from './store.ts'

/** What a save answers: the new revision to who sent one, the word to older consoles. */
export type Saved = 'success' | Schema<'SavedSetting'>

/** A setting as it is shown: with the name of its state. */
export async function showSetting<Name extends Defaulted>(
  db: Database,
  name: Name,
): Promise<Settings[Name] & { revision: string }> {
  const setting = await findSetting(db, name)
  return { ...setting, revision: revisionOf(setting) }
}

/**
 * Replaces a setting, whole. Refuses with `changed meanwhile`.
 *
 * Within a transaction whose `holdSettings` came first.
 */
export async function saveSetting<Name extends Defaulted>(
  tx: Database,
  name: Name,
  data: Settings[Name],
  seen: string | undefined,
): Promise<Saved> {
  checkRevision(await findSetting(tx, name), seen)
  // An older console sends back all it was shown, the revision among it.
  const { revision: _, ...value } = data as Settings[Name] & { revision?: string }
  await changeSetting(tx, name, value as Settings[Name])
  return savedAs(value, seen)
}

/** The answer to a save of what is now `state`. */
export function savedAs(state: object, seen: string | undefined): Saved {
  return seen === undefined ? 'success' : { revision: revisionOf(state) }
}

/** Holds all settings until the transaction ends: whoever else wants to change one waits. */
export async function holdSettings(tx: Database): Promise<void> {
  // A setting nobody changed has no row to hold; the installation's secret always has.
  await sql`update setting set "key" = "key" where "key" = 'secret'`.execute(tx)
}
