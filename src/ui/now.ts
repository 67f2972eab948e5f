import { useEffect, useState } from 'react'
import { isTimeZone } from '#rules/zone.ts'

/** The time, ms, renewed every so many ms while the screen is open. */
export function useNow(every = 60_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}

/**
 * The zone that the clock of this device shows, by a name that the server takes and `Intl` knows.
 *
 * Browsers say `Etc/Unknown`, `+08:00` or nothing where the system names none that they know, as on Linux with
 * `TZ=UTC+8`. Days are then cut by the offset that their clock has now.
 */
export function deviceZone(): string {
  // Not one of the cached formats: zones of the same offset differ in summer.
  const name: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone
  if (name && NAME.test(name) && name !== 'Etc/Unknown' && isTimeZone(name)) return name
  const hours = new Date().getTimezoneOffset() / 60
  // Their signs are those of POSIX, and of `getTimezoneOffset`: west is positive.
  const zone = `Etc/GMT${hours < 0 ? '' : '+'}${hours}`
  return hours !== 0 && isTimeZone(zone) ? zone : 'UTC'
}

/** Names of the zone database, as the contract takes them: not offsets such as `+08:00`. */
const NAME = /^[A-Za-z][A-Za-z0-9_+/-]*$/
