import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { cacheFiles, firstOf, lastingOf, restOf, sortBundles } from '../../sw/precaching.ts'
import { bundleByArea, byRole, type KeptFile } from '../../scripts/precache.ts'
import { startWorker } from '../support/worker.ts'

const FILES = [
  { url: 'index.html', revision: '1' },
  { url: 'assets/both.js', revision: null, areas: ['user', 'admin'] },
  { url: 'assets/admin.js', revision: null, areas: ['admin'] },
  { url: 'assets/user.js', revision: null, areas: ['user'] },
  { url: 'assets/ru.js', revision: null, language: 'ru-RU' },
  { url: 'assets/admin-ru.js', revision: null, areas: ['admin'], language: 'ru-RU' },
]

test('what everyone needs is cached first, the rest by reader', () => {
  expect(firstOf(FILES)).toEqual([FILES[0]])
  expect(firstOf(['/a.js'])).toEqual(['/a.js'])
  const user = ['/assets/both.js', '/assets/user.js']
  expect(restOf(FILES, { area: 'user', language: 'en-US' })).toEqual(user)
  expect(restOf(FILES, { area: 'admin', language: 'ru-RU' })).toEqual([
    '/assets/both.js',
    '/assets/admin.js',
    '/assets/ru.js',
    '/assets/admin-ru.js',
  ])
  expect(restOf(FILES, { language: 'ru-RU' })).toEqual(['/assets/ru.js'])
  expect(restOf(FILES, {})).toEqual([])
  expect(restOf(['/a.js'], { area: 'user' })).toEqual([])
})

test('those of them whose names have a hash never change', () => {
  const shell = { url: 'assets/shell.js', revision: null }
  expect(lastingOf([...FILES, shell, '/a.js'])).toEqual(['/assets/shell.js'])
})

/** A browser whose own cache holds some files; what is fetched, in order. */
function browser(loaded: string[], reply: (url: string) => Response | Promise<Response>) {
  const { caches, fetches } = startWorker()
  onTestFinished(() => void vi.unstubAllGlobals())
  const fetched: string[] = []
  fetches.mockImplementation(async (requested, init) => {
    const url = String(requested)
    if (init?.cache === 'only-if-cached') {
      // A browser takes it for one's own files alone.
      expect(init.mode).toBe('same-origin')
      if (!loaded.includes(url)) throw new TypeError('not cached')
      return new Response('loaded')
    }
    fetched.push(url)
    return reply(url)
  })
  const { signal } = new AbortController()
  return { caches, fetches, fetched, signal }
}

test('only what is neither cached nor loaded yet is fetched, and no error is cached', async () => {
  const { caches, fetched, signal } = browser(['/assets/e.js'], (url) =>
    url === '/assets/c.js' ? new Response('', { status: 404 }) : new Response('new'),
  )
  caches.fill('shell-0', { '/assets/a.js': 'kept' })
  const urls = ['/assets/a.js', '/assets/b.js', '/assets/c.js', '/assets/d.js', '/assets/e.js']
  await cacheFiles('shell-0', urls, { signal })
  expect(fetched).toEqual(['/assets/b.js', '/assets/c.js', '/assets/d.js'])
  expect(caches.pathsIn('shell-0').sort()).toEqual([
    '/assets/a.js',
    '/assets/b.js',
    '/assets/d.js',
    '/assets/e.js',
  ])
  const kept = await caches.match('/assets/e.js', { cacheName: 'shell-0' })
  expect(await kept?.text()).toBe('loaded')
})

test.each([
  ['', 3, 1],
  ['http/1.1', 3, 3],
  ['h2', 39, 32],
  ['h3', 39, 32],
])(
  'by "%s" so many are under way at once: %i, after the first: %i',
  async (protocol, _all, most) => {
    const urls = Array.from({ length: 40 }, (_, at) => `/assets/${at}.js`)
    let underWay = 0
    let seen = 0
    const { fetched, signal } = browser([], async () => {
      underWay += 1
      seen = Math.max(seen, underWay)
      await new Promise((resolve) => setTimeout(resolve))
      underWay -= 1
      return new Response('new')
    })
    vi.spyOn(performance, 'getEntriesByType').mockImplementation(() =>
      fetched.length > 0 ? [{ nextHopProtocol: protocol } as PerformanceResourceTiming] : [],
    )
    onTestFinished(() => void vi.restoreAllMocks())
    await cacheFiles('shell-0', urls, { signal, lanes: most === 32 ? 2 : most })
    expect(fetched.toSorted()).toEqual(urls.toSorted())
    expect(fetched[0]).toBe('/assets/0.js')
    expect(seen).toBe(most)
  },
)

