/** Making a format costs a hundred times its use, and every row of a list uses some. */
const made = new Map<string, unknown>()

/** How numbers are written in a language. */
export function numberFormat(
  locale: string,
  options: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
  const key = `number ${locale} ${JSON.stringify(options)}`
  return kept(key, () => new Intl.NumberFormat(locale, options))
}

/** How moments are written in a language, in the zone given or the one this device is in now. */
export function dateFormat(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  // A format keeps the zone it was made in; a phone travels.
  const zone = options.timeZone ?? new Date().getTimezoneOffset()
  const key = `date ${locale} ${zone} ${JSON.stringify(options)}`
  return kept(key, () => new Intl.DateTimeFormat(locale, options))
}

/** How distances in time are written in a language. */
export function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  return kept(`ago ${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
}

function kept<Format>(key: string, make: () => Format): Format {
  const known = made.get(key)
  if (known) return known as Format // the key says of which kind it is
  const format = make()
  made.set(key, format)
  return format
}
