const MAX_PRICE = 999_999

/** A price on the wire, in units such as 19.99, as whole cents; undefined when it has none. */
export function toCents(price: number): number | undefined {
  const cents = Math.round(price * 100)
  // Both are the number nearest to the decimal text, so equal means nothing was rounded.
  return Number.isSafeInteger(cents) && cents / 100 === price ? cents : undefined
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
