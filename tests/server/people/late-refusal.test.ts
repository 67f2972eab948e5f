import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { refuseLate } from '../../../server/people/login/lateRefusal.ts'
import { hashPassword } from '../../../server/people/session/passwords.ts'
import { makeWorld } from '../../support/world.ts'

/** No refusal takes longer, ms. */
const LONGEST_MS = 5_000

describe('a refusal beyond the limit', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** How many of so many that begin now have ended, at each of these times, ms. */
  async function endedAt(times: readonly number[], refusals: number) {
    let ended = 0
    const all = Array.from({ length: refusals }, () => refuseLate().then(() => (ended += 1)))
    const counts: number[] = []
    for (const [at, time] of times.entries()) {
      await vi.advanceTimersByTimeAsync(time - (times[at - 1] ?? 0))
      counts.push(ended)
    }
    // Not all timers: what a test before in this process repeats would have no end.
    await vi.advanceTimersByTimeAsync(LONGEST_MS)
    await Promise.all(all)
    return counts
  }

  test('comes at once where it is the only one', async () => {
    expect(await endedAt([3, 4], 1)).toEqual([0, 1])
  })

  test('waits for those before it: 250 a second, however many are sent', async () => {
    expect(await endedAt([100, 1_000, 2_000], 600)).toEqual([25, 250, 500])
    // Those are over.
    expect(await endedAt([3, 4], 1)).toEqual([0, 1])
  })

  test('comes within five seconds', async () => {
    expect(await endedAt([4_999, 5_000], 2_000)).toEqual([1_249, 2_000])
  })
})

describe('logIn', () => {
  afterEach(() => void vi.restoreAllMocks())

  test('refuses late what is beyond the limit, and only that', async () => {
    const world = await makeWorld()
    const email = 'ann@example.com'
    await world.person({ email, passwordHash: await hashPassword('correct horse') })
    const timer = vi.spyOn(globalThis, 'setTimeout')
    const isLate = () => timer.mock.calls.some(([, ms]) => ms === 4)
    const logIn = async () => {
      timer.mockClear()
      const body = { email, password: 'wrong' }
      const { error } = await world.as(null).POST('/api/home/login', { body })
      return [error, isLate()]
    }
    for (let time = 0; time < 5; time++) expect(await logIn()).toEqual(['invalid password', false])
    expect(await logIn()).toEqual(['password retry out of limit', true])
  })
})
