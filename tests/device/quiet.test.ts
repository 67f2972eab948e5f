import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { untilQuiet } from '#device/quiet.ts'

/** Reports to the page's observer that something arrived. */
let arrive: () => void = () => undefined
const disconnect = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  disconnect.mockClear()
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe = vi.fn()
      disconnect = disconnect
      constructor(callback: () => void) {
        arrive = callback
      }
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page in which these selectors find something. */
const page = (state: { has: string[] }) =>
  ({ querySelector: (of: string) => state.has.find((one) => of.includes(one)) ?? null }) as never

test('a page is quiet once its screen is drawn and nothing has arrived for a second and a half', async () => {
  const state = { has: ['h1', 'fui-Skeleton'] }
  const settled = vi.fn()
  void untilQuiet(page(state)).then(() => settled())
  await vi.advanceTimersByTimeAsync(1_000)
  arrive()
  await vi.advanceTimersByTimeAsync(1_499)
  expect(settled).not.toHaveBeenCalled()
  // Quiet, but what is drawn still loads.
  await vi.advanceTimersByTimeAsync(1)
  expect(settled).not.toHaveBeenCalled()
  state.has = ['h1']
  await vi.advanceTimersByTimeAsync(1_000)
  arrive()
  await vi.advanceTimersByTimeAsync(1_499)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(settled).toHaveBeenCalledOnce()
  expect(disconnect).toHaveBeenCalledOnce()
})

test('a page that never gets quiet is waited for fifteen seconds', async () => {
  const settled = vi.fn()
  void untilQuiet(page({ has: [] })).then(() => settled())
  for (let second = 0; second < 14; second++) {
    await vi.advanceTimersByTimeAsync(1_000)
    arrive()
  }
  await vi.advanceTimersByTimeAsync(999)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(settled).toHaveBeenCalledOnce()
})
