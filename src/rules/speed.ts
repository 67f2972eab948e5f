import { numberFormat } from './formats.ts'

const KBITS = 1_000
/** The most the contract takes, kbit/s. */
const MOST_KBITS = 100_000_000
/** Mbit/s, to the kbit. */
const TYPED = /^\d{1,6}(?:[.,]\d{1,3})?$/

/**
 * Reads a speed in Mbit/s as a person types it: `10`, `0.5`, `2,5`; in kbit/s. Nothing typed is 0, and
 * undefined what cannot be read.
 */
export function parseSpeed(text: string): number | undefined {
  const typed = text.normalize('NFKC').trim()
  if (typed === '') return 0
  if (!TYPED.test(typed)) return undefined
  const kbits = Math.round(Number(typed.replace(',', '.')) * KBITS)
  return kbits <= MOST_KBITS ? kbits : undefined
}

/** Writes kbit/s the way `parseSpeed` reads them back exactly, for a field in Mbit/s. */
export const speedText = (kbits: number): string => String(kbits / KBITS)

/** Shows kbit/s to a person: `10 Mbit/s`, `256 kbit/s`. */
export function formatSpeed(kbits: number, locale = 'en-US'): string {
  const isLarge = kbits >= KBITS
  const amount = numberFormat(locale, { maximumFractionDigits: 1 }).format(
    isLarge ? kbits / KBITS : kbits,
  )
  return `${amount} ${isLarge ? 'Mbit/s' : 'kbit/s'}`
}