describe('a bundle of what an area needs', () => {
  const URLS = Array.from({ length: 14 }, (_, at) =>
    at === 1 ? '/assets/1.css' : `/assets/${at}.js`,
  )
  const BUNDLE = '/bundles/user-1.json'
  const texts = {
    ...Object.fromEntries(URLS.slice(0, 13).map((url) => [url, `text of ${url}`])),
    '/x.js': 'x',
  }

  async function keep(there: string[], reply: () => Response = () => Response.json(texts)) {
    const { caches, fetches, fetched, signal } = browser([], (url) =>
      url === BUNDLE ? reply() : new Response('alone'),
    )
    caches.fill('shell-0', Object.fromEntries(there.map((url) => [url, 'kept'])))
    await cacheFiles('shell-0', URLS, { signal, bundle: BUNDLE })
    const textOf = async (url: string) =>
      (await caches.match(url, { cacheName: 'shell-0' }))?.text()
    return {
      fetched,
      howBundle: fetches.mock.calls.find(([url]) => url === BUNDLE)?.[1]?.cache,
      texts: await Promise.all(URLS.map(textOf)),
      paths: caches.pathsIn('shell-0'),
      typeOf: async (url: string) =>
        (await caches.match(url, { cacheName: 'shell-0' }))?.headers.get('content-type'),
    }
  }

  test('is one request for many files, and the rest come one by one', async () => {
    const { fetched, howBundle, texts: kept, paths, typeOf } = await keep(['/assets/2.js'])
    expect(fetched).toEqual([BUNDLE, '/assets/13.js'])
    expect(kept).toEqual(
      URLS.map((url, at) => (at === 2 ? 'kept' : at === 13 ? 'alone' : `text of ${url}`)),
    )
    // Nothing that was not asked for, and not itself, here or in what the browser keeps.
    expect(paths.toSorted()).toEqual(URLS.toSorted())
    expect(howBundle).toBe('no-store')
    expect(await typeOf('/assets/0.js')).toBe('text/javascript; charset=utf-8')
    expect(await typeOf('/assets/1.css')).toBe('text/css; charset=utf-8')
  })

  test('is not fetched for twelve files', async () => {
    const { fetched } = await keep(['/assets/0.js', '/assets/2.js'])
    expect(fetched).toHaveLength(12)
    expect(fetched).not.toContain(BUNDLE)
  })

  test.each([
    ['is not there', () => new Response('', { status: 404 })],
    ['is the shell instead', () => new Response('<!doctype html>')],
    ['is an error in JSON', () => Response.json({ '/assets/a.js': 'no' }, { status: 500 })],
    [
      'breaks off',
      () => {
        throw new TypeError('network')
      },
    ],
  ])('where it %s, the files come one by one', async (_what, reply) => {
    const { fetched, texts: kept } = await keep([], reply)
    expect(fetched.toSorted()).toEqual([BUNDLE, ...URLS].toSorted())
    expect(kept).toEqual(URLS.map(() => 'alone'))
  })

  test('is left where it is when the next worker takes over', async () => {
    const handedOver = new AbortController()
    const { caches, fetched } = browser([], () => {
      handedOver.abort()
      return Response.json(texts)
    })
    const caching = { signal: handedOver.signal, bundle: BUNDLE }
    await expect(cacheFiles('shell-0', URLS, caching)).rejects.toThrow('abort')
    expect(fetched).toEqual([BUNDLE])
    expect(caches.pathsIn('shell-0')).toEqual([])
  })

  test('is listed apart from the files it holds', () => {
    const bundle = { url: 'bundles/user-1.json', revision: null, bundleOf: 'user' }
    const { files, bundles } = sortBundles([...FILES, bundle, '/a.js'])
    expect(files).toEqual([...FILES, '/a.js'])
    expect([...bundles]).toEqual([['user', '/bundles/user-1.json']])
  })

  test('holds the scripts and styles of its area, and no words of a language', () => {
    const files: KeptFile[] = [
      ...FILES.map((file) => ({ size: 1, ...file })),
      { url: 'picture.svg', revision: null, size: 1, areas: ['user'] },
      { url: 'assets/shell.css', revision: null, size: 1 },
    ]
    const [first, user, admin] = bundleByArea(files, (url) => `text of ${url}`)
    // What has a hash in its name: the page itself is another one after each release.
    expect(JSON.parse(first?.text ?? '')).toEqual({
      '/assets/shell.css': 'text of assets/shell.css',
    })
    expect(JSON.parse(user?.text ?? '')).toEqual({
      '/assets/both.js': 'text of assets/both.js',
      '/assets/user.js': 'text of assets/user.js',
    })
    expect(Object.keys(JSON.parse(admin?.text ?? ''))).toEqual([
      '/assets/both.js',
      '/assets/admin.js',
    ])
    const [, other] = bundleByArea(files, (url) => `another text of ${url}`)
    expect(user?.url).toMatch(/^bundles\/user-[\w-]{8}\.json$/)
    expect(other?.url).not.toBe(user?.url)
  })
})

