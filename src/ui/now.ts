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

/** The zone that the clock of this device shows. */
export function deviceZone(): string {
  // Not one of the cached formats: zones of the same offset differ in summer.
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
