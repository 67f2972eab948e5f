import type { Log } from './log.ts'

/** Repeats work at an interval, never twice at a time; a failure is logged and retried. */
export function every(
  interval: number,
  work: () => Promise<unknown>,
  log: Log,
): { stop: () => Promise<void> } {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= attempt().finally(() => (running = undefined))
  }, interval)

  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }

  async function attempt() {
    try {
      await work()
    } catch (error) {
      log.error({ err: error }, 'a job failed and is tried again')
    }
  }
}
