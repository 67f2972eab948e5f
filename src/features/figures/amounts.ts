import type { Schema } from '#contract'
import { numberFormat } from '#rules/formats.ts'

/** How much more than before, as `+9%`; nothing where there was nothing before. */
export function changeText(now: number, before: number, locale: string): string | undefined {
  if (before <= 0) return undefined
  const style = { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 } as const
  return numberFormat(locale, style).format(now / before - 1)
}

/** The income of 30 days, and of the 30 before. */
export function sumsOf({ days }: Schema<'Income'>): { cents: number; before: number } {
  return {
    cents: days.reduce((sum, day) => sum + day.cents, 0),
    before: days.reduce((sum, day) => sum + day.before, 0),
  }
}
