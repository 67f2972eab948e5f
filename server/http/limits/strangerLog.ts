import { openBucket } from '../../base/bucket.ts'
import type { Log } from '../../base/log.ts'

/** A client is worth a line so often, ms. */
const PER_CLIENT_MS = 60_000
/** Lines of all clients together: so many at once, and one in ten seconds. */
const IN_ALL = { burst: 20, perSecond: 0.1 }
/** Clients that are remembered; beyond them the limit of all is what counts. */
const MOST_CLIENTS = 1_000

/** Takes a line about what a client did; most are counted and not written. */
export type StrangerLog = (client: string, what: object, text: string) => void

/**
 * Lines that anybody can cause: a few are news, and a flood of them would fill the disk and hide all
 * others. The next one that is written says how many were `leftOut`.
 */
export function openStrangerLog(
  log: Pick<Log, 'warn'>,
  elapsed = () => performance.now(),
): StrangerLog {
  const bucket = openBucket(IN_ALL, elapsed)
  const written = new Map<string, number>()
  let leftOut = 0
  return (client, what, text) => {
    const at = written.get(client) ?? -Infinity
    if (elapsed() - at < PER_CLIENT_MS || !bucket.take()) {
      leftOut += 1
      return
    }
    if (written.size >= MOST_CLIENTS) written.clear()
    written.set(client, elapsed())
    log.warn({ ...what, client, ...(leftOut > 0 && { leftOut }) }, text)
    leftOut = 0
  }
}

/** Logs what listeners of a server threw (`guardServer`): each is a fault, and anybody may repeat it. */
export function openFaultLog(
  log: Pick<Log, 'error'>,
  elapsed = () => performance.now(),
): (error: unknown) => void {
  const bucket = openBucket(IN_ALL, elapsed)
  return (err) => {
    if (bucket.take()) log.error({ err }, 'a connection failed, and was ended')
  }
}
