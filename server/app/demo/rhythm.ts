import { startOfDay } from '#rules/calendar.ts'
import { wallTime } from '#rules/zone.ts'
import type { Random } from './random.ts'

/** One hour with traffic, and its probability. */
type Hour = { bucket: number; weight: number }

/** The local days of the last weeks, each with its hours. */
export type Rhythm = { day: number; hours: Hour[]; total: number }[]

const HOUR_MS = 3_600_000
const DAYS = 30

// By hour of the local day: quiet at night, a little at noon, most in the evening.
const BY_HOUR = [
  5, 3, 2, 1, 1, 1, 2, 4, 6, 7, 8, 9, 11, 9, 8, 8, 9, 10, 13, 17, 20, 21, 17, 10,
] as const

/** The last thirty days up to this hour. */
export function rhythmOf(now: number, timeZone: string): Rhythm {
  const days = new Map<number, Hour[]>()
  const end = now - (now % HOUR_MS)
  for (let bucket = end - DAYS * 24 * HOUR_MS; bucket <= end; bucket += HOUR_MS) {
    const clock = new Date(wallTime(bucket, timeZone)).getUTCHours()
    const hour = { bucket, weight: BY_HOUR[clock] ?? 1 }
    days.getOrInsertComputed(startOfDay(bucket, timeZone), () => []).push(hour)
  }
  return [...days].map(([day, hours]) => ({
    day,
    hours,
    total: hours.reduce((sum, { weight }) => sum + weight, 0),
  }))
}

/** The hours of a day in which a person is online, in order: one to five of them, mostly three. */
export function activeHours({ hours, total }: Rhythm[number], random: Random): number[] {
  const wanted = random.whole(1, 3) + random.whole(0, 2)
  const chosen = new Set<number>()
  for (let tries = 0; tries < wanted; tries += 1) {
    let rest = random.next() * total
    const hour = hours.find(({ weight }) => (rest -= weight) < 0)
    // A whole day's share, so that today has no more traffic than has passed of it.
    if (hour && random.chance(hours.length / 24)) chosen.add(hour.bucket)
  }
  return [...chosen].sort((a, b) => a - b)
}
