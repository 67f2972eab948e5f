import { findSetting } from '../../database/settings/store.ts'
import type { AnyProvider, Opened, Place } from './definition.ts'
import type { Provider } from './provider.ts'
import { providerNamed } from './registry.ts'
import { findProviderSetting } from './setting.ts'

/** A provider for new orders; undefined when it is switched off, or there is none of this kind. */
export async function findProvider(place: Place, kind: string): Promise<Provider | undefined> {
  const definition = providerNamed(kind)
  if (!definition) return undefined
  const { on } = await findProviderSetting(place.db, definition)
  return on ? findKnownProvider(place, kind) : undefined
}

/**
 * A provider with keys, on or off; undefined without keys.
 *
 * For orders placed before it was switched off: they may still be paid, and refunded.
 */
export async function findKnownProvider(place: Place, kind: string): Promise<Provider | undefined> {
  const definition = providerNamed(kind)
  return definition && (await openProvider(place, definition))?.provider
}

/** A provider with what proves its keys, if it is configured, on or off. */
export async function openProvider(
  place: Place,
  definition: AnyProvider,
): Promise<Opened | undefined> {
  const stored = await findProviderSetting(place.db, definition)
  const { title = '' } = await findSetting(place.db, 'base')
  return definition.open(stored, place, { title })
}
