import { expect, onTestFinished, test } from 'vitest'
import { auditQuery } from '#features/audit/query.ts'
import { readAuditSearch } from '#features/audit/search.ts'

const at = (text: string) => Date.parse(text)
const NOW = at('2026-03-30T10:00:00Z')

test('a period is whole days of the device, also over a change of the clock', () => {
  const { TZ } = process.env
  process.env.TZ = 'Europe/Berlin'
  onTestFinished(() => void (TZ === undefined ? delete process.env.TZ : (process.env.TZ = TZ)))
  const days = (period: 'today' | 'yesterday' | 'week' | 'month') =>
    auditQuery({ period, search: 'x' }, NOW)
  expect(days('today')).toEqual({ search: 'x', from: at('2026-03-30T00:00:00+02:00') })
  // Summer time began on this day.
  expect(days('yesterday')).toEqual({
    search: 'x',
    from: at('2026-03-29T00:00:00+01:00'),
    to: at('2026-03-30T00:00:00+02:00'),
  })
  expect(days('week').from).toBe(at('2026-03-24T00:00:00+01:00'))
  expect(days('month').from).toBe(at('2026-03-01T00:00:00+01:00'))
  expect(auditQuery({ subject: 'account' }, NOW)).toEqual({ subject: 'account' })
})

test('an address that makes no sense limits nothing', () => {
  expect(
    readAuditSearch({ search: 7, subject: '', subjectId: '1', actorId: 1.5, period: 'ever' }),
  ).toEqual({
    search: '7',
    subject: undefined,
    subjectId: undefined,
    actorId: undefined,
    period: undefined,
  })
  expect(readAuditSearch({ subject: 'user', subjectId: 4, actorId: 1, period: 'week' })).toEqual({
    search: undefined,
    subject: 'user',
    subjectId: 4,
    actorId: 1,
    period: 'week',
  })
})
