import type { Query } from '#contract'
import type { AuditPeriod, AuditSearch } from './search.ts'

/** How many days before today each begins. */
const DAYS_BACK: Readonly<Record<AuditPeriod, number>> = {
  today: 0,
  yesterday: 1,
  week: 6,
  month: 29,
}

/**
 * The call's parameters, in days of this device; a period that began stays open, so that the call is
 * the same until midnight.
 */
export function auditQuery(search: AuditSearch, now: number): Query<'exportAudit'> {
  const { period, start, end, action, ...others } = search
  const rest = { ...others, ...(action && { operation: action.split('.') }) }
  if (!period)
    return {
      ...rest,
      ...(start && { from: midnightBefore(Date.parse(`${start}T00:00`), 0) }),
      // The day that is typed belongs to it.
      ...(end && { to: midnightBefore(Date.parse(`${end}T00:00`), -1) }),
    }
  const from = midnightBefore(now, DAYS_BACK[period])
  return { ...rest, from, ...(period === 'yesterday' && { to: midnightBefore(now, 0) }) }
}

/** The midnight this many calendar days before the one that began the day. */
function midnightBefore(now: number, days: number): number {
  const date = new Date(now)
  date.setHours(0, 0, 0, 0)
  return date.setDate(date.getDate() - days)
}
