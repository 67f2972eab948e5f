import type { Log } from './log.ts'

type Terms = {
  /** Calls back whenever there may be work; gives back what ends that. */
  onSignal: (listener: () => void) => () => void
  log: Log
  /** What the log says of a failure. */
  failure: string
}

/** How often to look without being asked to. */
const POLL_MS = 5_000
/** When to look after a signal: what it is about is there once its transaction ends. */
const SIGNAL_DELAYS_MS = [20, 300, 1_500]

/**
 * Does what waits to be done, after a signal and now and then by itself, never twice at a time. A
 * failure is logged and waits its turn. Stopping ends when the work under way does.
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
