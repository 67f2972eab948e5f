import { isTimeZone } from '#rules/zone.ts'
import type { Readings } from './readings.ts'

/** The zone where nothing else is known. */
const UTC = 'UTC'
/** What stands for the machine's own zone. */
const OF_MACHINE = /^$|^:?(\/etc\/)?localtime$/
/** A file or folder of zones before the name of one: `:`, `/usr/share/zoneinfo/`, `posix/`. */
const BEFORE_NAME = /^:?(?:\/.*\/zoneinfo\/)?(?:posix\/|right\/)?/
/** A zone of POSIX without summer time: a name, and the hours that are west of Greenwich. */
const FIXED = /^(?:[a-z]{3,}|<[\w+-]+>)(?<sign>[+-]?)(?<hours>\d{1,2})(?::(?<minutes>[0-5]\d))?$/i

/** Whether a value of `TZ` leaves the zone to the machine. */
export const leavesZone = (tz: string | undefined): boolean => OF_MACHINE.test((tz ?? '').trim())

/**
 * The time zone of this installation, by a name that dates can be computed for: `TZ`, in one of the
 * spellings that operating systems take, or the machine's; UTC where that is none.
 */
export function homeZone(readings: Readings, warn: (sentence: string) => void): string {
  const must = 'be the name of a time zone such as Asia/Shanghai, Europe/Moscow or UTC'
  const is = (text: string) => leavesZone(text) || zoneNamed(text) !== undefined
  const given = readings.checked('TZ', { is, must })
  return leavesZone(given) ? machineZone(warn) : (zoneNamed(given) ?? UTC)
}

/** The zone of the machine's clock, as the runtime knows it. */
function machineZone(warn: (sentence: string) => void): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string }
  if (timeZone !== undefined && isTimeZone(timeZone)) return timeZone
  warn(
    'The time zone of this machine is not known, so days are those of UTC: TZ=Asia/Shanghai names one.',
  )
  return UTC
}

/** The zone a value of `TZ` plainly names. */
function zoneNamed(text: string): string | undefined {
  const name = text.replace(BEFORE_NAME, '')
  if (isTimeZone(name))
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  const { sign, hours, minutes = '00' } = FIXED.exec(name)?.groups ?? {}
  if (hours === undefined || Number(hours) > 14) return undefined
  if (Number(hours) === 0 && minutes === '00') return UTC
  // POSIX says eight hours west where people who write "UTC+8" mean east.
  if (/^(utc?|gmt)/i.test(name)) return undefined
  // By a name, which programs started from here take as well.
  if (minutes === '00' && Number(hours) <= 12) return `Etc/GMT${sign || '+'}${Number(hours)}`
  const east = sign === '-' ? '+' : '-'
  return `${east}${hours.padStart(2, '0')}:${minutes}`
}
