import { get, set, type UseStore } from 'idb-keyval'
import { beforeEach, expect, test, vi } from 'vitest'

/** Databases that open when told to; how often one was to be opened. */
let openings: { onsuccess?: () => void; onerror?: () => void; result: unknown; error?: Error }[]
let store: UseStore
let other: UseStore

/** A database that answers every request with `found`. */
const answering = (found: unknown) => ({
  transaction: () => ({
    objectStore: () => ({
      get: () => settled({ result: found }),
      put: () => undefined,
      transaction: settled({ result: undefined }),
    }),
  }),
})
const settled = (request: { result: unknown; onsuccess?: () => void }) => {
  queueMicrotask(() => request.onsuccess?.())
  return request
}
/** How it ended so far. */
function outcomeOf(work: Promise<unknown>) {
  const outcome = { is: 'waits' }
  work.then(
    (value) => (outcome.is = `has ${String(value)}`),
    () => (outcome.is = 'is refused'),
  )
  return outcome
}

beforeEach(async () => {
  openings = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('indexedDB', {
    open: () => {
      const request = { result: answering('a') }
      openings.push(request)
      return request
    },
  })
  vi.resetModules()
  const { deviceStore } = await import('#device/database.ts')
  store = deviceStore('one', 'table')()
  other = deviceStore('two', 'table')()
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.resetModules()
  }
})

test('a database that never opens refuses after some seconds, and then at once', async () => {
  const [read, written] = [outcomeOf(get('a', store)), outcomeOf(set('a', 1, store))]
  await vi.advanceTimersByTimeAsync(2_999)
  expect([read.is, written.is]).toEqual(['waits', 'waits'])
  await vi.advanceTimersByTimeAsync(1)
  expect([read.is, written.is]).toEqual(['is refused', 'is refused'])
  // Nor is any other asked: each would take its seconds.
  const next = [outcomeOf(get('a', store)), outcomeOf(get('a', other))]
  await vi.advanceTimersByTimeAsync(0)
  expect(next.map(({ is }) => is)).toEqual(['is refused', 'is refused'])
  expect(openings).toHaveLength(1)
})

test('a database that opens late is used, and goes on being used', async () => {
  const read = outcomeOf(get('a', store))
  await vi.advanceTimersByTimeAsync(2_999)
  openings[0]?.onsuccess?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(read.is).toBe('has a')
  await vi.advanceTimersByTimeAsync(10_000)
  const [again, written] = [outcomeOf(get('a', store)), outcomeOf(set('a', 1, store))]
  await vi.advanceTimersByTimeAsync(0)
  expect([again.is, written.is]).toEqual(['has a', 'has undefined'])
})

test('what takes long in a database that is open is waited for', async () => {
  let answer = () => {}
  const slow = store(
    'readonly',
    () => new Promise<string>((resolve) => (answer = () => resolve('b'))),
  )
  const read = outcomeOf(slow)
  openings[0]?.onsuccess?.()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(read.is).toBe('waits')
  answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(read.is).toBe('has b')
})

test('a database that is refused may open the next time', async () => {
  const read = outcomeOf(get('a', store))
  openings[0]?.onerror?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(read.is).toBe('is refused')
  const again = outcomeOf(get('a', store))
  openings[1]?.onsuccess?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(again.is).toBe('has a')
})

test('a browser without databases is refused at once, each time, and nothing fails later', async () => {
  const lost = vi.fn()
  process.on('unhandledRejection', lost)
  const { open } = indexedDB
  vi.stubGlobal('indexedDB', undefined)
  const read = outcomeOf(get('a', store))
  await vi.advanceTimersByTimeAsync(0)
  expect(read.is).toBe('is refused')
  await vi.advanceTimersByTimeAsync(10_000)
  process.off('unhandledRejection', lost)
  expect(lost).not.toHaveBeenCalled()
  // It was no silence: one that opens is asked.
  vi.stubGlobal('indexedDB', { open })
  const again = outcomeOf(get('a', store))
  openings[0]?.onsuccess?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(again.is).toBe('has a')
})
