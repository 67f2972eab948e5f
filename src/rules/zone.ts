const DAY_MS = 86_400_000
const MAX_CACHED = 64

const formats = new Map<string, Intl.DateTimeFormat>()

/** Whether a name is a time zone that local times can be computed for. */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/**
 * What the clocks of a zone show at a moment, as ms that UTC clocks would show so at.
 *
 * Throws a RangeError for an unknown zone.
 */
export function wallTime(time: number, timeZone: string): number {
  const numbers = formatOf(timeZone).format(time).match(/\d+/g)?.map(Number) ?? []
  const [month = 1, day = 1, year = 1970, hour = 0, minute = 0, second = 0] = numbers
  const fraction = time - Math.floor(time / 1000) * 1000
  return Date.UTC(year, month - 1, day, hour, minute, second) + fraction
}

/**
 * The moment when the clocks of a zone show a `wall` time.
 *
 * Of two, when clocks are put back, the first. If clocks skip that time, the moment they do.
 */
export function momentOf(wall: number, timeZone: string): number {
  const before = wall - offset(wall - DAY_MS, timeZone)
  const after = wall - offset(wall + DAY_MS, timeZone)
  if (before === after) return before
  const [first, second] = before < after ? [before, after] : [after, before]
  if (wallTime(first, timeZone) === wall) return first
  return wallTime(second, timeZone) === wall ? second : before
}

const offset = (time: number, timeZone: string) => wallTime(time, timeZone) - time

/**
 * How far the clocks of a zone are from UTC at a moment, as people write it: `UTC+8`, `UTC-3:30`, `UTC`.
 *
 * Throws a RangeError for an unknown zone.
 */
export function offsetText(time: number, timeZone: string): string {
  const minutes = Math.round(offset(time, timeZone) / 60_000)
  if (minutes === 0) return 'UTC'
  const rest = Math.abs(minutes) % 60
  const hours = `UTC${minutes < 0 ? '-' : '+'}${Math.floor(Math.abs(minutes) / 60)}`
  return rest === 0 ? hours : `${hours}:${String(rest).padStart(2, '0')}`
}

/** Creating a format costs a hundred times its use. Names come from requests, so few are cached. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  if (formats.size >= MAX_CACHED) formats.clear()
  formats.set(timeZone, made)
  return made
}
