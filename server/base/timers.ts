import type { Log } from './log.ts'

/**
 * Repeats work at an interval, never twice at a time; a failure is logged and retried. The first
 * time is after one interval, or after `first`, ms.
 */
export function every(
  interval: number,
  work: () => Promise<unknown>,
  log: Log,
  first?: number,
): { stop: () => Promise<void> } {
  let running: Promise<void> | undefined
  const begin = () => void (running ??= attempt().finally(() => (running = undefined)))
  const timer = setInterval(begin, interval)
  const early = first === undefined ? undefined : setTimeout(begin, first)

  return {
    async stop() {
      clearInterval(timer)
      clearTimeout(early)
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
