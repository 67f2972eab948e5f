import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, constants } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { makeApp } from '../../../server/app/app.ts'
import { brotliFor } from '../../../server/app/shell/packing.ts'
import type { Caller } from '../../../server/http/contract.ts'
import { wordsOf } from '../../../server/base/words/words.ts'
import { changeSetting, findSetting } from '../../../server/database/settings/store.ts'
import { anAccount, months } from '../../support/make.ts'
import { seenFrom } from '../../support/seeing.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const SHELL = `<!doctype html><html lang="zh-CN"><head><title>Sluice</title>
<script type="module" crossorigin src="/assets/index-a1.js"></script>
<link rel="modulepreload" crossorigin href="/assets/zh-CN-d4.js"></head>
<body><div id="root"></div></body></html>`
const LANGUAGES = ['zh-CN', 'ja-JP', 'en-US', 'ru-RU']
const files = (of: string) =>
  Object.fromEntries(LANGUAGES.map((one) => [one, `assets/${one}${of}`]))
const SCREENS = {
  '/user/index': ['assets/home-u1.js'],
  '/user/order': ['assets/orders-u2.js'],
  '/admin/index': ['assets/home-m1.js'],
}
const STATUS = '</api/home/login>; rel=preload; as=fetch; crossorigin=use-credentials'
const HOME_READS = ['/api/user/account', '/api/user/server', '/api/user/notice']

async function serve(config: object = { apiBase: '' }) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-people-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, '.vite'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), SHELL)
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
  const areaWords = { user: files('-u.js'), admin: files('-m.js') }
  const login = { words: files('-d4.js'), areaWords }
  writeFileSync(join(folder, '.vite', 'login.json'), JSON.stringify(login))
  writeFileSync(join(folder, '.vite', 'screens.json'), JSON.stringify(SCREENS))
  const made = await makeWorld({ env: { DATA_DIR: join(folder, 'data') } })
  const app = await makeApp(made.world, { screens: folder })
  onTestFinished(() => app.close())
  const get = async (path: string, caller: Caller, headers: Record<string, string> = {}) => {
    const cookie = [await made.cookieOf(caller), headers.cookie].filter(Boolean).join('; ')
    const reply = await app.inject({ url: path, headers: { ...headers, cookie } })
    return { ...reply, body: reply.body, link: String(reply.headers.link) }
  }
  return { ...made, app, get }
}

async function speak(world: Awaited<ReturnType<typeof serve>>['world'], fields: object) {
  const base = await findSetting(world.db, 'base')
  await changeSetting(world.db, 'base', { ...base, ...fields })
}

/** What a customer's accounts are drawn in, before any script ran. */
const SIGHT = /<div class="snapshot" inert data-address="(\/user\/\w+)">.*<\/template><\/div>/s
const bare = (body: string) => body.replace(SIGHT, '')

/** The answers that a header announces, in their order. */
const readsIn = (link: string) =>
  [...link.matchAll(/<(\/api\/[^>]*)>; rel=preload; as=fetch; crossorigin=use-credentials/g)].map(
    ([, path]) => path,
  )

test('a customer is sent ahead what the home needs: code, words and answers, also at the root', async () => {
  const { get, world, person } = await serve()
  await speak(world, { language: 'ru-RU' })
  const customer = await person()
  for (const path of ['/user/index', '/', '/home/login', '/user/index?from=mail']) {
    const { body, link, headers } = await get(path, customer)
    expect(link.startsWith(STATUS)).toBe(true)
    expect(readsIn(link)).toEqual(['/api/home/login', ...HOME_READS])
    for (const name of ['index-a1', 'home-u1', 'ru-RU-d4', 'ru-RU-u'])
      expect(link).toContain(`</assets/${name}.js>; rel=modulepreload; crossorigin`)
    expect(bare(body)).toBe(SHELL.replaceAll('zh-CN', 'ru-RU'))
    expect(link).not.toContain('zh-CN')
    expect(headers.vary).toContain('cookie')
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(headers['content-security-policy']).not.toContain('script-src')
  }
  const { link } = await get('/user/order', customer)
  expect(readsIn(link)).toEqual(['/api/home/login'])
  expect(link).toContain('orders-u2.js')
})

test('it names nothing of an area that is not theirs', async () => {
  const { get, person } = await serve()
  const customer = await person()
  for (const { path, caller } of [
    { path: '/admin/index', caller: customer },
    { path: '/user/index', caller: mainAdmin },
  ]) {
    const { body, link } = await get(path, caller)
    expect(body).toBe(SHELL)
    expect(readsIn(link)).toEqual([])
  }
  const { link } = await get('/', mainAdmin)
  expect(link).toContain('home-m1.js')
  expect(link).toContain('zh-CN-m.js')
  expect(link).not.toContain('-u')
  expect(readsIn(link)).toEqual(['/api/home/login'])
})

test('a customer’s accounts are in the first reply, which nobody keeps', async () => {
  const made = await serve()
  const { get, world, person } = made
  await speak(world, { language: 'en-US', title: '<b>North & Star</b>' })
  const customer = await person()
  await anAccount(made, { userId: customer.id, port: 10_101 })
  await anAccount(made, { userId: (await person()).id, port: 10_202 })
  const { body, headers } = await get('/', customer)
  const sight = SIGHT.exec(body)?.[0] ?? ''
  expect(sight).toContain('Port 10101: ')
  expect(sight).toContain('Used: ')
  expect(sight).not.toContain('10202')
  expect(sight).toContain('<h1>&#60;b&#62;North &#38; Star&#60;/b&#62;</h1>')
  expect(headers['cache-control']).toBe('private, no-store, no-transform')
  // Its sheet, by its hash, and nothing else inline.
  const sheet = /<style>(.*?)<\/style>/s.exec(sight)?.[1] ?? ''
  const hash = createHash('sha256').update(sheet).digest('base64')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain(`'sha256-${hash}'`)
  expect(policy).not.toMatch(/unsafe|script-src/)
  expect(sight).not.toMatch(/<script| style=| on\w+=/)
})

test('nothing that is said of them becomes markup', async () => {
  const made = await serve()
  await speak(made.world, { language: 'en-US' })
  const customer = await made.person()
  await anAccount(made, { userId: customer.id })
  // Names of servers and plans are whatever an operator typed.
  const name = `</p></template><img src=x onerror="alert('1')"> & <script>alert(2)</script>`
  const said = vi.spyOn(wordsOf('en-US').telegram, 'account').mockReturnValue(`Plan ${name}`)
  onTestFinished(() => said.mockRestore())
  const { body } = await made.get('/user/index', customer)
  const sight = SIGHT.exec(body)?.[0] ?? ''
  expect(sight).toContain('Plan &#60;/p&#62;')
  expect(sight).toContain('onerror=&#34;alert(&#39;1&#39;)&#34;&#62; &#38; &#60;script&#62;')
  expect(sight).not.toMatch(/<img|<script|"alert/)
  expect(sight.match(/<\/template>/g)).toHaveLength(1)
})

test('they are in the page of the accounts themselves as well, which they are named for', async () => {
  const made = await serve()
  const customer = await made.person()
  await anAccount(made, { userId: customer.id, port: 10_101 })
  for (const [path, address] of [
    ['/', '/user/index'],
    ['/user/account?id=1', '/user/account'],
  ] as const) {
    const { body, headers } = await made.get(path, customer)
    expect(SIGHT.exec(body)?.[1]).toBe(address)
    expect(body).toContain('10101')
    expect(headers['cache-control']).toBe('private, no-store, no-transform')
  }
})

test('the accounts are in the colours that the device chose', async () => {
  const { get, person } = await serve()
  const customer = await person()
  const schemeOf = async (cookie: string) =>
    /color-scheme:([^}]*)}/.exec((await get('/user/index', customer, { cookie })).body)?.[1]
  expect(await schemeOf('look=.dark')).toBe('dark')
  expect(await schemeOf('look=.light')).toBe('light')
  expect(await schemeOf('look=')).toBe('light dark')
})

describe('the page opens all the same', () => {
  /** The world's database from now on: what each query comes to. */
  const answerBy = (made: Awaited<ReturnType<typeof serve>>, transformResult: () => never) => {
    const plugin = { transformQuery: ({ node }: { node: never }) => node, transformResult }
    made.world.db = made.db.withPlugin(plugin as never)
  }
  const isBare = ({ statusCode, body, headers }: Awaited<ReturnType<Made['get']>>) => {
    expect([statusCode, body]).toEqual([200, SHELL])
    expect(headers['cache-control']).toBe('no-cache, no-transform')
    expect(headers['set-cookie']).toBeUndefined()
  }
  type Made = Awaited<ReturnType<typeof serve>>

  test.each(['ECONNREFUSED', '57P01', '53300'])(
    'where the database refuses by %s',
    async (code) => {
      const made = await serve()
      const customer = await made.person()
      await made.get('/', customer)
      const cookie = await made.cookieOf(customer)
      answerBy(made, () => {
        throw Object.assign(new Error('refused'), { code })
      })
      for (const path of ['/', '/user/index', '/user/order'])
        isBare((await made.app.inject({ url: path, headers: { cookie } })) as never)
    },
  )

  test('where the database has fallen silent', async () => {
    const made = await serve()
    const cookie = await made.cookieOf(await made.person())
    answerBy(made, () => new Promise(() => undefined) as never)
    isBare((await made.app.inject({ url: '/user/index', headers: { cookie } })) as never)
  })

  test('where hundreds come at once', async () => {
    const made = await serve()
    const headers = { cookie: await made.cookieOf(await made.person()), 'accept-encoding': 'br' }
    const see = async () => (await made.app.inject({ url: '/user/index', headers })).statusCode
    const all = await Promise.all(Array.from({ length: 300 }, see))
    expect(new Set(all)).toEqual(new Set([200]))
  })

  test('where an account is not to be drawn', async () => {
    const made = await serve()
    const customer = await made.person()
    const warn = vi.spyOn(made.world.log, 'warn')
    // No calendar goes so far.
    await anAccount(made, {
      userId: customer.id,
      ...months(made, 1),
      cycles: 3e5,
      expireTime: 9e15,
    })
    const { statusCode, body, link, headers } = await made.get('/user/index', customer)
    expect([statusCode, body]).toEqual([200, SHELL])
    expect(readsIn(link)).toEqual(['/api/home/login', ...HOME_READS])
    expect(headers['cache-control']).toBe('no-cache, no-transform')
    expect(warn).toHaveBeenCalledOnce()
  })
})

test('no other screen has them, and no admin', async () => {
  const { get, person } = await serve()
  const customer = await person()
  for (const { path, caller } of [
    { path: '/user/order', caller: customer },
    { path: '/user/account/1', caller: customer },
    { path: '/', caller: mainAdmin },
    { path: '/admin/index', caller: mainAdmin },
  ]) {
    const { body, headers } = await get(path, caller)
    expect(body).not.toContain('snapshot')
    expect(headers['cache-control']).toBe('no-cache, no-transform')
  }
})

test('a session that is over, and an API elsewhere, get the bare shell', async () => {
  const { app } = await serve()
  const over = await app.inject({ url: '/user/index', headers: { cookie: 'sid=gone' } })
  expect(over.body).toBe(SHELL)
  expect(readsIn(String(over.headers.link))).toEqual([])
  const away = await serve({ apiBase: 'https://api.example.com' })
  const { body, link } = await away.get('/user/index', await away.person())
  expect(body).toBe(SHELL)
  expect(readsIn(link)).toEqual([])
})

test('an admin who sees what a customer sees must name the customer, so only the status is announced', async () => {
  const made = await serve()
  const customer = await made.person()
  const admin = seenFrom(made, mainAdmin)
  expect((await admin.see(customer.id)).statusCode).toBe(200)
  const { link, body } = await made.get('/user/index', mainAdmin)
  expect(body).toBe(SHELL)
  expect(link).toContain('home-u1.js')
  expect(readsIn(link)).toEqual(['/api/home/login'])
})

test('the language is the device’s, else the browser’s where the site wants that, else the site’s', async () => {
  const { get, world, person } = await serve()
  const customer = await person()
  const spoken = { 'accept-language': 'ja-JP,ja;q=0.9' }
  const languageOf = async (headers: Record<string, string> = {}) =>
    /lang="([^"]*)"/.exec((await get('/user/index', customer, headers)).body)?.[1]
  expect(await languageOf(spoken)).toBe('zh-CN')
  await speak(world, { language: 'en-US' })
  expect(await languageOf(spoken)).toBe('en-US')
  await speak(world, { browserLanguage: true })
  expect(await languageOf(spoken)).toBe('ja-JP')
  expect(await languageOf({ ...spoken, cookie: 'look=ru-RU.dark' })).toBe('ru-RU')
})

test('it is sent packed as the browser can take it', async () => {
  const { get, person } = await serve()
  const reply = await get('/user/index', await person(), { 'accept-encoding': 'gzip, br' })
  expect(reply.headers['content-encoding']).toBe('br')
  expect(bare(brotliDecompressSync(reply.rawPayload).toString())).toBe(SHELL)
})

test('it is packed in a window of its own size, in which a hundred at once take little memory', () => {
  const windowOf = (chars: number) => brotliFor('x'.repeat(chars))[constants.BROTLI_PARAM_LGWIN]
  expect(windowOf(3_000)).toBe(16)
  expect([2 ** 16 - 16, 2 ** 16 - 15].map(windowOf)).toEqual([16, 17])
  expect(windowOf(2 ** 22)).toBe(constants.BROTLI_DEFAULT_WINDOW)
})

test('what is announced is what the screens’ loaders ask for', () => {
  const operations = { '/api/user/account': 'listMyAccounts', '/api/user/server': 'listMyServers' }
  for (const screen of ['[index]', 'account']) {
    const source = readFileSync(`src/routes/user/${screen}.tsx`, 'utf8')
    for (const name of Object.values(operations)) expect(source).toContain(`${name}()`)
  }
  expect(readFileSync('src/routes/user/[index].tsx', 'utf8')).toContain('listMyNotices()')
})
