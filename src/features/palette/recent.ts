import { remember, remembered } from '#device/remembered.ts'

/** A place opened from the palette. */
export type Place = { href: string; label: string; about: string }

const NAME = 'palette'
const MAX_RECENT = 8

/** The places opened recently from the palette, latest first. */
export function recentPlaces(): readonly Place[] {
  const stored = remembered<unknown>(NAME, 'always')
  return Array.isArray(stored) ? stored.filter(isPlace) : []
}

/** Remembers a place until its visitor logs out. */
export function storePlace({ href, label, about }: Place): void {
  const others = recentPlaces().filter((one) => one.href !== href)
  remember(NAME, 'always', [{ href, label, about }, ...others].slice(0, MAX_RECENT))
}

function isPlace(value: unknown): value is Place {
  const place = value as Partial<Place> | null
  return (
    typeof place?.href === 'string' &&
    // Stored values may be anything; only links within the admin area are accepted.
    place.href.startsWith('/admin/') &&
    typeof place.label === 'string' &&
    typeof place.about === 'string'
  )
}
