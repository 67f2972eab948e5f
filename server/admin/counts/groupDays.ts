import type { Schema } from '#contract'
import { startOfDay } from '#rules/calendar.ts'
import type { Database } from '../../database/database.ts'
import { carriedBytes } from './carried.ts'
import { daysBetween } from './days.ts'
import { countNew } from './newcomers.ts'

const DAY_MS = 86_400_000
const DAYS = 30
/** How many days are reckoned when they are asked for: the present one, and one that has just ended. */
const LIVE_DAYS = 2

/** What the sums of the whole shop are kept under. */
export const WHOLE_SHOP = -1

/** The last 30 days of a time zone, the present one included, the oldest first. */
export function lastDays(now: number, timeZone: string) {
  // Noon exists on every day, whatever daylight saving does at night.
  const noon = startOfDay(now, timeZone) + DAY_MS / 2
  return daysBetween(startOfDay(noon - (DAYS - 1) * DAY_MS, timeZone), now, timeZone)
}

/**
 * New customers, the most people online at a time, and traffic on each of the last 30 days of a
 * group, or of the whole shop. `timeZone` is the site's. A day that nobody counted is null.
 */
export async function shopDaysOf(
  db: Database,
  { now, timeZone, group }: { now: number; timeZone: string; group: number | undefined },
): Promise<Schema<'ShopDay'>[]> {
  const days = lastDays(now, timeZone)
  const rows = await db
    .selectFrom('groupDay')
    .selectAll()
    .where('groupId', 'in', [WHOLE_SHOP, group ?? WHOLE_SHOP])
    .where('date', '>=', days[0]?.date ?? '')
    .execute()
  const ofDay = (groupId: number, date: string) =>
    rows.find((row) => row.groupId === groupId && row.date === date)
  return Promise.all(
    days.map(async ({ date, from, to }, at) => {
      const whole = ofDay(WHOLE_SHOP, date)
      const own = group === undefined ? whole : ofDay(group, date)
      // What is known of the shop is known of each group: one without a row had none.
      const online = isKnown(whole?.online) ? (own?.online ?? 0) : null
      if (isKnown(whole?.customers))
        return { date, customers: own?.customers ?? 0, bytes: own?.bytes ?? 0, online }
      if (at < days.length - LIVE_DAYS) return { date, customers: null, bytes: null, online }
      const isOver = at < days.length - 1
      const span = { from, to: isOver ? to + 1 : from + 2 * DAY_MS, group }
      const [customers, bytes] = await Promise.all([countNew(db, span), carriedBytes(db, span)])
      return { date, customers, bytes, online }
    }),
  )
}

const isKnown = (value: number | null | undefined) => value !== null && value !== undefined
