import { Suspense, useEffect, useState } from 'react'
import { withWords } from '#locales/withWords.ts'

const Shown = withWords(
  'help',
  async () => ({ default: (await import('./-Front.tsx')).Teaser }),
  // Nobody who logs in waits for it, or reads that it is missing.
  () => null,
)
/** How long the log-in has the network for itself, ms. */
const LATER_MS = 1_500

/** What is sold here, below the log-in and after it. */
export function Teaser() {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isTime ? (
    <Suspense>
      <Shown />
    </Suspense>
  ) : null
}
