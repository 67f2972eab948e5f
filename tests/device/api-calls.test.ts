import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/** The console's calls as at a start of the page, on a device whose network comes and goes. */
async function atStart() {
  vi.resetModules()
  const network = { isThere: true }
  vi.stubGlobal('navigator', {
    get onLine() {
      return network.isThere
    },
  })
  const server = await import('#api/serverInfo.ts')
  server.noteContract('1.0.0')
  const { keyOf, takesKeys } = await import('#api/keys.ts')
  const { sendOnce } = await import('#api/unanswered.ts')
  const { sendUntilKnown } = await import('#api/until-known.ts')
  return { ...server, network, keyOf, takesKeys, sendOnce, sendUntilKnown }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const NEVER = new AbortController().signal

describe('a call without an answer', () => {
  test.each([
    ['there before and after', true, true, 'lost'],
    ['gone since', true, false, 'lost'],
    ['there by now', false, true, 'lost'],
    ['never there', false, false, 'unsent'],
  ])('may have been done where the network was %s', async (_when, before, after, why) => {
    const { sendOnce, network } = await atStart()
    const call = async () => {
      network.isThere = after
      throw new Error('no answer')
    }
    network.isThere = before
    await expect(sendOnce(call)).rejects.toMatchObject({ why })
    network.isThere = before
    await expect(sendOnce(call, true)).rejects.toMatchObject({ why: 'unread' })
  })

  test('is none of those that are answered, refusals among them', async () => {
    const { sendOnce } = await atStart()
    expect((await sendOnce(async () => new Response('', { status: 500 }))).status).toBe(500)
  })
})

describe('a write that has a key', () => {
  type Turn = number | 'lost' | 'unsent'

  /** Sends it with these answers, one after the other; how it ended, after how many tries and ms. */
  async function sent(
    turns: Turn[],
    input = 'POST /x {}',
    parts?: Awaited<ReturnType<typeof atStart>>,
  ) {
    const device = parts ?? (await atStart())
    const key = device.keyOf(input)
    let tries = 0
    const began = Date.now()
    const send = async () => {
      const turn = turns[Math.min(tries, turns.length - 1)]!
      tries += 1
      device.network.isThere = turn !== 'unsent'
      if (typeof turn === 'number') return new Response('', { status: turn })
      throw new Error('no answer')
    }
    device.network.isThere = turns[0] !== 'unsent'
    const outcome = device.sendUntilKnown(key, NEVER, send).then(
      ({ status }) => status,
      ({ why }: { why: string }) => why,
    )
    // Not all timers: what a test before in this process repeats would have no end.
    let isOver = false
    void outcome.then(() => (isOver = true))
    while (!isOver) await vi.advanceTimersToNextTimerAsync()
    const ended = await outcome
    device.network.isThere = true
    const isForgotten = device.keyOf(input) !== key
    return { ended, tries, ms: Date.now() - began, isForgotten, device }
  }

  test.each<[string, Turn[], object]>([
    ['done', [200], { ended: 200, tries: 1, ms: 0, isForgotten: true }],
    ['refused', [403], { ended: 403, tries: 1, ms: 0, isForgotten: true }],
    ['one error below', [499], { ended: 499, tries: 1, isForgotten: true }],
    // The server may have failed after it had done it: sent again, it is the same write.
    ['failed', [500], { ended: 500, tries: 1, ms: 0, isForgotten: false }],
    ['not answered once', ['lost', 200], { ended: 200, tries: 2, ms: 1_000, isForgotten: true }],
    ['without a server', [502, 503, 504, 200], { ended: 200, tries: 4, ms: 7_000 }],
    ['for ever without one', [503], { ended: 503, tries: 5, ms: 15_000, isForgotten: false }],
    ['never answered', ['lost'], { ended: 'open', tries: 5, ms: 15_000, isForgotten: false }],
    ['refused after all', ['lost', 'lost', 403], { ended: 403, tries: 3, isForgotten: true }],
    ['never sent', ['unsent'], { ended: 'unsent', tries: 1, ms: 0, isForgotten: false }],
    ['lost, then not sent', ['lost', 'unsent'], { ended: 'open', tries: 5, isForgotten: false }],
  ])('that is %s is sent until that is known, and not again', async (_how, turns, outcome) => {
    const { device: _device, ...ended } = await sent(turns)
    expect(ended).toMatchObject(outcome)
  })

  test('that was lost before is not called unsent because the next try was', async () => {
    const { device } = await sent(['lost'])
    expect(await sent(['unsent'], 'POST /x {}', device)).toMatchObject({ ended: 'open' })
    // Another one was never sent.
    expect(await sent(['unsent'], 'POST /y {}', device)).toMatchObject({ ended: 'unsent' })
  })

  test('is sent no more once nobody waits for it', async () => {
    const { sendUntilKnown, keyOf } = await atStart()
    const control = new AbortController()
    let tries = 0
    const outcome = sendUntilKnown(keyOf('a'), control.signal, async () => {
      tries += 1
      control.abort()
      throw new Error('aborted')
    })
    await expect(outcome).rejects.toMatchObject({ why: 'open' })
    expect(tries).toBe(1)
  })

  test('has one key for one input until its outcome is known, and others have theirs', async () => {
    const { keyOf } = await atStart()
    const key = keyOf('POST /x {}')
    expect(keyOf('POST /x {}')).toBe(key)
    expect(keyOf('POST /x {"a":1}')).not.toBe(key)
    const { forgetKey } = await import('#api/keys.ts')
    const other = keyOf('POST /y {}')
    forgetKey(key)
    expect(keyOf('POST /x {}')).not.toBe(key)
    expect(keyOf('POST /y {}')).toBe(other)
  })

  test('is one of ours, on a server that speaks the contract', async () => {
    const { takesKeys, noteContract } = await atStart()
    const path = '/api/admin/user/add'
    expect([takesKeys('POST', path), takesKeys('GET', path), takesKeys('POST', '/api/x')]).toEqual([
      true,
      false,
      false,
    ])
    noteContract(null)
    expect(takesKeys('POST', path)).toBe(false)
  })
})

describe('what a person may call', () => {
  test('is what the roles and the server allow', async () => {
    const { noteMissing } = await atStart()
    const { noteRoles } = await import('#api/serverInfo.ts')
    const { may } = await import('#api/may.ts')
    noteRoles([])
    expect([may('getStatus'), may('listMyAccounts'), may('deleteUser')]).toEqual([
      true,
      false,
      false,
    ])
    noteRoles(['user'])
    expect([may('getStatus'), may('listMyAccounts'), may('deleteUser')]).toEqual([
      true,
      true,
      false,
    ])
    noteRoles(['admin'])
    expect([may('getStatus'), may('listMyAccounts'), may('deleteUser')]).toEqual([
      true,
      false,
      true,
    ])
    noteRoles(['user'])
    noteMissing('listMyAccounts')
    expect(may('listMyAccounts')).toBe(false)
  })
})

describe('a list in pages', () => {
  test('loads the next until the last, and tries again only where it could not begin', async () => {
    await atStart()
    const { paged } = await import('#api/paged.ts')
    const next = (page: number, maxPage: number) => paged.getNextPageParam({ maxPage }, [], page)
    expect([next(1, 0), next(1, 1), next(1, 2), next(2, 2)]).toEqual([
      undefined,
      undefined,
      2,
      undefined,
    ])
    const again = (status: string, fetchMore?: object) =>
      paged.refetchInterval({ state: { status, fetchMeta: { fetchMore } } })
    expect([again('success'), again('error', {})]).toEqual([false, false])
    expect(again('error')).toBeGreaterThan(0)
  })
})

describe('a call for one thing', () => {
  test('that an older server never answers is for nothing that exists', async () => {
    const { noteContract } = await atStart()
    vi.useRealTimers()
    const { answerSoon } = await import('#api/answerSoon.ts')
    const control = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(control.signal)
    const ask = (signal: AbortSignal | null) =>
      new Promise<never>((_resolve, reject) => {
        if (signal === null) reject(new Error('no answer'))
        signal?.addEventListener('abort', () => reject(new Error('aborted')))
      })
    // Ours answers for what does not exist.
    await expect(answerSoon(ask)).rejects.toMatchObject({ status: 0 })
    expect(timeout).not.toHaveBeenCalled()
    noteContract(null)
    const outcome = expect(answerSoon(ask)).rejects.toMatchObject({ status: 404 })
    control.abort()
    await outcome
    timeout.mockRestore()
    // It refuses like any other.
    const refused = async () => ({
      error: 'not yours',
      response: new Response('', { status: 403 }),
    })
    await expect(answerSoon(refused)).rejects.toMatchObject({ status: 403, reason: 'not yours' })
  })

  test('ends by the clock of this device, where it ends', async () => {
    await atStart()
    vi.setSystemTime(5_000)
    const { onThisClock } = await import('#api/clock.ts')
    expect(onThisClock({ expiresIn: 0 })).toEqual({ expiresIn: 0, expireTime: 5_000 })
    expect(onThisClock({ expiresIn: 7 })).toEqual({ expiresIn: 7, expireTime: 5_007 })
    expect(onThisClock({})).toEqual({})
  })
})
