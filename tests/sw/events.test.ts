import { describe, expect, test, vi } from 'vitest'
import { aSubscription, aWindow, loadWorker, startWorker } from '../support/worker.ts'

async function listen() {
  const worker = startWorker()
  const { listenForPush } = await loadWorker('push')
  listenForPush()
  return worker
}

const pushed = (text: string) => ({ data: { text: () => text } })

describe('a push message', () => {
  test('is shown, and its number on the icon', async () => {
    const worker = await listen()
    const message = { notification: { title: 'News', navigate: '/a' }, app_badge: 3 }
    expect(await worker.happen('push', pushed(JSON.stringify(message)))).toBe(1)
    expect(worker.did).toMatchObject([
      ['show', 'News', { data: { path: '/a' } }],
      ['badge', 3],
    ])
  })

  test.each([
    ['without a number', JSON.stringify({ notification: { title: 'News' } }), 'News'],
    ['that is plain text', 'hello', 'hello'],
  ])('%s leaves the icon alone', async (_what, text, title) => {
    const worker = await listen()
    await worker.happen('push', pushed(text))
    expect(worker.did).toMatchObject([['show', title, {}]])
  })

  test('of nothing is shown as well, as browsers want it', async () => {
    const worker = await listen()
    await worker.happen('push', { data: null })
    expect(worker.did).toMatchObject([['show', 'Sluice', {}]])
  })

  test('is shown where the icon takes no number, or refuses it', async () => {
    const text = JSON.stringify({ notification: { title: 'News' }, app_badge: 0 })
    const first = await listen()
    first.navigator.setAppBadge = () => Promise.reject(new Error('no'))
    await first.happen('push', pushed(text))
    expect(first.did).toHaveLength(1)
    const second = await listen()
    vi.stubGlobal('navigator', {})
    await second.happen('push', pushed(text))
    expect(second.did).toHaveLength(1)
  })
})

