const UNITS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 }

const NUMBER = String.raw`(?:\d+(?:\.\d+)?|\.\d+)`
const DURATION = new RegExp(`^(?:${NUMBER}\\s*[smhd]\\s*)*(?:${NUMBER})?$`, 'i')
const PART = new RegExp(`(${NUMBER})\\s*([smhd]?)`, 'gi')

/**
 * Reads a length of time, in ms, as a person types it: `500` (ms), `90s`, `1.5h`, `1d2h`. Spec 5.
 *
 * Nothing typed is 0, what cannot be read is 1 ms, as with traffic.
 */
export function parseDuration(text: string): number {
  const typed = text.normalize('NFKC').trim()
  if (typed === '') return 0
  if (!DURATION.test(typed)) return 1
  let total = 0
  for (const [, amount, unit = ''] of typed.matchAll(PART)) {
    total += Number(amount) * (UNITS[unit.toLowerCase()] ?? 1)
  }
  const duration = Math.round(total)
  return Number.isSafeInteger(duration) ? duration : 1
}

/** Whether something was typed that is no length of time. */
export function isNoDuration(text: string): boolean {
  return parseDuration(text) === 1 && text.normalize('NFKC').trim() !== '1'
}

/** Writes ms the way `parseDuration` reads them back exactly, for a field: `1d2h`. Spec 5. */
export function formatDuration(ms: number): string {
  let rest = Math.max(0, Math.round(ms))
  let text = ''
  for (const [unit, length] of Object.entries(UNITS)) {
    const count = Math.floor(rest / length)
    if (count > 0) text += `${count}${unit}`
    rest %= length
  }
  return rest > 0 || text === '' ? `${text}${rest}` : text
}
