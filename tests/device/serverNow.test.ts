import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 0, 15)

beforeEach(() => void vi.resetModules())

/** The server's time on a device whose clock is off by so many ms. */
async function aDevice(off: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW + off })
  onTestFinished(() => void vi.useRealTimers())
  return import('#api/serverNow.ts')
}

const dated = (time: number) => new Date(time).toUTCString()

describe('the time of the server', () => {
  test.each([10 * DAY, 730 * DAY, -DAY, 30_001])(
    'is that of its answers on a device that is %d ms ahead',
    async (off) => {
      const { noteServerDate, serverNow } = await aDevice(off)
      expect(serverNow()).toBe(NOW + off)
      noteServerDate(dated(NOW))
      expect(serverNow()).toBe(NOW)
      vi.setSystemTime(NOW + off + 5_000)
      expect(serverNow()).toBe(NOW + 5_000)
    },
  )

  test.each([0, 30_000, -30_000])('is that of a device that is %d ms off', async (off) => {
    const { noteServerDate, serverNow } = await aDevice(off)
    noteServerDate(dated(NOW))
    expect(serverNow()).toBe(NOW + off)
  })

  test('is not that of an answer which lay in a cache, or that says none', async () => {
    const { noteServerDate, serverNow } = await aDevice(0)
    noteServerDate(null)
    noteServerDate('yesterday')
    noteServerDate(dated(NOW))
    noteServerDate(dated(NOW - DAY))
    expect(serverNow()).toBe(NOW)
  })
})
