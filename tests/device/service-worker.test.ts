import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const HOUR_MS = 3_600_000

/** A browser that fetches a worker, or does not, and keeps what it has registered. */
function browser(fetches: boolean[]) {
  let registration: { update: ReturnType<typeof vi.fn>; active: null } | undefined
  const register = vi.fn(async (_address: unknown) => {
    // Where an answer is missing the last one stands.
    if (!(fetches.length > 1 ? fetches.shift() : fetches[0])) throw new TypeError('no network')
    registration = { update: vi.fn(async () => undefined), active: null }
    return Object.assign(new EventTarget(), registration)
  })
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: null,
    ready: new Promise(() => undefined),
    register,
    getRegistration: async () => registration,
    getRegistrations: async () => [],
  })
  vi.stubGlobal('navigator', { serviceWorker, onLine: true })
  vi.stubGlobal('location', { href: 'http://test/', reload: vi.fn() })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { documentElement: { lang: 'en' } }))
  vi.stubGlobal('addEventListener', vi.fn())
  vi.stubGlobal('caches', { keys: async () => [] })
  vi.stubGlobal(
    'MutationObserver',
    class {
      observe = vi.fn()
    },
  )
  return { register, registered: () => registration }
}

/** The page of a console whose server wants a worker, or none. */
async function page(serviceWorker = true) {
  vi.resetModules()
  const { storeStatus } = await import('#device/status.ts')
  // Who is logged in sees no login, whose page is then not kept.
  storeStatus({ serviceWorker, serviceWorkerTime: 0, status: 'normal', id: 7 } as never)
  const { registerWorker } = await import('#device/service-worker.ts')
  registerWorker()
  await vi.advanceTimersByTimeAsync(1)
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the worker of the shell', () => {
  test('is registered again by the next look for news where the first try failed', async () => {
    const { register, registered } = browser([false, true])
    await page()
    expect(register).toHaveBeenCalledTimes(1)
    expect(registered()).toBeUndefined()
    await vi.advanceTimersByTimeAsync(HOUR_MS - 2)
    expect(register).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2)
    expect(register).toHaveBeenCalledTimes(2)
    // From then on it is only asked whether it is the newest.
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect(register).toHaveBeenCalledTimes(2)
    expect(registered()?.update).toHaveBeenCalledTimes(1)
  })

  test('is tried as often as it fails, and once where it is there', async () => {
    const failing = browser([false])
    await page()
    await vi.advanceTimersByTimeAsync(3 * HOUR_MS)
    expect(failing.register).toHaveBeenCalledTimes(4)
    vi.clearAllTimers()
    const good = browser([true])
    await page()
    await vi.advanceTimersByTimeAsync(3 * HOUR_MS)
    expect(good.register).toHaveBeenCalledTimes(1)
  })

  test('is not registered where the site wants none', async () => {
    const { register } = browser([true])
    await page(false)
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS)
    expect(register).not.toHaveBeenCalled()
  })
})

describe('a page whose own shell is broken', () => {
  /** A worker that knows its state, as browsers have it. */
  const workerIn = (state: string) =>
    Object.assign(new EventTarget(), { state, postMessage: vi.fn() })

  function become(worker: ReturnType<typeof workerIn>, state: string) {
    worker.state = state
    worker.dispatchEvent(new Event('statechange'))
  }

  async function mending(registration: object) {
    browser([true])
    const container = navigator.serviceWorker
    container.getRegistration = async () => registration as never
    const { takeWaitingShell } = await import('#device/service-worker.ts')
    const done = vi.fn()
    const mend = async () => done(await takeWaitingShell())
    void mend()
    await vi.advanceTimersByTimeAsync(1)
    return { done, container }
  }

  test('takes the newest one, which still installs, and reloads once that answers', async () => {
    const [older, newest] = [workerIn('installed'), workerIn('installing')]
    const registration = { update: async () => undefined, active: null, waiting: older }
    const { done, container } = await mending(Object.assign(registration, { installing: newest }))
    expect(older.postMessage).not.toHaveBeenCalled()
    Object.assign(registration, { waiting: newest, installing: null })
    become(newest, 'installed')
    await vi.advanceTimersByTimeAsync(1)
    expect(newest.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' })
    expect(done).not.toHaveBeenCalled()
    container.dispatchEvent(new Event('controllerchange'))
    await vi.advanceTimersByTimeAsync(1)
    expect(done).toHaveBeenCalled()
  })

  test('waits for no worker where none is newer, or it failed to install', async () => {
    const none = { update: async () => undefined, active: null, waiting: null, installing: null }
    expect((await mending(none)).done).toHaveBeenCalled()
    const failing = workerIn('installing')
    const { done } = await mending({ ...none, installing: failing })
    expect(done).not.toHaveBeenCalled()
    become(failing, 'redundant')
    await vi.advanceTimersByTimeAsync(1)
    expect(done).toHaveBeenCalled()
  })
})
