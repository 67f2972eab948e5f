import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { loadWorker, ORIGIN, startWorker } from '../support/worker.ts'

type ReceivedRequest = { request: Request; url: URL; sameOrigin: boolean; event: object }
type Route = {
  fits: (requested: ReceivedRequest) => boolean
  answer: (requested: ReceivedRequest) => Promise<Response>
}

const FILES = ['/index.html', '/assets/a.js', '/assets/b.js', '/assets/c.js', '/assets/d.js']

/** The worker, with stand-ins for the library that fetches and routes. */
async function runWorker(address = '/sw.js', files: unknown[] = FILES) {
  const worker = startWorker({ address, files })
  const routes: Route[] = []
  const controllers: { cacheName: string; list: string[] }[] = []
  let precacheOptions: unknown
  class PrecacheController {
    readonly cacheName: string
    list: string[] = []
    constructor({ cacheName }: { cacheName: string }) {
      this.cacheName = cacheName
      controllers.push(this)
    }
    addToCacheList = (list: string[]) => void (this.list = list)
    install = async () => void worker.did.push(['install', this.cacheName, this.list])
    activate = async () => void worker.did.push(['activate', this.cacheName])
    getCachedURLs = () => this.list.map((path) => ORIGIN + path)
    createHandlerBoundToURL = (path: string) => async () => new Response(`shell at ${path}`)
  }
  vi.doMock('workbox-precaching', () => ({
    PrecacheController,
    PrecacheRoute: class {
      constructor(_controller: unknown, options: unknown) {
        precacheOptions = options
      }
    },
  }))
  vi.doMock('workbox-routing', () => ({
    registerRoute: (fits: Route['fits'], answer?: Route['answer']) => {
      if (answer) routes.push({ fits, answer })
    },
  }))
  onTestFinished(() => {
    vi.doUnmock('workbox-precaching')
    vi.doUnmock('workbox-routing')
  })
  await loadWorker('sw')

  /** What the worker answers for an address; undefined where it leaves it to the browser. */
  async function ask(path: string, { mode = 'cors', origin = ORIGIN } = {}) {
    const url = new URL(path, origin)
    const request = { url: url.href, mode } as unknown as Request
    const work: Promise<unknown>[] = []
    const event = { waitUntil: (promise: Promise<unknown>) => void work.push(promise) }
    const requested = { request, url, sameOrigin: origin === ORIGIN, event }
    const reply = await routes.find(({ fits }) => fits(requested))?.answer(requested)
    await Promise.all(work)
    return reply?.text()
  }
  return { ...worker, ask, controllers, precacheOptions: () => precacheOptions }
}

