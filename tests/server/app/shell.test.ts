import fs, {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeApp } from '../../../server/app/app.ts'
import { findSetting, changeSetting } from '../../../server/database/settings/store.ts'
import { hintsOf } from '../../../server/app/shell/hints.ts'
import { copyBuild } from '../../../server/app/shell/previous.ts'
import { makeWorld } from '../../support/world.ts'

/** Files are put aside a second after a start. */
const LATER = { timeout: 10_000 }
const PAGE = `<html><head><script type="module" crossorigin src="/assets/index-a1.js"></script>
<link rel="modulepreload" crossorigin href="/assets/react-b2.js">
<link rel="stylesheet" crossorigin href="/assets/index-c3.css"><link rel="icon" href="/i.svg"></head></html>`

/** A built console of a few files. */
function makeScreens(assets: string[], config: object = { apiBase: '' }): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-screens-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  for (const name of assets) writeFileSync(join(folder, 'assets', name), `// ${name}`)
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(join(folder, 'sw.js'), '// the worker')
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
  const shortcuts = [{ name: '我的账号', url: '/user/account' }]
  writeFileSync(
    join(folder, 'app.webmanifest'),
    JSON.stringify({ id: '/', name: 'Sluice', shortcuts }),
  )
  return folder
}

function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

async function serve(screens: string, dataDir = makeDataDir()) {
  const { world } = await makeWorld({ env: { DATA_DIR: dataDir } })
  const app = await makeApp(world, { screens })
  onTestFinished(() => app.close())
  return { app, world, get: (url: string) => app.inject({ url }) }
}

test('the manifest bears the name, the colour and the language of the site', async () => {
  const { get, world } = await serve(makeScreens(['index-a1.js']))
  const base = await findSetting(world.db, 'base')
  await changeSetting(world.db, 'base', {
    ...base,
    title: 'North Star',
    shortTitle: 'North',
    themePrimary: 'teal',
    language: 'ru-RU',
  })
  const reply = await get('/app.webmanifest')
  expect(reply.headers['content-type']).toContain('application/manifest+json')
  expect(reply.json()).toMatchObject({
    id: '/',
    name: 'North Star',
    short_name: 'North',
    lang: 'ru-RU',
    theme_color: '#009688',
    shortcuts: [{ name: 'Мои аккаунты', url: '/user/account' }],
  })
})

test('a switched off worker is replaced by one that removes itself', async () => {
  const { get, world } = await serve(makeScreens(['index-a1.js']))
  expect((await get('/sw.js?stamp=5')).body).toBe('// the worker')
  const base = await findSetting(world.db, 'base')
  await changeSetting(world.db, 'base', { ...base, serviceWorker: false })
  const reply = await get('/sw.js?stamp=5')
  expect(reply.headers['content-type']).toContain('text/javascript')
  expect(reply.headers['cache-control']).toBe('no-cache')
  expect(reply.body).toContain('unregister()')
})

