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

const wordIn = (value: unknown) =>
  typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'number'
      ? `${value}`
      : undefined

const idIn = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : undefined)
