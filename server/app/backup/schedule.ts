import type { Log } from '../../base/log.ts'
import { every } from '../../base/timers.ts'
import type { Progress } from '../../database/backup/status.ts'
import type { Checked } from './check.ts'

const CHECK_MS = 3_600_000
/** The first check runs once something was shipped. */
const FIRST_CHECK_MS = 120_000

type Parts = { now: () => number; log: Log; progress: Pick<Progress, 'checked'> }

/** Runs the check soon after the start and once an hour from then on. */
export function scheduleChecks(
  check: (signal: AbortSignal) => Promise<Checked>,
  { now, log, progress }: Parts,
): { stop: () => Promise<void> } {
  const ending = new AbortController()

  async function look() {
    try {
      progress.checked(now(), problemsIn(await check(ending.signal)))
    } catch (error) {
      const { stderr, message } = error as { stderr?: string; message: string }
      if (!ending.signal.aborted) progress.checked(now(), stderr?.trim() || message)
    }
  }
  const first = setTimeout(() => void look(), FIRST_CHECK_MS)
  const checks = every(CHECK_MS, look, log)
  return {
    async stop() {
      clearTimeout(first)
      ending.abort()
      await checks.stop()
    },
  }
}

const problemsIn = ({ problems }: Checked) => (problems.length > 0 ? problems.join(' ') : null)
