import type { Log } from './log.ts'

type Terms = {
  /** Calls back whenever there may be work; returns the unsubscribe function. */
  onSignal: (listener: () => void) => () => void
  log: Log
  /** The log message of a failure. */
  failure: string
}

/** Polling interval without a signal, ms. */
const POLL_MS = 5_000
/** Pause before polling after a signal, ms: its rows are visible once its transaction ends. */
const SIGNAL_DELAYS_MS = [20, 300, 1_500]

/**
 * Processes pending work, after a signal and at an interval, never twice at a time. A failure is
 * logged and retried at the next turn. Stopping ends when the work under way does.
 */
export function startWorker(
  work: (isStopped: () => boolean) => Promise<unknown>,
  { onSignal, log, failure }: Terms,
): { stop: () => Promise<void> } {
  const timers = new Set<NodeJS.Timeout>()
  let stopped = false
  let running: Promise<unknown> | undefined

  const look = () => {
    if (stopped) return
    running ??= work(() => stopped)
      .catch((error: unknown) => log.error({ err: error }, failure))
      .finally(() => (running = undefined))
  }
  const interval = setInterval(look, POLL_MS)
  const leave = onSignal(() => {
    for (const wait of SIGNAL_DELAYS_MS) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        look()
      }, wait)
      timers.add(timer)
    }
  })

  return {
    async stop() {
      stopped = true
      leave()
      clearInterval(interval)
      for (const timer of timers) clearTimeout(timer)
      await running
    },
  }
}
