import { expect, onTestFinished, test, vi } from 'vitest'
import { startOfDay } from '#rules/calendar.ts'
import { deviceZone } from '#ui/now.ts'

/** A browser that says this of its zone, and whose clock is so many minutes behind UTC. */
function inZone(said: string | undefined, behind: number) {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    timeZone: said,
  } as Intl.ResolvedDateTimeFormatOptions)
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(behind)
  onTestFinished(() => void vi.restoreAllMocks())
}

test.each([
  ['Asia/Shanghai', -480, 'Asia/Shanghai'],
  ['America/Port-au-Prince', 300, 'America/Port-au-Prince'],
  ['Etc/GMT+5', 300, 'Etc/GMT+5'],
  ['UTC', 0, 'UTC'],
  ['Etc/Unknown', 0, 'UTC'],
  ['Etc/Unknown', -480, 'Etc/GMT-8'],
  ['+08:00', -480, 'Etc/GMT-8'],
  ['-05:00', 300, 'Etc/GMT+5'],
  // Nothing has these names.
  ['+05:30', -330, 'UTC'],
  ['+15:00', -900, 'UTC'],
  ['Asia/Beijing', -480, 'Etc/GMT-8'],
  [undefined, 0, 'UTC'],
  ['', 60, 'Etc/GMT+1'],
])('a browser that says %s is in %s', (said, behind, zone) => {
  inZone(said, behind)
  expect(deviceZone()).toBe(zone)
  // What the contract takes, and what days can be cut by.
  expect(zone).toMatch(/^[A-Za-z0-9_+/-]{1,64}$/)
  expect(startOfDay(0, zone)).toBeLessThanOrEqual(0)
})
