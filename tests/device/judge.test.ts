import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FakeStorage } from '../support/device.ts'

const STATUS = { version: '1', contract: '1.0.0', themePrimary: 'blue', site: 'https://own.test' }
const person = { ...STATUS, status: 'normal', id: 7 }
const { contract: _, ...OLDER } = STATUS

type Reply = () => Response | Promise<Response>
const ours = (body: BodyInit, init: ResponseInit = {}) =>
  new Response(body, {
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers, 'contract-version': '1.0.0' },
  })
const json =
  (body: unknown, status = 200): Reply =>
  () =>
    Response.json(body, { status })
const page =
  (status: number): Reply =>
  () =>
    new Response('\n<!DOCTYPE html><title>Welcome</title>', {
      status,
      headers: { 'content-type': 'text/html' },
    })
const text =
  (body: string, status: number): Reply =>
  () =>
    new Response(body, { status, headers: { 'content-type': 'text/plain' } })
const redirect: Reply = () => {
  const reply = new Response('', { status: 200 })
  Object.defineProperty(reply, 'type', { value: 'opaqueredirect' })
  Object.defineProperty(reply, 'status', { value: 0 })
  Object.defineProperty(reply, 'ok', { value: false })
  return reply
}

/** What somebody else answers in place of a server, in the shapes seen in the field. */
const FOREIGN: [string, Reply][] = [
  ['a page', page(200)],
  ['a redirect', redirect],
  ['a page of what is missing', page(404)],
  ['a page that forbids', page(403)],
  ['a page that wants a login', page(401)],
  ['a proxy without its server', page(502)],
  ['a network that wants a login', page(511)],
  ['an edge without its origin', text('error code: 522', 522)],
  ['a balancer without its server', text('no healthy upstream', 503)],
  ['a firewall', text('error code: 1020', 403)],
  ['somebody else’s JSON', json({})],
  ['a code', json({ code: 1 })],
  ['a list', json([])],
  ['null', json(null)],
  [
    'JSON that is none',
    () => new Response('{', { headers: { 'content-type': 'application/json' } }),
  ],
  ['plain text', text('ok', 200)],
  ['nothing', text('', 200)],
]

/** The console's calls as at a start of the page; `status` is what is answered to who is logged in. */
async function atStart({ isMarked }: { isMarked?: boolean }) {
  vi.resetModules()
  vi.stubGlobal('localStorage', new FakeStorage())
  vi.stubGlobal('location', { origin: 'https://own.test' })
  vi.stubGlobal('navigator', { onLine: true })
  const replies: { status: Reply; other: Reply } = { status: json(STATUS), other: json([]) }
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: string) => {
    const { pathname } = new URL(input)
    asked.push(pathname)
    return await (pathname === '/api/home/login' ? replies.status : replies.other)()
  })
  const server = await import('#api/serverInfo.ts')
  const { answer, api } = await import('#api/client.ts')
  const { isReached } = await import('#api/reachability.ts')
  if (isMarked !== undefined) server.noteMarked(isMarked)
  const outcome = (call: Promise<unknown>) =>
    call.catch(({ status, reason }: { status: number; reason: string }) => [status, reason])
  return {
    ...server,
    replies,
    asked,
    isReached,
    status: () => outcome(answer(api.GET('/api/home/login'))),
    read: () => outcome(answer(api.GET('/api/article'))),
    write: () => outcome(answer(api.POST('/api/home/passkey'))),
  }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe.each(FOREIGN)('%s in place of the server', (_what, foreign) => {
  test.each([undefined, false, true])(
    'is no answer, be its replies marked or not (%s)',
    async (isMarked) => {
      const { replies, status, read, write, isReached, knownServer } = await atStart({ isMarked })
      replies.status = foreign
      replies.other = foreign
      expect(await status()).toEqual([0, 'unread'])
      expect(isReached()).toBe(false)
      if (!isMarked) return
      replies.status = () => ours(JSON.stringify(STATUS))
      await status()
      expect(isReached()).toBe(true)
      replies.status = foreign
      expect(await read()).toEqual([0, 'unread'])
      expect(isReached()).toBe(false)
      expect(await write()).toMatchObject([0, expect.anything()])
      expect(knownServer().missing.size).toBe(0)
    },
  )
})