/** A build: what each file imports at once and later. */
const BUILT = {
  'index.html': { file: 'assets/entry.js', isEntry: true, imports: ['_first.js'] },
  '_first.js': {
    file: 'assets/first.js',
    css: ['assets/first.css'],
    dynamicImports: ['src/routes/user/account.tsx', 'src/routes/admin/account.tsx', 'late.ts'],
  },
  'late.ts': { file: 'assets/late.js' },
  'src/routes/home/login.tsx': { file: 'assets/login.js', imports: ['_first.js'] },
  'src/routes/user/account.tsx': {
    file: 'assets/user.js',
    imports: ['_both.js'],
    dynamicImports: ['dialog.tsx'],
  },
  'src/routes/admin/account.tsx': { file: 'assets/admin.js', imports: ['_both.js'] },
  'src/routes/help/index.tsx': { file: 'assets/help.js' },
  '_both.js': { file: 'assets/both.js' },
  'dialog.tsx': { file: 'assets/dialog.js', css: ['assets/dialog.css'] },
  'src/locales/zh-CN.po': { file: 'assets/zh.js' },
  'src/locales/ru-RU.po': { file: 'assets/ru.js' },
  'src/locales/areas/zh-CN.po?area=admin': { file: 'assets/zh-admin.js' },
  'src/locales/areas/ru-RU.po?area=settings': { file: 'assets/ru-settings.js' },
  'src/locales/areas/ru-RU.po?area=watch': { file: 'assets/ru-watch.js' },
}

test('a build is sorted by role', () => {
  const names = Object.values(BUILT).flatMap(
    ({ file, css = [] }: { file: string; css?: string[] }) => [file, ...css],
  )
  const files: KeptFile[] = [
    ...names.map((url) => ({ url, revision: null, size: 1 })),
    { url: 'icon.svg', revision: 'x', size: 1 },
  ]
  const marked = byRole(files, BUILT, { '/admin/account': ['assets/both.js'] })
  expect(marked[0]?.url).toBe('assets/both.js')
  const needs = Object.fromEntries(
    marked.map(({ url, areas, language }) => [url, [areas?.join(), language].filter(Boolean)]),
  )
  expect(needs).toEqual({
    'assets/entry.js': [],
    'assets/first.js': [],
    'assets/first.css': [],
    'assets/late.js': [],
    'assets/login.js': [],
    'icon.svg': [],
    'assets/zh.js': [],
    'assets/user.js': ['user'],
    'assets/dialog.js': ['user'],
    'assets/dialog.css': ['user'],
    'assets/admin.js': ['admin'],
    'assets/both.js': ['user,admin'],
    'assets/help.js': ['user,admin'],
    'assets/ru.js': ['ru-RU'],
    'assets/zh-admin.js': ['admin', 'zh-CN'],
    'assets/ru-settings.js': ['admin', 'ru-RU'],
    'assets/ru-watch.js': ['user,admin', 'ru-RU'],
  })
})
