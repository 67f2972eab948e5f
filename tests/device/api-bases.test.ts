import { afterEach, describe, expect, test, vi } from 'vitest'
import { FakeStorage } from '../support/device.ts'

type Reply = number | 'away'

/** The console with these bases, and what each of them answers. */
async function withBases(named: unknown, { chosen }: { chosen?: string } = {}) {
  vi.resetModules()
  const storage = new FakeStorage()
  if (chosen !== undefined) storage.stored.set('sluice.apiBase', chosen)
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('location', { origin: 'https://own.test' })
  const replies = new Map<string, Reply>()
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
    asked.push(url)
    const reply = replies.get(new URL(url).origin) ?? 200
    if (reply === 'away' || signal?.aborted) throw new TypeError('away')
    return new Response(reply === 503 ? 'database away' : '', { status: reply })
  })
  const base = await import('#api/base.ts')
  const { send, beginReads, endReads } = await import('#api/send.ts')
  const { isReached } = await import('#api/reachability.ts')
  base.takeBases(named)
  const outcome = (method?: string, signal?: AbortSignal) =>
    send('/x', { ...(method && { method }), ...(signal && { signal }) }).then(
      ({ status }) => status,
      () => 'no answer',
    )
  return { ...base, outcome, replies, asked, storage, isReached, beginReads, endReads }
}

afterEach(() => {
  vi.unstubAllGlobals()
  // Other files share this process: one of these modules has ended its reads.
  vi.resetModules()
})

const [A, B] = ['https://a.test', 'https://b.test']

describe('the bases of the API', () => {
  test.each([
    [undefined, ['https://own.test']],
    [[], ['https://own.test']],
    ['', ['https://own.test']],
    [7, ['https://own.test']],
    [`${A}//`, [A]],
    [
      [A, `${A}/`, 7, B],
      [A, B],
    ],
    [
      ['', A],
      ['https://own.test', A],
    ],
  ])('named as %j are %j', async (named, bases) => {
    const { basesInTurn, apiBase } = await withBases(named)
    expect(basesInTurn()).toEqual(bases)
    expect(apiBase()).toBe(bases[0])
  })

  test('begin with the one that answered last on this device, where it is still named', async () => {
    const second = await withBases([A, B], { chosen: B })
    expect([second.apiBase(), second.basesInTurn()]).toEqual([B, [B, A]])
    expect((await withBases([A, B], { chosen: 'https://gone.test' })).basesInTurn()).toEqual([A, B])
    const { storage, takeBases, apiBase } = await withBases([A, B])
    storage.refuses = true
    takeBases([B, A])
    expect(apiBase()).toBe(B)
  })
})

describe('a read', () => {
  test.each<[string, Reply, number | string, boolean]>([
    ['is blocked', 'away', 200, true],
    ['has no server', 502, 200, true],
    ['is busy', 503, 200, true],
    ['is too slow', 504, 200, true],
    // An answer is an answer, also one of an error.
    ['fails', 500, 500, false],
    ['refuses', 403, 403, false],
  ])('goes to the next base where the first one %s', async (_how, reply, status, isMoved) => {
    for (const method of [undefined, 'GET', 'HEAD']) {
      const { outcome, replies, asked, apiBase, storage } = await withBases([A, B])
      replies.set(A, reply)
      expect(await outcome(method)).toBe(status)
      expect(asked).toEqual(isMoved ? [`${A}/x`, `${B}/x`] : [`${A}/x`])
      // From now on it begins there, after the next start as well.
      expect(apiBase()).toBe(isMoved ? B : A)
      expect(storage.stored.get('sluice.apiBase')).toBe(isMoved ? B : undefined)
    }
  })

  test('of which no base knows says that none is reached, until one is', async () => {
    const { outcome, replies, asked, isReached, apiBase } = await withBases([A, B])
    replies.set(A, 'away').set(B, 'away')
    expect([await outcome(), isReached(), apiBase()]).toEqual(['no answer', false, A])
    expect(asked).toHaveLength(2)
    replies.set(B, 503)
    expect([await outcome(), isReached(), apiBase()]).toEqual([503, true, A])
    replies.set(A, 'away').set(B, 200)
    expect([await outcome(), isReached(), apiBase()]).toEqual([200, true, B])
  })

  test('that nobody waits for any more says nothing of the server, and asks no other base', async () => {
    const { outcome, asked, isReached } = await withBases([A, B])
    expect(await outcome('GET', AbortSignal.abort())).toBe('no answer')
    expect([asked, isReached()]).toEqual([[`${A}/x`], true])
  })
})

describe('a write', () => {
  test.each<[Reply, number | string]>([
    ['away', 'no answer'],
    // Of a proxy: the server behind it may have done it.
    [502, 'no answer'],
    [503, 503],
    [200, 200],
  ])('goes to one base alone, which may have done it: %j', async (reply, status) => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { outcome, replies, asked, apiBase } = await withBases([A, B])
      replies.set(A, reply)
      expect(await outcome(method)).toBe(status)
      expect([asked, apiBase()]).toEqual([[`${A}/x`], A])
    }
  })
})

describe('once the page is left for good', () => {
  /** What came of a call: `nothing` where nobody learns of any answer. */
  const soon = (call: Promise<unknown>) =>
    Promise.race([call, new Promise((resolve) => setTimeout(resolve, 20, 'nothing'))])

  test('reads that are under way end without a word, and no other is sent', async () => {
    const { outcome, endReads, isReached } = await withBases([A])
    const signals: AbortSignal[] = []
    const isAborted = vi.fn<() => void>()
    vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
      signals.push(signal!)
      return new Promise((_resolve, reject) =>
        signal!.addEventListener('abort', () => {
          isAborted()
          reject(new TypeError('aborted'))
        }),
      )
    })
    const underWay = outcome('GET')
    await vi.waitFor(() => expect(signals).toHaveLength(1))
    endReads()
    expect(await soon(underWay)).toBe('nothing')
    expect(isAborted).toHaveBeenCalledOnce()
    expect(isReached()).toBe(true)
    expect(await soon(outcome('GET'))).toBe('nothing')
    expect(signals).toHaveLength(1)
  })

  test('a page that a browser brings back reads again', async () => {
    const { outcome, asked, beginReads, endReads } = await withBases([A])
    endReads()
    beginReads()
    expect(await soon(outcome('GET'))).toBe(200)
    expect(asked).toEqual([`${A}/x`])
  })

  test('the write that ends the session is sent', async () => {
    const { outcome, asked, endReads } = await withBases([A])
    endReads()
    expect(await soon(outcome('POST'))).toBe(200)
    expect(asked).toEqual([`${A}/x`])
  })
})
