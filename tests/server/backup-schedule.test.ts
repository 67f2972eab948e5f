import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scheduleChecks } from '../../server/app/backup/schedule.ts'

const HOUR = 3_600_000
const log = { info: () => {}, warn: () => {}, error: () => {} }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A schedule whose checks end as `outcome` says. */
function scheduled() {
  const outcome = { problems: [] as string[], failure: '' }
  const noted: (string | null)[] = []
  const signals: AbortSignal[] = []
  const schedule = scheduleChecks(
    async (signal) => {
      signals.push(signal)
      if (outcome.failure) throw Object.assign(new Error('failed'), { stderr: outcome.failure })
      return { problems: outcome.problems } as never
    },
    { now: Date.now, log, progress: { checked: (_time, problem) => void noted.push(problem) } },
  )
  return { outcome, noted, signals, schedule }
}

test('what was shipped is checked two minutes after the start, and once an hour', async () => {
  const { noted, outcome, schedule } = scheduled()
  await vi.advanceTimersByTimeAsync(119_999)
  expect(noted).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(noted).toEqual([null])
  outcome.problems = ['The books do not balance.', 'A row is lost.']
  await vi.advanceTimersByTimeAsync(HOUR - 120_000)
  expect(noted).toEqual([null, 'The books do not balance. A row is lost.'])
  outcome.failure = 'There is no whole backup.\n'
  await vi.advanceTimersByTimeAsync(HOUR)
  expect(noted.at(-1)).toBe('There is no whole backup.')
  await schedule.stop()
})

test('after a stop nothing is checked, and what is under way is ended', async () => {
  const { signals, schedule, noted } = scheduled()
  await vi.advanceTimersByTimeAsync(120_000)
  await schedule.stop()
  expect(signals[0]?.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(3 * HOUR)
  expect(noted).toHaveLength(1)
})
