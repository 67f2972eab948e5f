import { beforeEach, describe, expect, test, vi } from 'vitest'
import { startDevice } from '../support/device.ts'

const MINUTE_MS = 60_000
const worker = { takeWaitingShell: vi.fn(), dropShell: vi.fn() }

let device: ReturnType<typeof startDevice>
let entry: string
/** What the server answers for a file, and what it was asked for. */
let answer: () => Promise<Response> | Response
const asked = vi.fn()

const gone = () => new Response('', { status: 404 })
const script = () => new Response('', { headers: { 'content-type': 'text/javascript' } })

/** A start of the page, whose entry names the build; what was counted in this tab stays. */
async function load(build: string) {
  const counted = device?.session.stored.get('sluice.mended')
  const { count } = device?.reloads ?? { count: 0 }
  device = startDevice()
  device.reloads.count = count
  if (counted) device.session.stored.set('sluice.mended', counted)
  entry = build
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (path: string) => {
    asked(path)
    return answer()
  })
  vi.stubGlobal('document', {
    querySelector: () => ({ src: `http://test/assets/index-${entry}.js` }),
  })
  const { mendMissingFiles } = await import('#device/missing-files.ts')
  mendMissingFiles()
}

/** A file is missing, until what that leads to is done. */
async function miss(times = 1) {
  for (let time = 0; time < times; time++) device.tell('vite:preloadError')
  await vi.advanceTimersByTimeAsync(3_001)
}

beforeEach(() => {
  answer = gone
  asked.mockReset()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  worker.takeWaitingShell.mockReset().mockResolvedValue(undefined)
  worker.dropShell.mockReset().mockResolvedValue(undefined)
  device = undefined as never
  vi.doMock('#device/service-worker.ts', () => worker)
  return () => {
    vi.doUnmock('#device/service-worker.ts')
    vi.useRealTimers()
  }
})

describe('a page whose files are gone', () => {
  test('takes the newer shell, then drops its own, and then stops', async () => {
    await load('a')
    await miss()
    expect(worker.takeWaitingShell).toHaveBeenCalledOnce()
    await load('a')
    await miss()
    expect(worker.dropShell).toHaveBeenCalledOnce()
    expect(device.reloads.count).toBe(2)
    await load('a')
    await miss()
    expect(device.reloads.count).toBe(2)
  })

  test('is tried again after five minutes', async () => {
    for (let time = 0; time < 3; time++) {
      await load('a')
      await miss()
    }
    expect(device.reloads.count).toBe(2)
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
    await miss()
    expect(device.reloads.count).toBe(3)
  })

  test('mends once for all the files it misses', async () => {
    await load('a')
    await miss(5)
    expect(device.reloads.count).toBe(1)
    expect(worker.dropShell).not.toHaveBeenCalled()
  })

  test('drops the shell where the reload is not answered', async () => {
    await load('a')
    await miss()
    await miss()
    expect(worker.dropShell).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(30_000)
    await miss()
    expect(worker.dropShell).toHaveBeenCalledOnce()
  })

  test('mends each build that a deployment has broken', async () => {
    for (const build of ['a', 'b', 'c', 'd']) {
      await load(build)
      await miss()
    }
    expect(device.reloads.count).toBe(4)
    expect(worker.dropShell).not.toHaveBeenCalled()
  })

  test('does not reload forever between two servers of which each has another build', async () => {
    for (let time = 0; time < 10; time++) {
      await load(time % 2 ? 'a' : 'b')
      await miss()
    }
    expect(device.reloads.count).toBe(4)
  })

  test('waits for nobody, and is left alone where that cannot be counted', async () => {
    worker.takeWaitingShell.mockReturnValue(new Promise(() => undefined))
    await load('a')
    await miss()
    expect(device.reloads.count).toBe(1)
    await load('b')
    device.session.setItem = () => {
      throw new Error('full')
    }
    await miss()
    expect(device.reloads.count).toBe(1)
  })
})

