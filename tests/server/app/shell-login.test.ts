import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { makeApp } from '../../../server/app/app.ts'
import { loginPage } from '../../../server/app/shell/login.ts'
import { changeSetting, findSetting } from '../../../server/database/settings/store.ts'
import { makeWorld } from '../../support/world.ts'

const SHELL = `<!doctype html><html lang="zh-CN"><head><title>Sluice</title>
<script type="module" crossorigin src="/assets/index-a1.js"></script>
<link rel="stylesheet" crossorigin href="/assets/index-c3.css">
<link rel="modulepreload" crossorigin href="/assets/zh-CN-d4.js"></head>
<body><div id="root"></div></body></html>`
const LANGUAGES = ['zh-CN', 'ja-JP', 'en-US', 'ru-RU']
const each = (make: (language: string) => unknown) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, make(language)]))
const colour = (name: string) => ({ light: `--ink:light-${name}`, dark: `--ink:dark-${name}` })
const DRAWN = {
  html: each((language) => [`<b>%name%</b> in ${language}`, `<b>%name%</b> in ${language}, help`]),
  css: '.ink{color:var(--ink)}',
  themes: { blue: colour('blue'), teal: colour('teal') },
  fonts: each((language) => `font-${language}`),
  reset: 'body{margin:0}',
  script: 'early()',
  words: each((language) => `assets/${language}-d4.js`),
}

async function serve({
  config = { apiBase: '' } as object,
  isSetUp = true,
  drawn = DRAWN as object,
} = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-login-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, '.vite'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), SHELL)
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
  writeFileSync(join(folder, '.vite', 'login.json'), JSON.stringify(drawn))
  const { world } = await makeWorld({ env: { DATA_DIR: join(folder, 'data') } })
  if (!isSetUp) await world.db.deleteFrom('user').execute()
  const app = await makeApp(world, { screens: folder })
  onTestFinished(() => app.close())
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  return { app, world, get }
}

async function change(world: Awaited<ReturnType<typeof serve>>['world'], fields: object) {
  const base = await findSetting(world.db, 'base')
  await changeSetting(world.db, 'base', { ...base, ...fields })
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('a logo takes the place of the mark, and a wide one that of the name', async () => {
  const mark = '<svg viewBox="0 0 16 16" width="56" height="56"><path></path></svg>'
  const html = each(() => [`${mark}<span class="x">%name%</span><svg></svg>`, ''])
  const { get, world } = await serve({ drawn: { ...DRAWN, html } })
  await change(world, { title: 'A "B"' })
  const logo = { hash: 'h'.repeat(22), width: 320, height: 80 }
  await changeSetting(world.db, 'brand', { logo })
  const drawnIn = async () => /data-status="[^"]*">(.*?)<\/div>/.exec((await get('/')).body)?.[1]
  const src = `/api/home/brand/${logo.hash}`
  expect(await drawnIn()).toBe(
    `<img src="${src}" width="224" height="56" alt="A &#34;B&#34;"><svg></svg>`,
  )
  await changeSetting(world.db, 'brand', { logo: { ...logo, width: 80 } })
  expect(await drawnIn()).toBe(
    `<img src="${src}" width="56" height="56" alt=""><span class="x">A &#34;B&#34;</span><svg></svg>`,
  )
})

test('visitors get the login drawn as the site is set, at each address that leads there', async () => {
  const { get, world } = await serve()
  await change(world, { title: 'A <b> & "c"', language: 'ru-RU', themePrimary: 'teal' })
  for (const path of ['/', '/home/index', '/home/login', '/home/login?from=mail']) {
    const { body, headers, statusCode } = await get(path)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'cache-control': 'no-cache, no-transform',
      'content-type': 'text/html; charset=utf-8',
      vary: expect.stringContaining('cookie'),
    })
    expect(body).toContain('<html lang="ru-RU">')
    expect(body).toContain('<b>A &#60;b&#62; &#38; &#34;c&#34;</b> in ru-RU')
    expect(body).toContain('<title>A &#60;b&#62; &#38; &#34;c&#34;</title>')
    expect(body).toContain('--ink:light-teal')
    expect(body).toContain('@media (prefers-color-scheme:dark){.prerendered{--ink:dark-teal}}')
    expect(body).toContain('/assets/ru-RU-d4.js')
    expect(headers.link).toContain('</assets/ru-RU-d4.js>')
    expect(body + headers.link).not.toMatch(/stylesheet|as=style|zh-CN/)
  }
  const { body } = await get('/home/signup')
  expect(body).toBe(SHELL)
})

