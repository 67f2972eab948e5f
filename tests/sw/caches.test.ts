import { describe, expect, test, vi } from 'vitest'
import { basesIn } from '../../sw/bases.ts'
import { dropLogin, cachedLogin } from '../../sw/login.ts'
import { readNote, windowFor } from '../../sw/notifications.ts'
import { fromPrevious, isOlderShell, putAside, sortPrevious } from '../../sw/previousBuilds.ts'
import { lanesOf, opensShell } from '../../sw/shell.ts'
import { ORIGIN, startWorker } from '../support/worker.ts'

const FILES = { '/index.html': 'shell', '/assets/a.js': 'a', '/assets/b.js': 'b' }
const names = ({ caches }: ReturnType<typeof startWorker>) => [...caches.stored.keys()]

describe('files of an older build', () => {
  test('are put aside while a tab runs it, but for those of this one', async () => {
    const worker = startWorker()
    const { caches } = worker
    caches.fill('shell-1', FILES)
    caches.fill('config', { '/config.json': '{}' })
    vi.spyOn(Date, 'now').mockReturnValue(77)
    await putAside('shell-2', new Set([`${ORIGIN}/assets/b.js`]), true)
    vi.restoreAllMocks()
    expect(names(worker).sort()).toEqual(['config', 'previous-77'])
    expect(caches.pathsIn('previous-77')).toEqual(['/assets/a.js'])
    const found = await fromPrevious({ url: `${ORIGIN}/assets/a.js` } as Request)
    expect(await found?.text()).toBe('a')
    expect(await fromPrevious({ url: `${ORIGIN}/assets/b.js` } as Request)).toBeUndefined()
  })

  test('are put aside also of a stamp that stayed the same', async () => {
    const worker = startWorker()
    worker.caches.fill('shell-2', FILES)
    await putAside('shell-2', new Set(), true)
    const [shell, previous = ''] = names(worker)
    expect(shell).toBe('shell-2')
    expect(worker.caches.pathsIn(previous)).toEqual(['/assets/a.js', '/assets/b.js'])
  })

  test('are dropped where no tab needs them', async () => {
    const worker = startWorker()
    for (const name of ['shell-1', 'shell-2', 'workbox-precache-v2', 'previous-5', 'config'])
      worker.caches.fill(name, FILES)
    await putAside('shell-2', new Set(), false)
    expect(names(worker)).toEqual(['shell-2', 'config'])
  })

  test('that are none leave no empty cache behind', async () => {
    const worker = startWorker()
    worker.caches.fill('shell-1', { '/index.html': 'shell' })
    await putAside('shell-2', new Set(), true)
    expect(names(worker)).toEqual([])
  })

  test('of the three newest builds stay for tabs, and are found newest first', async () => {
    const worker = startWorker()
    for (const at of [10, 9, 8, 7])
      worker.caches.fill(`previous-${at}`, { '/assets/a.js': `${at}` })
    worker.caches.fill('previous-11', { '/assets/other.js': 'other' })
    const requested = { url: `${ORIGIN}/assets/a.js` } as Request
    expect(await (await fromPrevious(requested))?.text()).toBe('10')
    await putAside('shell-2', new Set(), true)
    expect(names(worker).sort()).toEqual(['previous-10', 'previous-11', 'previous-9'])
  })

  test('that do not fit are done without', async () => {
    const worker = startWorker()
    worker.caches.fill('shell-1', FILES)
    const { open } = worker.caches
    worker.caches.open = async (name) => {
      const cache = await open(name)
      if (!name.startsWith('previous-')) return cache
      return { ...cache, put: async () => Promise.reject(new DOMException('full')) }
    }
    await putAside('shell-2', new Set(), true)
    expect(names(worker)).toEqual([])
  })

  test.each([
    ['a-previous-9', []],
    ['previous-9', ['previous-9']],
  ])('are not sought in the cache %s', (name, stay) => {
    expect(sortPrevious([name], true).stay).toEqual(stay)
  })

  test.each([
    ['my-shell-1', false],
    ['my-workbox-precache', false],
    ['shell-', true],
  ])('are not in the cache %s: %s', (name, older) => {
    expect(isOlderShell(name, 'shell-2')).toBe(older)
  })
})

