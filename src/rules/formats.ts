/** Creating a format costs a hundred times its use, and every row of a list uses some. */
const made = new Map<string, unknown>()

const LENGTHS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** How numbers are written in a language. */
export function numberFormat(
  locale: string,
  options: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
  const key = `number ${locale} ${JSON.stringify(options)}`
  return cached(key, () => new Intl.NumberFormat(locale, options))
}

/** How moments are written in a language, in the zone given or the one this device is in now. */
export function dateFormat(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  // A format is bound to the zone it was created in; a phone travels.
  const zone = options.timeZone ?? new Date().getTimezoneOffset()
  const key = `date ${locale} ${zone} ${JSON.stringify(options)}`
  return cached(key, () => new Intl.DateTimeFormat(locale, options))
}

/** How distances in time are written in a language. */
export function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  return cached(`ago ${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
}

/** Names one after the other, in the language's signs; without "and" or "or". */
export function listText(names: readonly string[], locale: string): string {
  // `Intl.ListFormat` has no list without "and" for Chinese: its type `unit` puts nothing between.
  return names.join(/^(zh|ja)/.test(locale) ? '、' : ', ')
}

/** A length of time in ms, in a language's short units, down to the second: "1 day 12 hr". */
export function lengthText(ms: number, locale: string): string {
  let rest = Math.max(0, Math.round(ms / 1000))
  const parts: string[] = []
  for (const [unit, seconds] of LENGTHS) {
    const count = Math.floor(rest / seconds)
    rest %= seconds
    if (count > 0 || (unit === 'second' && parts.length === 0))
      parts.push(numberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count))
  }
  return parts.join(' ')
}

function cached<Format>(key: string, make: () => Format): Format {
  const known = made.get(key)
  if (known) return known as Format // the key says of which kind it is
  const format = make()
  made.set(key, format)
  return format
}