test('files of the build before are still served, and no other', async () => {
  const dataDir = makeDataDir()
  const before = await serve(makeScreens(['index-old.js', 'both.js']), dataDir)
  await before.app.close()
  const { get } = await serve(makeScreens(['index-new.js', 'both.js']), dataDir)
  for (const name of ['index-new.js', 'index-old.js', 'both.js']) {
    const reply = await get(`/assets/${name}`)
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toBe(`// ${name}`)
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
  // A page in place of a script is what turns a tab white.
  for (const path of ['/assets/never.js', '/assets/..%2fsluice.db', '/assets/'])
    expect((await get(path)).statusCode).toBe(404)
})

test('a build made under a running server is served whole, and the one before it stays', async () => {
  const dataDir = makeDataDir()
  const screens = makeScreens(['index-a1.js', 'both.js'])
  const { app, get } = await serve(screens, dataDir)
  await vi.waitFor(
    () => expect(readdirSync(join(dataDir, 'assets'))).toContain('index-a1.js'),
    LATER,
  )
  // As a build does it: everything is deleted, then written again.
  rmSync(join(screens, 'assets', 'index-a1.js'))
  const page = PAGE.replaceAll('-a1', '-new')
  writeFileSync(join(screens, 'assets', 'index-new.js'), '// plain')
  writeFileSync(join(screens, 'assets', 'index-new.js.br'), 'compressed')
  writeFileSync(join(screens, 'later.svg'), '<svg/>')
  mkdirSync(join(screens, '.vite'))
  const files = { '/user/index': ['assets/home-new.js'] }
  writeFileSync(join(screens, '.vite', 'screens.json'), JSON.stringify(files))
  const apiBase = 'https://new.example.com'
  writeFileSync(join(screens, 'config.json'), JSON.stringify({ apiBase }))
  writeFileSync(join(screens, 'index.html'), page)
  writeFileSync(join(screens, '.built'), '')

  const plain = await get('/assets/index-new.js')
  expect([plain.statusCode, plain.body]).toEqual([200, '// plain'])
  const squeezed = await app.inject({
    url: '/assets/index-new.js',
    headers: { 'accept-encoding': 'br' },
  })
  expect(squeezed.body).toBe('compressed')
  expect(squeezed.headers['content-encoding']).toBe('br')
  for (const { headers } of [plain, squeezed]) {
    expect(headers['content-type']).toContain('javascript')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
  const later = await get('/later.svg')
  expect([later.body, later.headers['cache-control']]).toEqual(['<svg/>', 'no-cache'])

  const shell = await app.inject({ url: '/user/index', cookies: { sid: 'any' } })
  expect(shell.body).toBe(page)
  expect(shell.headers.link).toBe(
    `${hintsOf(page)}, </assets/home-new.js>; rel=modulepreload; crossorigin`,
  )
  expect(shell.headers['content-security-policy']).toContain(apiBase)
  expect((await get('/assets/index-a1.js')).body).toBe('// index-a1.js')
  // The next build finds this one put aside.
  await vi.waitFor(() => expect(readdirSync(join(dataDir, 'assets'))).toContain('index-new.js.br'))
})

test('no address leads out of the build or to what is hidden in it', async () => {
  const screens = makeScreens(['index-a1.js'])
  const { get } = await serve(screens)
  mkdirSync(join(screens, '.vite'))
  writeFileSync(join(screens, '.vite', 'screens.json'), '{"/secret":[]}')
  writeFileSync(`${screens}.secret.js`, 'secret')
  onTestFinished(() => rmSync(`${screens}.secret.js`))
  const name = screens.split('/').at(-1)
  for (const path of [
    '/.vite/screens.json',
    '/assets/../.vite/screens.json',
    `/../${name}.secret.js`,
    `/assets/../../${name}.secret.js`,
    `/..%2f${name}.secret.js`,
    `/%2e%2e/${name}.secret.js`,
  ])
    expect((await get(path)).body).not.toContain('secret')
  expect((await get(`/${'a'.repeat(300)}.js`)).statusCode).toBe(200)
})

test('a partial file of an earlier start is copied again, and never served', async () => {
  const dataDir = makeDataDir()
  const screens = makeScreens(['a.js'])
  const whole = readFileSync(join(screens, 'assets', 'a.js'))
  const folder = join(dataDir, 'assets')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'a.js'), whole.subarray(0, 1))
  writeFileSync(join(folder, 'b.js.half'), 'b')
  await copyBuild(screens, dataDir, Date.now())
  expect(readFileSync(join(folder, 'a.js')).equals(whole)).toBe(true)
  expect(readdirSync(folder)).toEqual(['a.js'])
})

test('files no build has used for a month are removed', async () => {
  const dataDir = makeDataDir()
  const now = Date.UTC(2026, 5, 1)
  const folder = await copyBuild(makeScreens(['a.js', 'b.js']), dataDir, now)
  const old = now / 1000 - 31 * 86_400
  utimesSync(join(folder, 'a.js'), old, old)
  utimesSync(join(folder, 'b.js'), old, old)
  await copyBuild(makeScreens(['b.js', 'c.js']), dataDir, now)
  expect(readdirSync(folder).toSorted()).toEqual(['b.js', 'c.js'])
})

test('the shell says ahead what it preloads, and may call every base its config names', async () => {
  const bases = ['https://one.example.com/', 'https://two.example.com']
  const { get } = await serve(makeScreens(['index-a1.js'], { apiBase: ['', ...bases] }))
  const reply = await get('/user/account')
  expect(reply.headers.link).toBe(hintsOf(PAGE))
  expect(reply.headers.link).toBe(
    '</config.json>; rel=preload; as=fetch; crossorigin; fetchpriority=high, ' +
      '</assets/index-a1.js>; rel=modulepreload; crossorigin, ' +
      '</assets/react-b2.js>; rel=modulepreload; crossorigin, ' +
      '</assets/index-c3.css>; rel=preload; as=style; crossorigin',
  )
  expect(reply.headers['content-security-policy']).toContain(
    "connect-src 'self' https://one.example.com https://two.example.com;",
  )
})