describe('a server that marks its replies', () => {
  test.each<[string, Reply, unknown]>([
    ['an answer', () => ours('[1]'), [1]],
    ['a refusal', () => ours('no', { status: 403 }), [403, 'no']],
    ['a failure', () => ours('', { status: 500 }), [500, '']],
    ['a full database', () => ours('database full', { status: 503 }), [503, 'database full']],
    // Which proxies in front of it may answer for it.
    ['too much at once', page(413), [413, expect.stringContaining('Welcome')]],
  ])('is reached by %s', async (_what, reply, outcome) => {
    const { replies, read, isReached } = await atStart({ isMarked: true })
    replies.other = reply
    expect(await read()).toEqual(outcome)
    expect(isReached()).toBe(true)
  })

  test('is found behind what strips the mark of some replies, once it answers as itself', async () => {
    const { replies, read, write, asked } = await atStart({ isMarked: true })
    replies.status = () => ours(JSON.stringify(STATUS))
    replies.other = json([1])
    expect(await read()).toEqual([1])
    // Whoever answered before may have been gone by the look: it is asked once more.
    expect(asked).toEqual(['/api/article', '/api/home/login', '/api/article'])
    let turn = 0
    replies.other = () => (turn++ === 0 ? Response.json({}) : ours('[2]'))
    expect(await read()).toEqual([2])
    replies.other = text('blocked', 403)
    expect(await write()).toEqual([403, 'blocked'])
    // Nobody else can have done a write.
    replies.other = json({})
    expect(await write()).toMatchObject([0, expect.anything()])
  })

  test('is believed to lack nothing because of a page', async () => {
    const { replies, read, knownServer } = await atStart({ isMarked: true })
    replies.status = () => ours(JSON.stringify(STATUS))
    for (const reply of [page(200), page(404), redirect]) {
      replies.other = reply
      expect(await read()).toEqual([0, 'unread'])
    }
    expect(knownServer().missing.size).toBe(0)
  })

  test('may go back to a release that does not', async () => {
    const { replies, status, read, knownServer } = await atStart({ isMarked: true })
    replies.status = json(person)
    expect(await status()).toEqual(person)
    expect(knownServer().isMarked).toBe(false)
    expect(await read()).toEqual([])
  })
})

describe('a server without marks', () => {
  test('is known by the shape of its status', async () => {
    const { replies, status } = await atStart({})
    for (const good of [STATUS, OLDER, person, { ...OLDER, status: 'admin', id: 1 }]) {
      replies.status = json(good)
      expect(await status()).toEqual(good)
    }
    for (const bad of [
      { ...STATUS, version: 1 },
      { ...STATUS, site: null },
      { ...STATUS, themePrimary: undefined },
      { ...person, status: 'ok' },
      { ...person, status: 1 },
      { ...person, id: undefined },
      { ...person, id: '7' },
    ]) {
      replies.status = json(bad)
      expect(await status()).toEqual([0, 'unread'])
    }
  })

  test('refuses its status in bare words only', async () => {
    const { replies, status } = await atStart({})
    replies.status = text('', 403)
    expect(await status()).toEqual([403, ''])
    replies.status = text('Unauthorized', 401)
    expect(await status()).toEqual([401, 'Unauthorized'])
    replies.status = text('RBAC: access denied', 403)
    expect(await status()).toEqual([0, 'unread'])
  })

  test('lacks what it answers with a page while it answers who is logged in', async () => {
    const { replies, read, isReached } = await atStart({})
    for (const reply of [page(200), page(404), redirect]) {
      replies.other = reply
      replies.status = json(OLDER)
      expect(await read()).toEqual([404, 'not offered'])
      replies.status = page(200)
      expect(await read()).toEqual([0, 'unread'])
      expect(isReached()).toBe(false)
    }
  })

  test('pauses in its own words', async () => {
    const { replies, read } = await atStart({})
    replies.other = text('server busy', 503)
    expect(await read()).toEqual([503, 'server busy'])
    replies.other = text('database full', 503)
    expect(await read()).toEqual([503, 'database full'])
    replies.other = text('upstream connect error', 503)
    expect(await read()).toEqual([0, 'unread'])
  })
})
