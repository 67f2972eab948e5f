/** Stretches of time one looks back over, counted in whole days. */
export const PERIODS = ['today', 'yesterday', 'week', 'month'] as const
export type AuditPeriod = (typeof PERIODS)[number]

/** What the list is limited to, as its address has it. */
export type AuditSearch = {
  search?: string | undefined
  subject?: string | undefined
  /** One thing; only with `subject`. */
  subjectId?: number | undefined
  /** The calls of one action, with a dot between them. */
  action?: string | undefined
  /** Who did it. */
  actorId?: number | undefined
  period?: AuditPeriod | undefined
  /** Days such as `2026-11-20`, both included, instead of a period. */
  start?: string | undefined
  end?: string | undefined
}

/** Reads the address; what makes no sense is left out. */
export function readAuditSearch(given: Record<string, unknown>): AuditSearch {
  return {
    search: wordIn(given.search),
    subject: wordIn(given.subject),
    subjectId: idIn(given.subjectId),
    action: wordIn(given.action),
    actorId: idIn(given.actorId),
    period: PERIODS.find((period) => period === given.period),
    start: dayIn(given.start),
    end: dayIn(given.end),
  }
}

const wordIn = (value: unknown) =>
  typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? `${value}`
      : undefined

const idIn = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : undefined)

const dayIn = (value: unknown) =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  !Number.isNaN(Date.parse(`${value}T00:00`))
    ? value
    : undefined
