import type { Query } from '#contract'
import { startOfDay } from '#rules/calendar.ts'

/** Stretches of time one looks back over, counted in whole days. */
export const PERIODS = ['today', 'yesterday', 'week', 'month'] as const
export type AuditPeriod = (typeof PERIODS)[number]

/** What the list is limited to, as its address has it. */
export type AuditSearch = {
  search?: string | undefined
  subject?: string | undefined
  /** One thing; only with `subject`. */
  subjectId?: number | undefined
  /** Who did it. */
  actorId?: number | undefined
  period?: AuditPeriod | undefined
}

const DAY_MS = 86_400_000

/** How many days before today each begins. */
const DAYS_BACK: Readonly<Record<AuditPeriod, number>> = {
  today: 0,
  yesterday: 1,
  week: 6,
  month: 29,
}

/** Reads the address; what makes no sense is left out. */
export function readAuditSearch(given: Record<string, unknown>): AuditSearch {
  return {
    search: wordIn(given.search),
    subject: wordIn(given.subject),
    subjectId: idIn(given.subjectId),
    actorId: idIn(given.actorId),
    period: PERIODS.find((period) => period === given.period),
  }
}

/** The call's parameters; a period ends with the day, so that the call stays the same until then. */
export function auditQuery(
  { period, ...rest }: AuditSearch,
  now: number,
  timeZone: string,
): Query<'exportAudit'> {
  if (!period) return rest
  const midnight = startOfDay(now, timeZone)
  // Noon, because days with a change of the clock are longer or shorter.
  const from = startOfDay(midnight + DAY_MS / 2 - DAYS_BACK[period] * DAY_MS, timeZone)
  return { ...rest, from, ...(period === 'yesterday' && { to: midnight }) }
}

const wordIn = (value: unknown) =>
  typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? `${value}`
      : undefined

const idIn = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : undefined)
