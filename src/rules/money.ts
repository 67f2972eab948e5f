import { numberFormat } from './formats.ts'

/** Cents as money in the words of a language; whole units where that is exact enough to read. */
export function moneyText(cents: number, currency: string, locale: string): string {
  const isRound = Math.abs(cents) >= 100_000 || cents % 100 === 0
  return numberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...(isRound && { maximumFractionDigits: 0 }),
  }).format(cents / 100)
}