test('a name is shown as it was typed, whatever it means to a program', async () => {
  const { get, world } = await serve()
  const title = "A $& $' $` $1 $$ %name%"
  await change(world, { title, language: 'en-US' })
  const { body } = await get('/')
  const shown = title.replaceAll('&', '&#38;')
  expect(body).toContain(`<title>${shown}</title>`)
  expect(body).toContain(`<b>${shown}</b> in en-US`)
  expect(body.match(/<title>/g)).toHaveLength(1)
})

test('the ways to sign up and to the offer are drawn where they lead somewhere', () => {
  const links =
    '<a class="x" href="/home/signup"><b>Sign up</b></a><a href="/home/plans">Plans</a><a href="/x">X</a>'
  const drawn = { ...DRAWN, html: each(() => [links, `${links} help`]) } as never
  const shown = (site: object) => {
    const look = { language: 'en-US', appearance: 'system' } as const
    const { body } = loginPage({ shell: SHELL, drawn, next: [] }, site as never, look)
    return [...body.matchAll(/<a[^>]* href="([^"]*)"/g)].map(([, to]) => to)
  }
  for (const help of [false, true]) {
    const [signUp, plans] = ['/home/signup', '/home/plans']
    expect(shown({ signUp: 'open', front: true, help })).toEqual([signUp, plans, '/x'])
    expect(shown({ signUp: 'invited', front: true, help })).toEqual([signUp, plans, '/x'])
    expect(shown({ signUp: 'closed', front: true, help })).toEqual([plans, '/x'])
    expect(shown({ signUp: 'open', help })).toEqual([signUp, '/x'])
    expect(shown({ signUp: 'closed', front: false, help })).toEqual(['/x'])
  }
})

test('its policy names the hashes of the script and the sheet in it, and no more', async () => {
  const { get } = await serve()
  const { body, headers } = await get('/home/login')
  const policy = String(headers['content-security-policy'])
  const sheet = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? ''
  const script = /<script>(.*?)<\/script>/s.exec(body)?.[1] ?? ''
  expect(policy).toContain(`script-src 'self' ${hashOf(script)};`)
  expect(policy).toContain(`${hashOf('')} ${hashOf(sheet)};`)
  expect(policy).not.toContain('unsafe')
  expect([sheet, script].map((text) => text.length > 0)).toEqual([true, true])
  const others = await get('/home/signup')
  expect(others.headers['content-security-policy']).not.toContain('script-src')
})

test('the page says the same of the site as the status for visitors', async () => {
  const { get } = await serve()
  const said = /data-status="([^"]*)"/.exec((await get('/')).body)?.[1] ?? ''
  const plain = said.replaceAll('&#34;', '"').replaceAll('&#38;', '&')
  const requested = await get('/api/home/login')
  expect(JSON.parse(plain)).toEqual(requested.json())
})

test('a device has it in its own language and look; what makes no sense counts as not chosen', async () => {
  const { get } = await serve()
  const look = async (cookie: string) => (await get('/', { cookie: `look=${cookie}` })).body
  expect(await look('ja-JP.dark')).toMatch(/data-lang="ja-JP" data-look="dark"/)
  expect(await look('ja-JP.dark')).toContain('{--ink:dark-blue;color-scheme:dark}')
  expect(await look('.light')).toMatch(/data-lang="zh-CN" data-look="light"/)
  expect(await look('.light')).not.toContain('dark-blue')
  for (const nonsense of ['xx.dim', '%22%3E%3Cscript%3E', '__proto__.constructor', ''])
    expect(await look(nonsense)).toMatch(/data-lang="zh-CN" data-look="system"/)
})

test('it is sent packed as the browser can take it', async () => {
  const { get } = await serve()
  const plain = await get('/')
  const br = await get('/', { 'accept-encoding': 'gzip, deflate, br' })
  expect(br.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
  const gz = await get('/', { 'accept-encoding': 'gzip' })
  expect(gz.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gz.rawPayload).toString()).toBe(plain.body)
})

test('a change of the settings is seen at once', async () => {
  const { get, world } = await serve()
  expect((await get('/')).body).toContain('>Sluice<')
  await change(world, { title: 'North Star' })
  expect((await get('/')).body).toContain('>North Star<')
})

test.each([
  ['someone with a session', {}, { cookie: 'sid=whatever' }],
  ['a site that is not set up', { isSetUp: false }, {}],
  ['a console whose API is elsewhere', { config: { apiBase: 'https://api.example.com' } }, {}],
])('%s gets the bare shell', async (_who, how, headers) => {
  const { get } = await serve(how)
  const { body } = await get('/', headers)
  expect(body).toBe(SHELL)
})
