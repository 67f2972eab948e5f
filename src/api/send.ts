import { apiBase, basesInTurn, storeBase } from './base.ts'
import { judge, STATUS_PATH } from './judge.ts'
import { noteReach } from './reachability.ts'
import { knownServer } from './serverInfo.ts'
import { noteServerDate } from './serverNow.ts'

/** How long a base may take while there is another to try. */
const BASE_TIMEOUT_MS = 8_000
/** How long a read may take at most: on a filtered network an answer may never come. */
const TIMEOUT_MS = 30_000

let page = new AbortController()

/** Ends all reads of this page: it is left, and what is on its way is nobody's by now. */
export const endReads = () => page.abort()

/** Reads again: a browser brought back a page that was left. */
export const beginReads = () => void (page = new AbortController())

const NEVER = new Promise<never>(() => {})

/**
 * Sends a call to the API, by another base when the one in use is blocked or somebody else answers.
 *
 * Only reads are retried on another base: a write may have arrived although its answer
 * did not. It fails, and the next read finds the base that works. `isRead` says so of a POST.
 */
export async function send(path: string, init: RequestInit, isRead = false): Promise<Response> {
  const asks = isRead || !init.method || init.method === 'GET' || init.method === 'HEAD'
  const turn = asks ? basesInTurn() : [apiBase()]
  const { signal: left } = page
  const isOver = () => asks && left.aborted
  if (isOver()) return NEVER
  for (const [index, base] of turn.entries()) {
    const isLast = index === turn.length - 1
    try {
      const signal = asks
        ? withTimeout(init.signal, isLast ? TIMEOUT_MS : BASE_TIMEOUT_MS)
        : init.signal
      const reply = await ownReply(base, path, { ...init, signal }, asks)
      // A server that has no database, or too much to do: another one may work.
      if (!isLast && reply.status === 503) continue
      if (asks && reply.status < 500) storeBase(base)
      noteReach(true)
      noteServerDate(reply.headers.get('date'))
      return reply
    } catch (error) {
      // Nobody has to read about it.
      if (isOver()) return NEVER
      // The caller aborted, which says nothing about the server.
      if (init.signal?.aborted) throw error
      if (!isLast) continue
      noteReach(false)
      throw error
    }
  }
  throw new TypeError('no base to ask')
}

/** A reply of our server. Throws where there is none, or only somebody else's. */
async function ownReply(
  base: string,
  path: string,
  init: RequestInit,
  asks: boolean,
  isCertain = false,
): Promise<Response> {
  const reply = await fetch(base + path, init)
  const [place = path] = path.split('?')
  const verdict = await judge(reply, place, init.method)
  if (verdict === 'ours') return reply
  if (verdict === 'foreign') throw new TypeError('somebody else answered')
  if (isCertain) return reply
  if (!(await isThere(base))) throw new TypeError('somebody else answered')
  if (!knownServer().isMarked) return reply
  // Who answered may be gone just now. What is said once more is of the way to our server.
  if (asks) return await ownReply(base, path, init, asks, true)
  // A write that nobody but ours can have done.
  if (reply.ok) throw new TypeError('somebody else answered')
  return reply
}

const looks = new Map<string, Promise<boolean>>()

/** Whether our server is what answers at a base; concurrent callers share one look. */
function isThere(base: string): Promise<boolean> {
  const look = async () => {
    const signal = AbortSignal.timeout(BASE_TIMEOUT_MS)
    const init = { credentials: 'include', redirect: 'manual', signal } as const
    const reply = await fetch(base + STATUS_PATH, init)
    return (await judge(reply, STATUS_PATH)) === 'ours'
  }
  const looking = looks.get(base) ?? look().catch(() => false)
  looks.set(base, looking)
  return looking.finally(() => looks.delete(base))
}

function withTimeout(signal: AbortSignal | null | undefined, timeoutMs: number): AbortSignal {
  const signals = [page.signal, AbortSignal.timeout(timeoutMs)]
  return AbortSignal.any(signal ? [signal, ...signals] : signals)
}
