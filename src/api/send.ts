import { apiBase, basesInTurn, keepBase } from './base.ts'
import { noteReach } from './reach.ts'

/** How long a base may take while another could be asked instead. */
const BASE_TIMEOUT_MS = 8_000
/** How long what is read may take at all: on a filtered network an answer may never come. */
const TIMEOUT_MS = 30_000

/**
 * Sends a call to the API, by another base when the one in use is blocked.
 *
 * Only what changes nothing is asked again elsewhere: a write may have arrived although its answer
 * did not. It fails, and the next read finds the base that works.
 */
export async function send(path: string, init: RequestInit): Promise<Response> {
  const asks = !init.method || init.method === 'GET' || init.method === 'HEAD'
  const turn = asks ? basesInTurn() : [apiBase()]
  for (const [index, base] of turn.entries()) {
    const isLast = index === turn.length - 1
    try {
      const signal = asks
        ? withTimeout(init.signal, isLast ? TIMEOUT_MS : BASE_TIMEOUT_MS)
        : init.signal
      const reply = await fetch(base + path, { ...init, signal })
      // A base whose server is gone answers through its proxy; another one may be well.
      if (!isLast && [502, 503, 504].includes(reply.status)) continue
      if (asks && reply.status < 500) keepBase(base)
      noteReach(true)
      return reply
    } catch (error) {
      // Whoever asked has gone; that says nothing of the server.
      if (init.signal?.aborted) throw error
      if (!isLast) continue
      noteReach(false)
      throw error
    }
  }
  throw new TypeError('no base to ask')
}

function withTimeout(signal: AbortSignal | null | undefined, timeoutMs: number): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}