describe('a click on a notification', () => {
  const click = (path?: string) => {
    const close = vi.fn()
    return { notification: { close, data: path === undefined ? null : { path } } }
  }

  test('opens a window where there is none', async () => {
    const worker = await listen()
    const event = click('/user/message')
    await worker.happen('notificationclick', event)
    expect(event.notification.close).toHaveBeenCalledTimes(1)
    expect(worker.did).toEqual([
      ['matchAll', { type: 'window', includeUncontrolled: true }],
      ['openWindow', '/user/message'],
    ])
  })

  test('of something older leads to the start', async () => {
    const worker = await listen()
    await worker.happen('notificationclick', click())
    expect(worker.did.at(-1)).toEqual(['openWindow', '/'])
  })

  test('focuses the window that shows it, and sends it no message', async () => {
    const worker = await listen()
    worker.windows.push(aWindow('/other'), aWindow('/user/message?a=1'))
    await worker.happen('notificationclick', click('/user/message?a=1'))
    expect(worker.windows.map(({ focused }) => focused)).toEqual([0, 1])
    expect(worker.windows.flatMap(({ requested }) => requested)).toEqual([])
    expect(worker.did.map(([name]) => name)).not.toContain('openWindow')
  })

  test('has the window used last open the screen', async () => {
    const worker = await listen()
    worker.windows.push(aWindow('/other'), aWindow('/another'))
    await worker.happen('notificationclick', click('/user/message'))
    expect(worker.windows[0]?.focused).toBe(1)
    expect(worker.windows[0]?.requested).toEqual([{ type: 'OPEN', path: '/user/message' }])
    expect(worker.did.map(([name]) => name)).not.toContain('openWindow')
  })

  test('does so also where the browser does not focus it', async () => {
    const worker = await listen()
    worker.windows.push(aWindow('/other', { focuses: false }))
    await worker.happen('notificationclick', click('/user/message'))
    expect(worker.windows[0]?.requested).toHaveLength(1)
    expect(worker.did.map(([name]) => name)).not.toContain('openWindow')
  })

  test('opens another window when that one says nothing for a second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const worker = await listen()
      worker.windows.push(aWindow('/other', { answers: false }))
      const done = worker.happen('notificationclick', click('/user/message'))
      // Lets what is due at once be done.
      await vi.advanceTimersByTimeAsync(0)
      expect(worker.windows[0]?.requested).toHaveLength(1)
      await vi.advanceTimersByTimeAsync(999)
      expect(worker.did.map(([name]) => name)).not.toContain('openWindow')
      await vi.advanceTimersByTimeAsync(1)
      await done
      expect(worker.did.at(-1)).toEqual(['openWindow', '/user/message'])
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a browser that changed its address', () => {
  const change = (worker: Awaited<ReturnType<typeof listen>>, event: object) =>
    worker.happen('pushsubscriptionchange', event)
  const sent = (worker: Awaited<ReturnType<typeof listen>>) =>
    worker.fetches.mock.calls
      .filter(([requested]) => requested !== '/config.json')
      .map(([requested, init]) => [requested, init?.method, JSON.parse(String(init?.body))])
  const stored = (worker: Awaited<ReturnType<typeof listen>>) =>
    worker.caches.stored.get('push')?.get('https://console.test/endpoint')?.clone().text()

  test('is reported to the server, with the address it had', async () => {
    const worker = await listen()
    worker.fetches.mockImplementation(async (requested) =>
      requested === '/config.json' ? Response.json({ apiBase: '' }) : new Response('"success"'),
    )
    const [before, next] = [aSubscription('old'), aSubscription('new')]
    await change(worker, { oldSubscription: before, newSubscription: next })
    expect(sent(worker)).toEqual([
      ['/api/push/client', 'POST', { data: next.toJSON(), replaces: before.endpoint }],
    ])
    expect(worker.fetches.mock.calls.at(-1)?.[1]).toMatchObject({
      credentials: 'include',
      headers: { 'content-type': 'application/json' },
    })
    expect(await stored(worker)).toBe(next.endpoint)
    expect(worker.did).toEqual([])
  })

  test('gets a new one under the same key, where the browser made none', async () => {
    const worker = await listen()
    worker.fetches.mockResolvedValue(new Response('{}'))
    const before = aSubscription('old')
    await change(worker, { oldSubscription: before })
    const { applicationServerKey } = before.options
    expect(worker.did).toEqual([['subscribe', { userVisibleOnly: true, applicationServerKey }]])
    expect(await stored(worker)).toBe('https://push.example.com/fresh')
  })

  test('uses the stored address, where the browser does not report it', async () => {
    const worker = await listen()
    worker.caches.fill('push', { '/endpoint': 'https://push.example.com/kept' })
    worker.fetches.mockImplementation(async () => new Response('{}'))
    await change(worker, { newSubscription: aSubscription('new') })
    expect(sent(worker)).toMatchObject([
      ['/api/push/client', 'POST', { replaces: 'https://push.example.com/kept' }],
    ])
  })

  test.each([
    ['nobody knows the one it had', { newSubscription: aSubscription('new') }],
    ['there is neither a new one nor a key', { oldSubscription: null }],
  ])('is left for the next start where %s', async (_what, event) => {
    const worker = await listen()
    await change(worker, event)
    expect(worker.fetches).not.toHaveBeenCalled()
    expect(worker.caches.stored.has('push')).toBe(false)
  })

  test.each([
    [['ok'], 1],
    [['refused'], 1],
    [['down', 'ok', 'ok'], 2],
    [['lost', 'down', 'ok'], 3],
    [['lost', 'lost', 'lost'], 3],
  ])('is reported to bases that answer %j, %d of them', async (answers, requested) => {
    const worker = await listen()
    const status = { ok: 200, refused: 403, down: 500 }
    const left = [...answers] as ('ok' | 'refused' | 'down' | 'lost')[]
    worker.fetches.mockImplementation(async (address) => {
      if (address === '/config.json')
        return Response.json({ apiBase: ['https://a.test/', 'https://b.test', 'https://c.test'] })
      const answer = left.shift() ?? 'lost'
      if (answer === 'lost') throw new TypeError('lost')
      return new Response('', { status: status[answer] })
    })
    await change(worker, {
      oldSubscription: aSubscription('old'),
      newSubscription: aSubscription('new'),
    })
    const bases = ['https://a.test', 'https://b.test', 'https://c.test'].slice(0, requested)
    expect(sent(worker).map(([address]) => address)).toEqual(
      bases.map((base) => `${base}/api/push/client`),
    )
    expect(await stored(worker)).toBe('https://push.example.com/new')
  })

  test.each([
    ['as it was cached', { '/config.json': '{"apiBase":"https://a.test"}' }, 'https://a.test'],
    ['that cannot be read is this server', { '/config.json': '{' }, ''],
    ['that is nowhere is this server', {}, ''],
  ])('without a network the base %s', async (_what, config, base) => {
    const worker = await listen()
    worker.caches.fill('config', config)
    worker.fetches.mockRejectedValue(new TypeError('offline'))
    await change(worker, {
      oldSubscription: aSubscription('old'),
      newSubscription: aSubscription('new'),
    })
    expect(sent(worker).map(([address]) => address)).toEqual([`${base}/api/push/client`])
  })
})
