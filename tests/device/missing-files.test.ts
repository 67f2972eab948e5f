import { beforeEach, describe, expect, test, vi } from 'vitest'
import { startDevice } from '../support/device.ts'

const MINUTE_MS = 60_000
const worker = { takeWaitingShell: vi.fn(), dropShell: vi.fn() }

let device: ReturnType<typeof startDevice>
let entry: string

/** A start of the page, whose entry names the build; what was counted in this tab stays. */
async function load(build: string) {
  const counted = device?.session.stored.get('sluice.mended')
  const { count } = device?.reloads ?? { count: 0 }
  device = startDevice()
  device.reloads.count = count
  if (counted) device.session.stored.set('sluice.mended', counted)
  entry = build
  vi.stubGlobal('navigator', { onLine: true })
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
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
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

  test.each(['beforeunload', 'pagehide'])('is not mended once one leaves (%s)', async (event) => {
    await load('a')
    device.tell(event)
    await miss()
    await vi.advanceTimersByTimeAsync(16_000)
    await miss()
    expect(device.reloads.count).toBe(0)
    // It was a download, or the next page never came.
    await vi.advanceTimersByTimeAsync(1_000)
    await miss()
    expect(device.reloads.count).toBe(1)
  })

  test('is mended when one comes back to it', async () => {
    await load('a')
    device.tell('pagehide')
    device.tell('pageshow')
    await miss()
    expect(device.reloads.count).toBe(1)
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
