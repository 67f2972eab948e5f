import { useEffect, useState } from 'react'

/** How far a device's clock may be off before it matters, ms: answers take a while, and have seconds. */
const MAX_OFF_MS = 30_000

let off: number | undefined
const listeners = new Set<() => void>()

/**
 * Takes the server's time from the `Date` of an answer, as HTTP has it. An answer that lay in a cache
 * is from earlier: of several, the latest time counts. Undefined forgets what was said.
 */
export function noteServerDate(date: string | null | undefined): void {
  if (date === undefined) off = undefined
  const time = Date.parse(date ?? '')
  if (Number.isNaN(time)) return
  const next = time - Date.now()
  if (off !== undefined && next <= off) return
  const before = serverNow()
  off = next
  if (Math.abs(serverNow() - before) > MAX_OFF_MS) for (const listener of listeners) listener()
}

/** The time of the server, ms; of this device while no answer has said, or where both agree. */
export function serverNow(): number {
  return Date.now() + (off !== undefined && Math.abs(off) > MAX_OFF_MS ? off : 0)
}

/** The time of the server, ms, renewed every so many ms while the screen is open. */
export function useServerNow(every = 60_000): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const renew = () => setNow(serverNow())
    const timer = setInterval(renew, every)
    listeners.add(renew)
    // An answer may have come between the first drawing and now.
    renew()
    return () => {
      clearInterval(timer)
      listeners.delete(renew)
    }
  }, [every])
  return now
}