describe('a page whose files are not gone', () => {
  test('stays where the network or the server fails, and is mended once the server says more', async () => {
    const no = () => Promise.reject(new TypeError('Failed to fetch'))
    await load('a')
    for (const fault of [no, () => new Response('', { status: 502 })]) {
      answer = fault
      await miss()
    }
    expect(device.reloads.count).toBe(0)
    expect(worker.takeWaitingShell).not.toHaveBeenCalled()
    answer = gone
    await miss()
    expect(device.reloads.count).toBe(1)
  })

  test('stays where the server does not answer', async () => {
    answer = () => new Promise(() => undefined)
    await load('a')
    await miss()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(device.reloads.count).toBe(0)
  })

  test('never drops a shell whose file the server has', async () => {
    answer = script
    for (let time = 0; time < 3; time++) {
      await load('a')
      await miss()
    }
    expect(device.reloads.count).toBe(2)
    expect(worker.takeWaitingShell).toHaveBeenCalledTimes(2)
    expect(worker.dropShell).not.toHaveBeenCalled()
  })

  test('takes a page in place of a script for gone', async () => {
    answer = () => new Response('', { headers: { 'content-type': 'text/html; charset=utf-8' } })
    for (let time = 0; time < 2; time++) {
      await load('a')
      await miss()
    }
    expect(worker.dropShell).toHaveBeenCalledOnce()
  })

  test.each([
    [
      'Failed to fetch dynamically imported module: https://a.example/assets/x-1_$.js',
      '/assets/x-1_$.js',
    ],
    ['Unable to preload CSS for /assets/x-1.css', '/assets/x-1.css'],
    ['Importing a module script failed.', '/assets/index-a.js'],
  ])(
    'asks for the file that is named, else for the one it began with: %s',
    async (message, file) => {
      await load('a')
      device.tell('vite:preloadError', { payload: new Error(message) })
      await miss()
      expect(asked.mock.calls).toEqual([[file]])
    },
  )
})

describe('a page that is being left', () => {
  const link = (href: string, more: object = {}) => ({
    closest: () => ({ href, target: '', hasAttribute: () => false, ...more }),
  })
  /** A click, which reaches the window from what was clicked. */
  const click = (target: object, more: object = {}) => {
    const event = { button: 0, ...more }
    const told = new Event('click')
    for (const [name, value] of Object.entries({ ...event, target }))
      Object.defineProperty(told, name, { value })
    device.send(told)
  }

  beforeEach(async () => {
    await load('a')
    vi.stubGlobal('location', { ...location, href: 'http://test/home/signup' })
  })

  const ways: [string, () => void][] = [
    ['is hidden', () => device.tell('pagehide')],
    ['is told to go', () => device.tell('beforeunload')],
    ['follows a link', () => click(link('http://test/help'))],
  ]
  test.each(ways)('is not loaded anew once it %s', async (_way, leave) => {
    leave()
    await miss()
    expect(asked).not.toHaveBeenCalled()
    expect(device.reloads.count).toBe(0)
    // It is still there: a download began.
    await vi.advanceTimersByTimeAsync(30_000)
    await miss()
    expect(device.reloads.count).toBe(1)
  })

  test('is not loaded anew where it is left while the server is asked', async () => {
    answer = () => new Promise((resolve) => setTimeout(() => resolve(gone()), 1_000))
    device.tell('vite:preloadError')
    device.tell('pagehide')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked).toHaveBeenCalledOnce()
    expect(device.reloads.count).toBe(0)
  })

  test('is mended when it is shown again', async () => {
    device.tell('pagehide')
    device.tell('pageshow')
    await miss()
    expect(device.reloads.count).toBe(1)
  })

  test.each<[string, object, object]>([
    ['to a place on it', link('http://test/home/signup#top'), {}],
    ['that the router takes', link('http://test/home/login'), { defaultPrevented: true }],
    ['for another tab', link('http://test/help', { target: '_blank' }), {}],
    ['with a key for another tab', link('http://test/help'), { metaKey: true }],
    ['for a download', link('http://test/help', { hasAttribute: () => true }), {}],
    ['beside a link', { closest: () => null }, {}],
  ])('is not meant by a click %s', async (_what, target, more) => {
    click(target, more)
    await miss()
    expect(device.reloads.count).toBe(1)
  })
})
