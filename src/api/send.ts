import { apiBase, basesInTurn, storeBase } from './base.ts'
import { noteReach } from './reachability.ts'
import { noteServerDate } from './serverNow.ts'

/** How long a base may take while there is another to try. */
const BASE_TIMEOUT_MS = 8_000
/** How long a read may take at most: on a filtered network an answer may never come. */
const TIMEOUT_MS = 30_000

/**
 * Sends a call to the API, by another base when the one in use is blocked.
 *
 * Only reads are retried on another base: a write may have arrived although its answer
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
      // A base whose server is down answers through its proxy; another one may work.
      if (!isLast && [502, 503, 504].includes(reply.status)) continue
      if (asks && reply.status < 500) storeBase(base)
      noteReach(true)
      noteServerDate(reply.headers.get('date'))
      return reply
    } catch (error) {
      // The caller aborted, which says nothing about the server.
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
