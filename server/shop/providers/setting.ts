import type { Database } from '../../database/database.ts'
import { changeNamed, findNamed, replaceNamed } from '../../database/settings/store.ts'
import type { AnyProvider, StoredSetting } from './definition.ts'

/** The stored setting of a provider, or what it is before one is saved. */
export async function findProviderSetting(
  db: Database,
  { facts, defaults }: AnyProvider,
): Promise<StoredSetting> {
  return ((await findNamed(db, facts.kind)) as StoredSetting | undefined) ?? { ...defaults }
}

/** Stores the setting of a provider as a whole. */
export const changeProviderSetting = (
  db: Database,
  { facts }: AnyProvider,
  setting: StoredSetting,
): Promise<void> => changeNamed(db, facts.kind, setting)

/** Replaces the setting of a provider, unless it has been changed meanwhile. */
export const replaceProviderSetting = (
  db: Database,
  { facts }: AnyProvider,
  before: StoredSetting,
  setting: StoredSetting,
): Promise<void> => replaceNamed(db, facts.kind, before, setting)

/** Which providers new orders may be paid by, by their kind. */
export async function providersOn(
  db: Database,
  providers: readonly AnyProvider[],
): Promise<Map<string, StoredSetting>> {
  const settings = await Promise.all(
    providers.map(async (one) => [one.facts.kind, await findProviderSetting(db, one)] as const),
  )
  return new Map(settings.filter(([, { on }]) => on))
}