test('a logged-in person is sent ahead which files the screen needs', async () => {
  const screens = makeScreens(['index-a1.js'])
  mkdirSync(join(screens, '.vite'))
  const files = {
    '/user/index': ['assets/home-d4.js'],
    '/admin/notice/$noticeId': ['assets/area-e5.js', 'assets/notice-f6.js'],
    '/admin/notice/new': ['assets/new-g7.js'],
    '/admin/pay': Array.from({ length: 100 }, (_, at) => `assets/part-${at}.js`),
  }
  writeFileSync(join(screens, '.vite', 'screens.json'), JSON.stringify(files))
  const { app } = await serve(screens)
  const linksOf = async (url: string, cookies = { sid: 'any' }) =>
    (await app.inject({ url, cookies })).headers.link
  const named = (...names: string[]) =>
    [
      hintsOf(PAGE),
      ...names.map((name) => `</assets/${name}>; rel=modulepreload; crossorigin`),
    ].join(', ')

  expect(await linksOf('/user/index')).toBe(named('home-d4.js'))
  expect(await linksOf('/admin/notice/7?back=1')).toBe(named('area-e5.js', 'notice-f6.js'))
  expect(await linksOf('/admin/notice/new')).toBe(named('new-g7.js'))
  expect(await linksOf('/admin/notice/')).toBe(named())
  // A proxy in front takes headers of a few KB only.
  expect(String(await linksOf('/admin/pay')).length).toBeLessThan(2_000)
  expect(await linksOf('/__proto__')).toBe(named())
  expect((await app.inject({ url: '/user/index' })).headers.link).toBe(named())
})

test('calls of the API do not look at the files of the build', async () => {
  const { get } = await serve(makeScreens(['index-a1.js']))
  const looked = vi.spyOn(fs, 'statSync')
  syncBuiltinESMExports()
  onTestFinished(() => {
    looked.mockRestore()
    syncBuiltinESMExports()
  })
  for (const url of ['/api/health', '/api/home/login', '/api/no/such']) await get(url)
  expect(looked).not.toHaveBeenCalled()
  await get('/')
  expect(looked).toHaveBeenCalled()
})

test('what is revalidated has its content as its tag, regardless of the date of the file', async () => {
  /** Archives of two releases give all files one date, and names of files have one length. */
  const released = (worker: string) => {
    const folder = makeScreens(['index-a1.js'])
    for (const name of ['sw.js', 'sw.js.br']) {
      writeFileSync(join(folder, name), worker)
      utimesSync(join(folder, name), 1, 1)
    }
    return folder
  }
  const [one, two] = [await serve(released('// build 1')), await serve(released('// build 2'))]
  const first = await one.get('/sw.js')
  const tag = String(first.headers.etag)
  const again = (app: typeof one.app, headers: object, url = '/sw.js') =>
    app.inject({ url, headers: { 'if-none-match': tag, ...headers } })
  expect(await again(one.app, {})).toMatchObject({ statusCode: 304, body: '' })
  expect((await again(one.app, {})).headers).toMatchObject({
    etag: tag,
    'cache-control': 'no-cache',
  })
  expect(await again(one.app, { 'accept-encoding': 'br' })).toMatchObject({ statusCode: 304 })
  expect(await again(one.app, { 'if-none-match': `"x", ${tag}` })).toMatchObject({
    statusCode: 304,
  })
  expect(await again(two.app, {})).toMatchObject({ statusCode: 200, body: '// build 2' })
  const since = { 'if-modified-since': new Date().toUTCString(), 'if-none-match': '' }
  expect(await again(one.app, since)).toMatchObject({ statusCode: 200 })
  // Each screen's address gives the shell.
  const { headers } = await one.get('/admin/account')
  const shell = { 'if-none-match': String(headers.etag) }
  expect(await again(one.app, shell, '/user/order')).toMatchObject({ statusCode: 304 })
  expect((await one.get('/assets/index-a1.js')).headers.etag).toBeUndefined()
})
