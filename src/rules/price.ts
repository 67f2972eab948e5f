const MAX_PRICE = 999_999

/** A price in units such as 19.99 as cents, to the nearest. */
export const nearestCents = (price: number) => Math.round(price * 100)

/** A price on the wire, in units such as 19.99, as whole cents; undefined when it has none. */
export function toCents(price: number): number | undefined {
  const cents = nearestCents(price)
  // Both are the number nearest to the decimal text, so equal means nothing was rounded.
  return Number.isSafeInteger(cents) && cents / 100 === price ? cents : undefined
}

/** Cents as providers and the wire write money: `12.50`. */
export function toDecimal(cents: number): string {
  const text = String(cents).padStart(3, '0')
  return `${text.slice(0, -2)}.${text.slice(-2)}`
}

/**
 * Cents of an amount in decimal text, such as `12.5`; null where it is none.
 *
 * Digit by digit: as floating point 1.15 times 100 is not 115.
 */
export function decimalCents(text: string | undefined | null): number | null {
  const parts = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(text ?? '')
  if (!parts) return null
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
}

/** Cents of an amount as a person types it, `9.99` or `9,99`; not a number for what is none. */
export function typedCents(text: string): number {
  const typed = text.trim().replace(',', '.')
  return /^\d{1,6}(\.\d{1,2})?$/.test(typed) ? nearestCents(Number(typed)) : Number.NaN
}

/**
 * Reads a price as a person types it, in any of our languages: `19.99`, `19,99`, `１９`.
 *
 * Nothing typed is 0, which means not sold this way; undefined for what is no price, such as one
 * with more than two decimals, or above 999999.
 */
export function parsePrice(text: string): number | undefined {
  const typed = text.normalize('NFKC').trim().replace(',', '.')
  if (typed === '') return 0
  const price = /^\d{1,6}(\.\d{0,2})?$/.test(typed) ? Number(typed) : Number.NaN
  return price <= MAX_PRICE ? price : undefined
}