describe('a new worker', () => {
  test.each([
    ['/sw.js', 'shell-0'],
    ['/sw.js?stamp=5', 'shell-5'],
  ])('at %s keeps its files in %s', async (address, name) => {
    const { controllers, precacheOptions } = await runWorker(address)
    expect(controllers[0]).toMatchObject({ cacheName: name, list: FILES })
    expect(precacheOptions()).toEqual({ directoryIndex: '' })
  })

  test('fetches every file once, four at a time, and drops the rendered login', async () => {
    const worker = await runWorker()
    worker.caches.fill('login', { '/home/login': 'old' })
    expect(await worker.happen('install')).toBe(2)
    const installs = worker.did.filter(([name]) => name === 'install')
    expect(installs).toHaveLength(4)
    expect(installs.flatMap(([, , list]) => list as string[]).sort()).toEqual(FILES.toSorted())
    expect(installs.every(([, name]) => name === 'shell-0')).toBe(true)
    expect(worker.caches.stored.has('login')).toBe(false)
  })

  test('takes what has a hash in its name from one text, and the library finds it', async () => {
    const texts = Object.fromEntries(
      Array.from({ length: 13 }, (_, at) => [`/assets/${at}.js`, 'text']),
    )
    const lasting = Object.keys(texts).map((path) => ({ url: path.slice(1), revision: null }))
    const bundle = { url: 'bundles/first-1.json', revision: null, bundleOf: 'first' }
    const worker = await runWorker('/sw.js', ['/index.html', ...lasting, bundle])
    worker.fetches.mockImplementation(async (url) => {
      if (url !== '/bundles/first-1.json') throw new TypeError('not cached')
      return Response.json(texts)
    })
    await worker.happen('install')
    expect(worker.caches.pathsIn('shell-0').sort()).toEqual(Object.keys(texts).sort())
    const installs = worker.did.filter(([name]) => name === 'install')
    expect(installs.flatMap(([, , list]) => list)).toHaveLength(14)
  })

  test('leaves to the library what it could not get', async () => {
    const worker = await runWorker('/sw.js', [{ url: 'assets/a.js', revision: null }])
    worker.fetches.mockRejectedValue(new TypeError('network'))
    await worker.happen('install')
    const installs = worker.did.filter(([name]) => name === 'install')
    expect(installs.flatMap(([, , list]) => list)).toHaveLength(1)
  })

  test.each([
    ['no tab is open', 0, []],
    ['a tab is open', 1, ['/assets/old.js']],
  ])('takes over where %s', async (_what, tabs, aside) => {
    const worker = await runWorker()
    worker.caches.fill('shell-9', { '/assets/old.js': 'old', '/assets/a.js': 'same' })
    for (let tab = 0; tab < tabs; tab += 1) worker.windows.push({} as never)
    expect(await worker.happen('activate')).toBe(1)
    expect(worker.did).toEqual([
      ['matchAll', { includeUncontrolled: true, type: 'window' }],
      ['activate', 'shell-0'],
      ['claim'],
    ])
    const [previous = ''] = [...worker.caches.stored.keys()]
    expect(worker.caches.pathsIn(previous)).toEqual(aside)
  })

  test.each([
    [{ type: 'SKIP_WAITING' }, 1],
    [{ type: 'OTHER' }, 0],
    [undefined, 0],
  ])('sent %j takes over at once: %d', async (data, times) => {
    const worker = await runWorker()
    await worker.happen('message', { data })
    expect(worker.did).toHaveLength(times)
  })
})

test('a worker keeps what the page says is read here', async () => {
  const rest = { url: 'assets/admin.js', revision: null, areas: ['admin'] }
  const worker = await runWorker('/sw.js', [...FILES, rest])
  worker.fetches.mockImplementation(async () => new Response('fetched'))
  await worker.happen('install')
  expect(worker.did.flatMap(([, , list]) => (list as unknown[]) ?? [])).not.toContain(rest)
  // What the library fetched at the install.
  worker.caches.fill('shell-0', {})
  const requested = (area: string) => ({
    data: { type: 'KEEP', area, language: 'en-US' },
    ports: [{ postMessage: (word: string) => void worker.did.push([word]) }],
  })
  await worker.happen('message', requested('user'))
  expect(worker.fetches).not.toHaveBeenCalled()
  await worker.happen('message', requested('admin'))
  await worker.happen('message', requested('admin'))
  expect(worker.fetches.mock.calls.map(([url]) => url)).toEqual(['/assets/admin.js'])
  expect(worker.caches.pathsIn('shell-0')).toEqual(['/assets/admin.js'])
  expect(worker.did.filter(([word]) => word === 'kept')).toHaveLength(3)
})

test('a worker that hands over fetches nothing more, and ends what it fetches', async () => {
  const rest = ['a', 'b', 'c'].map((name) => ({
    url: `assets/${name}.js`,
    revision: null,
    areas: ['admin'],
  }))
  const worker = await runWorker('/sw.js', [...FILES, ...rest])
  worker.caches.fill('shell-0', {})
  // A network that answers nothing; the browser itself has none of them.
  worker.fetches.mockImplementation((_url, { signal, cache } = {}) =>
    cache === 'only-if-cached'
      ? Promise.reject(new TypeError('not cached'))
      : new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason as Error)),
        ),
  )
  const underWay = () => worker.fetches.mock.calls.filter(([, init]) => !init?.cache)
  const data = { type: 'KEEP', area: 'admin', language: 'en-US' }
  const caching = worker.happen('message', { data, ports: [] })
  await vi.waitFor(() => expect(underWay()).toHaveLength(1))
  await worker.happen('message', { data: { type: 'HAND_OVER' } })
  await caching
  await worker.happen('message', { data, ports: [] })
  expect(underWay()).toHaveLength(1)
  expect(worker.caches.pathsIn('shell-0')).toEqual([])
})

