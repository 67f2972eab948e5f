import { ACCOUNT_TYPES, normalType } from '#rules/account.ts'
import { isNoDuration, parseDuration } from '#rules/duration.ts'
import { isNoFlow, parseFlow } from '#rules/flow.ts'
import { momentOf } from '#rules/zone.ts'

/** The last moment a date can be, ms. */
const LAST = 8_640_000_000_000_000
/** The longest time a plan may give an inviter or wait, ms, and its highest price, cents. */
const LONGEST = 315_360_000_000
const DEAREST = 99_999_900
const SECONDS = /^\d{9,10}$/
const MILLISECONDS = /^\d{12,13}$/
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/
const WALL =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/
const AMOUNT_UNIT = /(?<=[KMGT])B$|(?<=\d)\s*B$/i
const BINARY_UNIT = /^(.*\d)\s*([KMGT])IB?$/i

/**
 * A moment, ms: ISO 8601, a day with or without a time by the clocks of a zone, or seconds or
 * milliseconds since 1970. Undefined for anything else, also for a day that no calendar has.
 */
export function readMoment(text: string, timeZone: string): number | undefined {
  if (SECONDS.test(text)) return Number(text) * 1000
  if (MILLISECONDS.test(text)) return Number(text)
  const time = ISO.test(text) ? Date.parse(text) : readWall(text, timeZone)
  return time !== undefined && time >= 0 && time <= LAST ? time : undefined
}

function readWall(text: string, timeZone: string): number | undefined {
  const found = WALL.exec(text)
  if (!found) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0))
  const wall = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  // The 31st of February would silently be a day in March.
  const isSame =
    wall.getUTCMonth() === month - 1 && wall.getUTCDate() === day && wall.getUTCHours() === hour
  return isSame ? momentOf(wall.getTime(), timeZone) : undefined
}

/** Below this a number without a unit is no amount of traffic that anybody sells. */
const LEAST_BARE = 1_000_000
const BINARY = { K: 1024, M: 1024 ** 2, G: 1024 ** 3, T: 1024 ** 4 } as const

/**
 * Bytes, as a number or such as `100G`, `1.5 GB` and `1.5 GiB` (of 1024); `no unit` for a small number
 * without one, as panels write those that count in GB; undefined for anything else.
 */
export function readAmount(text: string): number | 'no unit' | undefined {
  const [, parts, unit] = BINARY_UNIT.exec(text) ?? []
  if (parts !== undefined && unit !== undefined) {
    if (isNoFlow(`${parts}G`)) return undefined
    const multiple = BINARY[unit.toUpperCase() as keyof typeof BINARY]
    const exact = Math.round((parseFlow(`${parts}G`) / 1e9) * multiple)
    return Number.isSafeInteger(exact) ? exact : undefined
  }
  const amount = text.replace(AMOUNT_UNIT, '')
  if (isNoFlow(amount)) return undefined
  const bytes = parseFlow(amount)
  const isBare = !/[a-z]/i.test(text.normalize('NFKC'))
  return isBare && bytes > 0 && bytes < LEAST_BARE ? 'no unit' : bytes
}

/** The type of an account, as its number or by name; undefined for anything else. */
export function readType(text: string): number | undefined {
  const name = text.toLowerCase()
  if (name in ACCOUNT_TYPES) return ACCOUNT_TYPES[name as keyof typeof ACCOUNT_TYPES]
  return /^[1-7]$/.test(text) ? normalType(Number(text)) : undefined
}

/** A length of time, ms, as a number or such as `3d12h`; undefined for anything else. */
export function readLength(text: string): number | undefined {
  const length = isNoDuration(text) ? Infinity : parseDuration(text)
  return length <= LONGEST ? length : undefined
}

/** Whole cents; undefined for anything else, also for a price in units such as `19.90`. */
export function readCents(text: string): number | undefined {
  return readCount(text, { least: 0, most: DEAREST })
}

/** A whole number between two others, both included; undefined for anything else. */
export function readCount(
  text: string,
  { least, most }: { least: number; most: number },
): number | undefined {
  const count = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  return count >= least && count <= most ? count : undefined
}

/** Yes or no, as 1 and 0 or in words; undefined for anything else. */
export function readFlag(text: string): 0 | 1 | undefined {
  const word = text.toLowerCase()
  if (['1', 'true', 'yes', '是'].includes(word)) return 1
  return ['0', 'false', 'no', '否'].includes(word) ? 0 : undefined
}
