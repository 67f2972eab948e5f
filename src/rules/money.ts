import { numberFormat } from './formats.ts'

/**
 * How a currency is written in a language: by its sign alone where that is read as no other.
 *
 * `¥` is the yuan in Chinese; to readers of Japanese, English and Russian it is the yen.
 */
export function currencyStyle(currency: string, locale: string) {
  const isYen = currency === 'CNY' && !locale.startsWith('zh')
  return {
    style: 'currency',
    currency,
    currencyDisplay: isYen ? 'symbol' : 'narrowSymbol',
  } as const
}

/** Cents as money in the words of a language; whole units where that is exact enough to read. */
export function moneyText(cents: number, currency: string, locale: string): string {
  const isRound = Math.abs(cents) >= 100_000 || cents % 100 === 0
  return numberFormat(locale, {
    ...currencyStyle(currency, locale),
    ...(isRound && { maximumFractionDigits: 0 }),
  }).format(cents / 100)
}