test('a worker whose files the site has dropped fetches none again', async () => {
  const rest = { url: 'assets/admin.js', revision: null, areas: ['admin'] }
  const worker = await runWorker('/sw.js', [...FILES, rest])
  const data = { type: 'KEEP', area: 'admin', language: 'en-US' }
  await worker.happen('message', { data, ports: [] })
  expect(worker.fetches).not.toHaveBeenCalled()
  expect(await worker.caches.keys()).toEqual([])
})

describe('what the worker answers', () => {
  test('is a file of an older build, else the server’s', async () => {
    const worker = await runWorker()
    worker.caches.fill('previous-1', { '/assets/old.js': 'old' })
    worker.fetches.mockImplementation(async () => new Response('server'))
    expect(await worker.ask('/assets/old.js')).toBe('old')
    expect(await worker.ask('/assets/new.js')).toBe('server')
    expect(await worker.ask('/assets/old.js', { origin: 'https://other.test' })).toBeUndefined()
    expect(await worker.ask('/x/assets/old.js')).toBeUndefined()
    worker.caches.keys = () => Promise.reject(new Error('refused'))
    expect(await worker.ask('/assets/old.js')).toBe('server')
  })

  test('is the shell for every screen, and the drawn login where that leads', async () => {
    const worker = await runWorker()
    const navigate = { mode: 'navigate' }
    expect(await worker.ask('/admin/account', navigate)).toBe('shell at /index.html')
    expect(await worker.ask('/home/login', navigate)).toBe('shell at /index.html')
    worker.caches.fill('login', { '/home/login': '<script src="/assets/a.js">' })
    expect(await worker.ask('/home/login', navigate)).toBe('<script src="/assets/a.js">')
    expect(await worker.ask('/admin/account', navigate)).toBe('shell at /index.html')
    expect(await worker.ask('/api/x', navigate)).toBeUndefined()
    expect(await worker.ask('/home/login')).toBeUndefined()
    worker.caches.match = () => Promise.reject(new Error('refused'))
    expect(await worker.ask('/home/login', navigate)).toBe('shell at /index.html')
  })

  test('comes from the network while the cache is silent, and from the cache once it answers', async () => {
    const worker = await runWorker()
    const navigate = { mode: 'navigate' }
    worker.caches.fill('config', { '/config.json': 'kept' })
    worker.fetches.mockImplementation(async () => new Response('server'))
    const { keys } = worker.caches
    const { promise, resolve } = Promise.withResolvers<string[]>()
    worker.caches.keys = () => promise
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const page = worker.ask('/user/index', navigate)
    await vi.advanceTimersByTimeAsync(2_999)
    expect(worker.fetches).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await page).toBe('server')
    expect(await worker.ask('/config.json')).toBe('server')
    expect(await worker.ask('/config.json', { origin: 'https://other.test' })).toBeUndefined()
    resolve([])
    worker.caches.keys = keys
    expect(await worker.ask('/user/index', navigate)).toBe('shell at /index.html')
    expect(await worker.ask('/config.json')).toBe('kept')
  })

  test('is where the API was, and is looked up again behind it', async () => {
    const worker = await runWorker()
    worker.caches.fill('config', { '/config.json': 'kept' })
    worker.fetches.mockImplementation(async () => new Response('newer'))
    expect(await worker.ask('/config.json')).toBe('kept')
    expect(await worker.ask('/config.json')).toBe('newer')
    expect(await worker.ask('/config.json', { origin: 'https://other.test' })).toBeUndefined()
  })

  test('is this server where the API’s address is unknown', async () => {
    const worker = await runWorker()
    worker.fetches.mockRejectedValue(new TypeError('offline'))
    expect(await worker.ask('/config.json')).toBe('{"apiBase":""}')
    expect(worker.caches.stored.has('config')).toBe(false)
  })

  test('is not cached where the server failed', async () => {
    const worker = await runWorker()
    worker.fetches.mockImplementation(async () => new Response('error', { status: 500 }))
    expect(await worker.ask('/config.json')).toBe('error')
    expect(worker.caches.stored.has('config')).toBe(false)
    worker.caches.match = () => Promise.reject(new Error('refused'))
    expect(await worker.ask('/config.json')).toBe('error')
  })
})

test('a worker listens for push messages', async () => {
  const worker = await runWorker()
  await worker.happen('push', { data: { text: () => 'hello' } })
  expect(worker.did).toMatchObject([['show', 'hello', {}]])
})
