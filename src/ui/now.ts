import { isTimeZone } from '#rules/zone.ts'
import { useEffect, useState } from 'react'

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
 * The zone that the clock of this device shows. Where the browser has no usable name for it
 * (`Etc/Unknown`, or only an offset such as `+08:00`), the zone of today's offset from UTC.
 */
export function deviceZone(): string {
  // Not one of the cached formats: zones of the same offset differ in summer.
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string }
  if (timeZone && /^[A-Z]/i.test(timeZone) && timeZone !== 'Etc/Unknown' && isTimeZone(timeZone))
    return timeZone
  // Of POSIX: what is east of Greenwich has a minus.
  const hours = Math.round(new Date().getTimezoneOffset() / 60)
  return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '+' : ''}${hours}`
}
