import { remember, remembered } from '#device/remembered.ts'

/** A place somebody went to from the palette. */
export type Place = { href: string; label: string; about: string }

const NAME = 'palette'
const MAX_RECENT = 8

/** Where somebody went lately from here, latest first. */
export function recentPlaces(): readonly Place[] {
  const kept = remembered<unknown>(NAME, 'always')
  return Array.isArray(kept) ? kept.filter(isPlace) : []
}

/** Remembers a place until its visitor logs out. */
export function keepPlace({ href, label, about }: Place): void {
  const others = recentPlaces().filter((one) => one.href !== href)
  remember(NAME, 'always', [{ href, label, about }, ...others].slice(0, MAX_RECENT))
}

function isPlace(value: unknown): value is Place {
  const place = value as Partial<Place> | null
  return (
    typeof place?.href === 'string' &&
    // What is kept on a device may be anything; only ways within the admin area are taken.
    place.href.startsWith('/admin/') &&
    typeof place.label === 'string' &&
    typeof place.about === 'string'
  )
}
