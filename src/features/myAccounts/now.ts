import { useEffect, useState } from 'react'

/** The time, ms, renewed while the screen is open: an account may end before anybody's eyes. */
export function useNow(every = 30_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
