import type { Log } from '../../base/log.ts'
import { every } from '../../base/timers.ts'
import type { FetchProblem } from '../../backup/restore/fetched.ts'
import type { Progress } from '../../backup/shipping/status.ts'
import type { Checked } from './check.ts'

const CHECK_MS = 3_600_000
/** The first check runs once something was shipped. */
const FIRST_CHECK_MS = 120_000

/** How long after one new generation a check may ask for another, ms. */
const ANEW_MS = 86_400_000

/** What a check found, or why nothing could be restored. */
export type CheckResult = Checked | { problem: FetchProblem }

type Deps = {
  now: () => number
  log: Log
  progress: Pick<Progress, 'checked'>
  /** Begins a generation with a snapshot of its own. */
  beginAnew: () => void
}

/**
 * Runs the check soon after the start and once an hour from then on. Where what is in the store
 * cannot be restored a new generation begins, which is checked soon, too.
 */
export function scheduleChecks(
  check: (signal: AbortSignal) => Promise<CheckResult>,
  { now, log, progress, beginAnew }: Deps,
): { now: () => Promise<string | null>; stop: () => Promise<void> } {
  const ending = new AbortController()
  let lastAnew = -Infinity
  let soon: NodeJS.Timeout

  let looking: Promise<string | null> | undefined
  /** Answers what is wrong; who asks meanwhile gets the answer of the one under way. */
  const look = () => (looking ??= lookOnce().finally(() => (looking = undefined)))

  async function lookOnce(): Promise<string | null> {
    try {
      const result = await check(ending.signal)
      const problem = problemIn(result)
      progress.checked(now(), problem)
      if (!isLost(result) || performance.now() - lastAnew < ANEW_MS) return problem
      lastAnew = performance.now()
      log.warn({ problem }, 'the backup cannot be restored, and begins a new generation')
      beginAnew()
      lookSoon()
      return problem
    } catch (error) {
      const { stderr, message } = error as { stderr?: string; message: string }
      const problem = stderr?.trim() || message
      if (!ending.signal.aborted) progress.checked(now(), problem)
      return problem
    }
  }
  function lookSoon() {
    clearTimeout(soon)
    if (!ending.signal.aborted) soon = setTimeout(() => void look(), FIRST_CHECK_MS)
  }
  lookSoon()
  const checks = every(CHECK_MS, look, log)
  return {
    /** Checks now, besides. */
    async now() {
      await looking
      return look()
    },
    async stop() {
      ending.abort()
      clearTimeout(soon)
      await checks.stop()
    },
  }
}

function problemIn(result: CheckResult): string | null {
  if ('problem' in result) return result.problem.detail
  return result.problems.length > 0 ? result.problems.join(' ') : null
}

/** Whether the newest state is not in the store, whatever else is wrong with what is. */
const isLost = (result: CheckResult) =>
  'problem' in result ? ['damaged', 'no backup'].includes(result.problem.word) : result.isCut
