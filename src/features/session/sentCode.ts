import { useEffect, useState } from 'react'
import { CODE_RESEND_MS } from '#rules/timing.ts'

/** To whom a sign-up code was sent, and when (ms since 1970). */
type SentCode = { email: string; at: number }

const KEY = 'sluice.sentCode'

/** The code that was requested in this tab, also before a reload. */
export function readSentCode(): SentCode | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Remembers that a code was sent. */
export function storeSentCode(code: SentCode): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(code))
  } catch {
    // Without storage the countdown restarts with the page; the server has its own.
  }
}

const LOST = 'sluice.lostSignUp'

/** Remembers that a sign-up was sent and not answered: the person may be registered. */
export function noteLostSignUp(email: string): void {
  try {
    sessionStorage.setItem(LOST, email)
  } catch {
    // Without storage this page alone knows it.
  }
}

/** Whether a sign-up with this address was sent from this tab and not answered. */
export function isSignUpLost(email: string): boolean {
  try {
    return sessionStorage.getItem(LOST) === email
  } catch {
    return false
  }
}

/** Seconds until another code may be requested; 0 when one may be. Spec 9. */
export function useResendWait(sent: SentCode | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  const until = sent ? sent.at + CODE_RESEND_MS : 0
  const isWaiting = until > now
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isWaiting])
  // A clock that was set back must not make the wait longer.
  return Math.ceil(Math.min(Math.max(until - now, 0), CODE_RESEND_MS) / 1000)
}
