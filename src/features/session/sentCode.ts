import { useEffect, useState } from 'react'
import { CODE_RESEND_MS } from '#rules/timing.ts'

/** To whom a sign-up code was sent, and when (ms since 1970). */
type SentCode = { email: string; at: number }

const KEY = 'sluice.sentCode'

/** The code that was asked for in this tab, also before the page was loaded anew. */
export function readSentCode(): SentCode | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Remembers that a code was sent. */
export function keepSentCode(code: SentCode): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(code))
  } catch {
    // Without storage the countdown starts anew with the page; the server keeps its own.
  }
}

/** Seconds until another code may be asked for; 0 when one may be. Spec 9. */
export function useResendWait(sent: SentCode | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  const until = sent ? sent.at + CODE_RESEND_MS : 0
  const isWaiting = until > now
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isWaiting])
  // A clock that was set back must not keep anybody waiting for longer.
  return Math.ceil(Math.min(Math.max(until - now, 0), CODE_RESEND_MS) / 1000)
}