describe('the drawn login', () => {
  const PAGE = '<script src="/assets/a.js"></script>'
  const files = new Set(['/assets/a.js'])
  const start = (headers = {}) => {
    const worker = startWorker()
    const page = new Response(PAGE, { headers: { 'content-type': 'text/html', ...headers } })
    worker.caches.stored.set('login', new Map([[`${ORIGIN}/home/login`, page]]))
    return worker
  }

  test.each(['/', '/home/index', '/home/login'])('answers for %s', async (path) => {
    start({ 'content-encoding': 'br', etag: 'e' })
    const reply = await cachedLogin(path, files)
    expect(await reply?.text()).toBe(PAGE)
    expect(reply?.headers.get('content-encoding')).toBeNull()
    expect(reply?.headers.get('etag')).toBe('e')
    expect(reply?.headers.get('content-type')).toBe('text/html')
  })

  test.each(['/home/signup', '/admin', '/home/login/x', ''])('not for %j', async (path) => {
    start()
    expect(await cachedLogin(path, files)).toBeUndefined()
  })

  test.each([
    ['of another build', new Set(['/assets/b.js']), undefined],
    ['of no build at all', new Set<string>(), undefined],
    ['of this one, among others', new Set(['/assets/a.js', '/assets/b.js']), PAGE],
  ])('requesting files %s', async (_which, some, text) => {
    start()
    expect(await (await cachedLogin('/', some))?.text()).toBe(text)
  })

  test.each([
    ['of this build', '/assets/styles-1.css', true],
    ['that is gone', '/assets/styles-2.css', false],
  ])('naming a sheet %s', async (_which, sheet, isThere) => {
    startWorker().caches.fill('login', {
      '/home/login': `${PAGE}<link rel="stylesheet" href="${sheet}">`,
    })
    const some = new Set(['/assets/a.js', '/assets/styles-1.css'])
    expect((await cachedLogin('/', some)) !== undefined).toBe(isThere)
  })

  test('is none where none was cached, or after it was dropped', async () => {
    const worker = startWorker()
    expect(await cachedLogin('/', files)).toBeUndefined()
    worker.caches.fill('login', { '/home/login': PAGE })
    await dropLogin()
    expect(names(worker)).toEqual([])
  })
})

describe('a note', () => {
  const site = { name: 'Sluice', origin: ORIGIN }
  test.each<[unknown, object]>([
    [{ notification: { title: 5, body: 5, lang: 5, tag: 5 } }, { title: 'Sluice' }],
    [{ notification: { title: '', body: '', tag: '' } }, { title: 'Sluice' }],
    [{ notification: 5, title: 'old' }, { title: 'old' }],
    [{ notification: null, title: 'old', options: 5 }, { title: 'old' }],
    [{ app_badge: 0 }, { badge: 0 }],
    [{ app_badge: -1 }, { badge: undefined }],
    [{ app_badge: '3' }, { badge: undefined }],
    [{ notification: { dir: 'rtl' } }, { options: { dir: 'rtl' } }],
    [{ notification: { dir: 'ltr' } }, { options: { dir: 'ltr' } }],
    [{ notification: { dir: 'up' } }, { options: { dir: 'auto' } }],
    [{ notification: { navigate: 5 } }, { options: { data: { path: '/' } } }],
    [{ notification: { navigate: '/a?b#c' } }, { options: { data: { path: '/a?b' } } }],
    [{ notification: { navigate: 'https://[' } }, { options: { data: { path: '/' } } }],
    [{ notification: { navigate: `${ORIGIN}//x.test` } }, { options: { data: { path: '/' } } }],
  ])('of %j is %j', (message, note) => {
    expect(readNote(JSON.stringify(message), site)).toMatchObject(note)
  })

  test.each([
    'A:A:',
    'x:javascript:alert(1)',
    'javascript:alert(1)',
    'x:/\\evil.test/y',
    'x://h//evil.test/y',
    'data:text/html,x',
    '//evil.test//evil.test',
    'x:user/y',
  ])('that leads to %s stays on the console', (navigate) => {
    const { path } = readNote(JSON.stringify({ notification: { navigate } }), site).options.data
    expect(path).toBe('/')
  })

  test('says nothing of what it does not know', () => {
    const { options } = readNote('{"notification":{"body":"","lang":5,"tag":""}}', site)
    expect(Object.keys(options).sort()).toEqual(['badge', 'data', 'dir', 'icon'])
  })

  test('is for the window whose whole address it is', () => {
    const windows = [{ url: `${ORIGIN}/a?b` }, { url: `${ORIGIN}/a` }]
    expect(windowFor(windows, '/a')).toEqual({ window: windows[1], isThere: true })
  })
})

test.each<[unknown, string[]]>([
  [{ apiBase: 'https://a.test//' }, ['https://a.test']],
  [{ apiBase: 'https://a.test/x/y/' }, ['https://a.test/x/y']],
  [{ apiBase: ['https://a.test', 5, 'https://b.test/'] }, ['https://a.test', 'https://b.test']],
  [{ apiBase: '' }, ['']],
  [{ apiBase: [] }, ['']],
  [{ apiBase: 5 }, ['']],
  [{}, ['']],
  [null, ['']],
  [undefined, ['']],
  ['https://a.test', ['']],
])('by %j the API is at %j', (config, bases) => {
  expect(basesIn(config)).toEqual(bases)
})

test.each([
  ['/', true],
  ['/admin/account', true],
  ['/api', false],
  ['/API/x', false],
  ['/apix', true],
  ['/assets/a', false],
  ['/x/api/y', true],
  ['/favicon.svg', false],
  ['/x.y/z', true],
  ['/home/ref/a.b-c', true],
  ['/x.PNG', false],
])('the page %s is a screen: %s', (path, expected) => expect(opensShell(path)).toBe(expected))

test('lanes hold everything once, as evenly as can be', () => {
  expect(lanesOf(['a', 'b', 'c', 'd', 'e'], 2)).toEqual([
    ['a', 'c', 'e'],
    ['b', 'd'],
  ])
  expect(lanesOf(['a'], 3)).toEqual([['a'], [], []])
})
