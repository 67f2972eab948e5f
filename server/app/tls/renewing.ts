import type { CertificateStatus } from '../../base/certificate.ts'
import type { Log } from '../../base/log.ts'
import { NotBefore } from './order.ts'
import {
  type Certificate,
  isExpiring,
  type Pair,
  pauseAfter,
  readPair,
  renewalTime,
} from './certificate.ts'

/** Where certificates come from. */
export type Source = {
  /** One that is there from before. */
  first?: () => Pair | undefined
  /** Lets another process order. */
  stop?: () => Promise<void>
  /** Whether it is time to fetch another one. */
  isDue: (present: Certificate | undefined) => boolean
  /** Fetches it; one that `check` throws at is not served. */
  fetch: (check: (pair: Pair) => void) => Promise<Pair>
  /** What else there is to say, in a sentence, though a certificate is served. */
  trouble?: () => string | null
  /** Pause after a failure, ms; otherwise longer each time. */
  pause?: number
}

/** Pause where even the new one is due, as with a wrong clock, ms: authorities give a name few a week. */
const REST_MS = 12 * 3_600_000

type Deps = {
  host: string
  now: () => number
  log: Log
  /** Serves a certificate from now on. */
  serve: (pair: Pair) => void
  source: Source
  /** Milliseconds that pass whatever the clock is set to. */
  elapsed?: () => number
  random?: () => number
}

/** Replaces a certificate in time, and goes on serving the old one as long as that fails. */
export function makeRenewing(deps: Deps) {
  const { host, now, log, serve, source } = deps
  const { elapsed = () => performance.now(), random = Math.random } = deps
  let present: Certificate | undefined
  let problem: string | null = null
  let failures = 0
  let pausedUntil = -Infinity
  const check = (pair: Pair) => void readPair(pair, host)

  const take = (pair: Pair) => {
    const certificate = readPair(pair, host)
    serve(certificate)
    present = certificate
  }
  async function look(): Promise<void> {
    if (elapsed() < pausedUntil || !source.isDue(present)) return
    try {
      take(await source.fetch(check))
      failures = 0
      if (source.isDue(present)) pausedUntil = elapsed() + REST_MS
      problem = null
      log.info({ until: present?.until }, 'a new certificate is served')
    } catch (error) {
      failures += 1
      problem = error instanceof Error ? error.message : String(error)
      const pause = source.pause ?? pauseAfter(failures, random())
      const wait = error instanceof NotBefore ? Math.max(pause, error.wait) : pause
      pausedUntil = elapsed() + wait
      const again = new Date(now() + wait).toISOString()
      log.error({ err: error, again }, 'the certificate could not be replaced and is tried again')
    }
  }
  return {
    /** One look; call it again and again. */
    look,
    /** Serves the one that is there from before. One that does not fit any more is replaced. */
    begin() {
      try {
        const first = source.first?.()
        if (first) take(first)
      } catch (error) {
        log.warn({ err: error }, 'the certificate in the data folder is not used')
      }
    },
    status(): CertificateStatus {
      const expires = present?.until ?? null
      const issuer = present?.issuer ?? null
      const nextTry = problem === null ? null : now() + Math.max(0, pausedUntil - elapsed())
      const said = problem ?? source.trouble?.() ?? null
      const known = { issuer, expires, problem: said, nextTry }
      if (!present) return { state: 'missing', ...known }
      if (isExpiring(present, now())) return { state: 'expiring', ...known }
      return { state: said === null ? 'ok' : 'failing', ...known }
    },
  }
}

/** Whether a certificate of ACME's is due, spread by `chance`. */
export const isRenewable =
  (now: () => number, chance: number) => (present?: Pick<Certificate, 'from' | 'until'>) =>
    present === undefined || now() >= renewalTime(present, chance)
