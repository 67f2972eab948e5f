import { numberFormat } from './formats.ts'

const MULTIPLES: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, G: 1e9, T: 1e12 }
const UNITS = ['B', 'KB', 'MB', 'GB'] as const

/** Three digits after a comma may be thousands: that is not guessed. */
const AMOUNT = /^(\d+(?:\.\d+|,\d{1,2})?|\.\d+)\s*([KMGT]?)$/i

/** An amount of traffic for the screen, its unit apart so that it can be set quieter. */
export type FlowParts = { amount: string; unit: (typeof UNITS)[number] }

/**
 * Reads an amount of traffic, in bytes, as a person types it: `250`, `1.5G`, `1,5G`, `20 m`. Spec 5.
 *
 * Nothing typed is 0. What cannot be read is 1 byte and not 0, because a quota of 0 means none.
 */
export function parseFlow(text: string): number {
  const typed = text.normalize('NFKC').trim()
  if (typed === '') return 0
  const [, amount, suffix = ''] = AMOUNT.exec(typed) ?? []
  if (amount === undefined) return 1
  const bytes = Math.round(
    Number(amount.replace(',', '.')) * (MULTIPLES[suffix.toUpperCase()] ?? 1),
  )
  return Number.isSafeInteger(bytes) ? bytes : 1
}

/** Whether something was typed that is no amount of traffic. */
export function isNoFlow(text: string): boolean {
  return parseFlow(text) === 1 && text.normalize('NFKC').trim() !== '1'
}

/** Writes bytes the way `parseFlow` reads them back exactly, for a field: `1.5G`, `100M`. Spec 5. */
export function flowText(bytes: number): string {
  const exact = Object.entries(MULTIPLES).findLast(
    ([, multiple]) => bytes >= multiple && bytes % (multiple / 1e3) === 0,
  )
  return exact ? `${bytes / exact[1]}${exact[0]}` : String(bytes)
}

/** Parts bytes into a rounded amount and its unit, in decimal multiples up to GB. Spec 9. */
export function splitFlow(bytes: number, locale = 'en-US'): FlowParts {
  let power = 0
  let amount = bytes
  while (power < UNITS.length - 1 && Math.abs(rounded(amount)) >= 1000) {
    amount /= 1000
    power += 1
  }
  return { amount: numbers(locale).format(rounded(amount)), unit: UNITS[power] ?? 'GB' }
}

/** Shows bytes to a person: `12.4 GB`. Spec 9. */
export function formatFlow(bytes: number, locale?: string): string {
  const { amount, unit } = splitFlow(bytes, locale)
  return `${amount} ${unit}`
}

/** How much of a quota is used up, 0 to 100; without a quota nothing ever is. */
export function flowPercent(used: number, quota: number): number {
  if (quota <= 0) return 0
  return Math.min(100, Math.max(0, (used / quota) * 100))
}

const rounded = (amount: number) => {
  const step = Math.abs(amount) < 9.995 ? 100 : 10
  return Math.round(amount * step) / step
}

const numbers = (locale: string) => numberFormat(locale, { maximumFractionDigits: 2 })
