import { notePending } from './pendingOutcome.ts'
import { forgetKey } from './keys.ts'
import { NoAnswer, sendOnce } from './unanswered.ts'

/** How long to wait before a write is sent again: five times in all. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000]
/** How long one answer may take: the server calls a payment service in between. */
const TIMEOUT_MS = 30_000
/** Statuses of a proxy whose server did not answer; the server may have done the write. */
const NO_SERVER = [502, 503, 504]

/** Keys of writes that were sent and whose outcome is not known: a later attempt that never left proves nothing. */
const lost = new Set<string>()

/**
 * Sends a write that has a key until its outcome is known, some times; the server does it once.
 *
 * Throws `NoAnswer`: `unsent` when it never left, `open` when its outcome is not known.
 */
export async function sendUntilKnown(
  key: string,
  signal: AbortSignal,
  send: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  let isPending = false
  try {
    for (let attempt = 0; ; attempt++) {
      const wait = RETRY_DELAYS_MS[attempt]
      const until = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
      const reply = await sendOnce(() => send(until)).catch((problem: NoAnswer) => problem)
      if (reply instanceof Response) {
        if (reply.status < 500) forgetKey(key)
        if (!NO_SERVER.includes(reply.status) || wait === undefined) return reply
      } else if (reply.why === 'unsent' && attempt === 0 && !lost.has(key)) throw reply
      else if (wait === undefined || signal.aborted) {
        lost.add(key)
        throw new NoAnswer('open')
      }
      if (!isPending) notePending(1)
      isPending = true
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  } finally {
    if (isPending) notePending(-1)
  }
}
