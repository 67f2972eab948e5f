/** Cents as providers write money: `12.50`. */
export function toDecimal(cents: number): string {
  const text = String(cents).padStart(3, '0')
  return `${text.slice(0, -2)}.${text.slice(-2)}`
}

/**
 * Cents of an amount a provider wrote, such as `12.5`; null where it is none.
 *
 * Digit by digit: as floating point 1.15 times 100 is not 115.
 */
export function toCents(text: string | undefined | null): number | null {
  const parts = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(text ?? '')
  if (!parts) return null
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
}
