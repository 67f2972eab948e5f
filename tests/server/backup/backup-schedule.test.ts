import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scheduleChecks } from '../../../server/app/backup/schedule.ts'

const HOUR = 3_600_000
const log = { info: () => {}, warn: () => {}, error: () => {} }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A schedule whose checks end as `outcome` says. */
function scheduled() {
  const outcome = { problems: [] as string[], failure: '', isCut: false, word: '' }
  const begun = { count: 0 }
  const noted: (string | null)[] = []
  const signals: AbortSignal[] = []
  const schedule = scheduleChecks(
    async (signal) => {
      signals.push(signal)
      if (outcome.failure) throw Object.assign(new Error('failed'), { stderr: outcome.failure })
      if (outcome.word) return { problem: { word: outcome.word, detail: 'Not whole.' } } as never
      return { problems: outcome.problems, isCut: outcome.isCut } as never
    },
    {
      now: Date.now,
      log,
      progress: { checked: (_time, problem) => void noted.push(problem) },
      beginAnew: () => void (begun.count += 1),
    },
  )
  return { outcome, noted, signals, schedule, begun }
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

test.each([
  ['damaged', 1],
  ['no backup', 1],
  ['store away', 0],
  ['newer release', 0],
])('a backup of which a restore says "%s" begins %s new generations a day', async (word, count) => {
  const { begun, outcome, noted, schedule } = scheduled()
  outcome.word = word
  await vi.advanceTimersByTimeAsync(120_000)
  expect([begun.count, noted]).toEqual([count, ['Not whole.']])
  // What has begun is checked soon.
  outcome.word = ''
  await vi.advanceTimersByTimeAsync(120_000)
  expect(noted).toEqual(count ? ['Not whole.', null] : ['Not whole.'])
  outcome.word = word
  await vi.advanceTimersByTimeAsync(22 * HOUR)
  expect(begun.count).toBe(count)
  await vi.advanceTimersByTimeAsync(3 * HOUR)
  expect(begun.count).toBe(2 * count)
  await schedule.stop()
})

test('one whose end is missing begins a generation, and one with a wrong book does not', async () => {
  const { begun, outcome, schedule } = scheduled()
  outcome.problems = ['The books do not balance.']
  await vi.advanceTimersByTimeAsync(120_000)
  expect(begun.count).toBe(0)
  outcome.isCut = true
  await vi.advanceTimersByTimeAsync(HOUR - 120_000)
  expect(begun.count).toBe(1)
  await schedule.stop()
  await vi.advanceTimersByTimeAsync(26 * HOUR)
  expect(begun.count).toBe(1)
})
