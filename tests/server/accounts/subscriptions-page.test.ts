import { createHash } from 'node:crypto'
import decode from 'jsqr'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { changeSetting, findSetting } from '../../../server/database/settings/store.ts'
import { anAccount, aServer, months } from '../../support/make.ts'
import { openPlane } from '../../support/plane.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const TOKEN = 'c0ffee'.padEnd(32, '0')
const LINK = `http://test/api/user/account/subscribe/${TOKEN}`
const BROWSER = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
}

async function opened(env?: NodeJS.ProcessEnv, changes: Parameters<typeof anAccount>[1] = {}) {
  const world = await makeWorld({ plane: openPlane(), ...(env && { env }) })
  const serverId = await aServer(world)
  const id = await anAccount(world, { port: 5000, subscribe: TOKEN, ...changes })
  const open = (query = '', headers: Record<string, string> = BROWSER) =>
    world.app.inject({ url: `/api/user/account/subscribe/${TOKEN}${query}`, headers })
  return { world, id, serverId, open }
}

const plain = (html: string) =>
  html.replaceAll(/&#(\d+);/g, (_sign, code) => String.fromCharCode(Number(code)))
const hrefs = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => plain(to))

describe('a browser that opens the link', () => {
  test.each(['', '?type=shadowrocket', '?type=clash&flow=1', '?ssr=1'])(
    'sees a page, not what clients read: %s',
    async (query) => {
      const { open } = await opened()
      const { statusCode, headers, payload } = await open(query)
      expect(statusCode).toBe(200)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['content-disposition']).toBeUndefined()
      expect(payload).toMatch(/^<!doctype html>\n<html lang="zh-CN">/)
    },
  )

  test('and a client that accepts anything, or is known by name, does not', async () => {
    const { open } = await opened()
    const { payload } = await open('', { ...BROWSER, accept: '*/*' })
    expect(payload).toMatch(/^[\w+/=]+$/)
    expect((await open('', { ...BROWSER, 'user-agent': 'Shadowrocket/1978' })).payload).toBe(
      payload,
    )
  })

  test('is told to add a device where WireGuard is all there is, and its key is not kept', async () => {
    const { world, id, serverId, open } = await opened()
    await world.db.updateTable('server').set({ type: 'WireGuard', key: 'k', wgPort: 1 }).execute()
    const keyless = 'WireGuard：请登录网站添加设备，获取该设备的配置'
    const says = async () => {
      const page = (await open()).payload
      const app = { 'user-agent': 'mihomo', accept: '*/*' }
      const { proxies } = parse((await open('', app)).payload)
      return [page.includes(keyless), proxies.map(({ name }: { name: string }) => name)]
    }
    expect((await says())[0]).toBe(false)
    await world.db.updateTable('account').set({ privateKey: '' }).where('id', '=', id).execute()
    expect(await says()).toEqual([true, [keyless]])
    // What else it may use is enough to go on with.
    await aServer(world, { name: 'Tokyo' })
    expect(await says()).toEqual([false, ['Tokyo']])
    // It may not use that one.
    await world.db
      .updateTable('account')
      .set({ server: `[${serverId}]` })
      .execute()
    expect(await says()).toEqual([true, [keyless]])
  })

  test('is told what prevents it, whatever a hidden server is up to', async () => {
    const { world, id, serverId, open } = await opened()
    const until = world.clock.at + 3_600_000
    await world.db.insertInto('ban').values({ accountId: id, serverId, until }).execute()
    const banned = (await open()).payload
    await world.db.deleteFrom('ban').execute()
    expect(banned).not.toBe((await open()).payload)
    await world.db.insertInto('ban').values({ accountId: id, serverId, until }).execute()
    const hidden = await aServer(world, { name: 'Secret', shift: 1 })
    await world.db
      .insertInto('tag')
      .values({ type: 'server', key: hidden, name: '#hide' })
      .execute()
    expect((await open()).payload).toBe(banned)
  })

  test('is shown nothing of an unknown link', async () => {
    const { world, open } = await opened()
    await world.db
      .updateTable('account')
      .set({ subscribe: 'f'.repeat(32) })
      .execute()
    expect(await open()).toMatchObject({ statusCode: 403, payload: '' })
  })

  test('runs, loads, stores and lists nothing, and sends no referrer', async () => {
    const { open } = await opened()
    const { headers, payload } = await open()
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(payload) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(headers['cache-control']).toBe('no-store, no-transform')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['x-robots-tag']).toBe('noindex, nofollow')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(payload).not.toMatch(/<script|<img|<link|<iframe|<form| style="| on\w+="|src=/i)
    expect(style).toContain('prefers-color-scheme:dark')
    expect(style).not.toMatch(/url\(|@import/)
  })
})

test('the page bears the logo, which it may load, and a wide one instead of the name', async () => {
  const { world, open } = await opened()
  const base = await findSetting(world.db, 'base')
  await changeSetting(world.db, 'base', { ...base, title: 'A "B"' })
  const logo = { hash: 'h'.repeat(22), width: 320, height: 80 }
  await changeSetting(world.db, 'brand', { logo })
  const { headers, payload } = await open()
  expect(headers['content-security-policy']).toContain("img-src 'self';")
  expect(payload).toContain(
    `<h1><img src="/api/home/brand/${logo.hash}" width="192" height="48" alt="A &#34;B&#34;"></h1>`,
  )
  await changeSetting(world.db, 'brand', { logo: { ...logo, width: 80 } })
  expect((await open()).payload).toContain('width="48" height="48" alt=""> A &#34;B&#34;</h1>')
})

test('the page reports use and end in the language of the customer', async () => {
  const { world, id, serverId, open } = await opened()
  const terms = { ...months(world, 1), flow: 4e9, multiServerFlow: 1 as const }
  const { id: userId } = await world.person()
  await world.db
    .updateTable('account')
    .set({ ...terms, userId })
    .where('id', '=', id)
    .execute()
  const usage = { accountId: id, serverId, cycleFrom: world.clock.at, bytes: 1.5e9, lastSeen: 1 }
  await world.db.insertInto('usage').values(usage).execute()
  for (const [language, used, end, add] of [
    ['zh-CN', '已用流量：1.5 GB / 4 GB', '有效期至：2026-02-14 12:00 (UTC)', '添加到应用'],
    ['en-US', 'Used: 1.5 GB of 4 GB', 'Expires: 2026-02-14 12:00 (UTC)', 'Add to an app'],
    ['ja-JP', '使用量: 1.5 GB / 4 GB', '有効期限: 2026-02-14 12:00 (UTC)', 'アプリに追加'],
    [
      'ru-RU',
      'Использовано: 1,5 GB из 4 GB',
      'Действует до: 2026-02-14 12:00 (UTC)',
      'Добавить в приложение',
    ],
  ] as const) {
    await world.db.updateTable('user').set({ language }).where('id', '=', userId).execute()
    const { payload } = await open()
    expect(payload).toContain(`<html lang="${language}">`)
    for (const text of [used, end, add]) expect(payload).toContain(`>${text}</`)
    expect(payload).not.toContain('<strong>')
  }
  world.clock.set(terms.expireTime)
  expect((await open()).payload).toContain('<strong>Срок истёк</strong>')
})

test('the page says so where there is neither quota nor end', async () => {
  const { open } = await opened()
  const { payload } = await open()
  expect(payload).toContain('<p>已用流量：0 B</p>\n<p>有效期：不限时</p>')
})

test('the page opens each app with the link in its format', async () => {
  const { open } = await opened()
  const { payload } = await open('?type=ssd&ip=1')
  const link = (type: string) => `${LINK}?type=${type}&ip=1&flow=0`
  const resource = JSON.stringify({ server_remote: [`${link('quantumultx')}, tag=Sluice`] })
  const base64 = Buffer.from(link('shadowrocket')).toString('base64url')
  expect(hrefs(payload)).toEqual([
    `shadowrocket://add/sub://${base64}?remark=Sluice`,
    `sing-box://import-remote-profile?url=${encodeURIComponent(link('singbox'))}#Sluice`,
    `hiddify://import/${link('shadowrocket')}#Sluice`,
    `stash://install-config?url=${encodeURIComponent(link('clash'))}&name=Sluice`,
    `surge:///install-config?url=${encodeURIComponent(link('surge'))}`,
    `loon://import?nodelist=${encodeURIComponent(link('loon'))}`,
    `quantumult-x:///add-resource?remote-resource=${encodeURIComponent(resource)}`,
    // Of other devices.
    `clash://install-config?url=${encodeURIComponent(link('mihomo'))}&name=Sluice`,
    'http://test/',
  ])
  expect(plain(payload)).toContain(`<p class="link">${LINK}?ip=1&flow=0</p>`)
})

const AGENTS = {
  iPad: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15',
  Android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
  Windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  HarmonyOS:
    'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 Chrome/114.0 Safari/537.36 ArkWeb/4.1',
  unknown: 'Mozilla/5.0 (Fridge)',
}

test.each([
  ['iPad', 'Shadowrocket', 'v2rayNG'],
  ['Android', 'v2rayNG', 'Surge'],
  ['Windows', 'Clash (Mihomo)', 'Shadowrocket'],
  ['HarmonyOS', 'v2rayNG', 'Stash'],
  ['unknown', 'Surge', undefined],
] as const)('the page offers to %s what runs there first: %s', async (device, first, later) => {
  const { open } = await opened({ SITE: 'https://a.example' })
  const { payload } = await open('', { ...BROWSER, 'user-agent': AGENTS[device] })
  const [here = '', others = ''] = payload.split('<details>')
  expect(here).toContain(`>${first}</a>`)
  expect(others.includes('<ul')).toBe(later !== undefined)
  if (later)
    expect([here.includes(`>${later}<`), others.includes(`>${later}</a>`)]).toEqual([false, true])
})

test('the page says within another app how to leave it, and leads to the console', async () => {
  const { open } = await opened({ SITE: 'https://a.example' })
  const says = async (agent: string) =>
    (await open('', { ...BROWSER, 'user-agent': agent })).payload.includes('在浏览器中打开本页')
  expect(await says(`${AGENTS.Android} MicroMessenger/8.0`)).toBe(true)
  expect(await says(AGENTS.Android)).toBe(false)
  expect(hrefs((await open()).payload)).toContain('https://a.example/')
})

test('outline is offered where it can fetch, over HTTPS', async () => {
  const { open } = await opened({ SITE: 'https://a.example' })
  expect(hrefs((await open()).payload)).toContain(
    `ssconf://a.example/api/user/account/subscribe/${TOKEN}?type=outline&ip=0&flow=0`,
  )
})

test.each(['<script>alert(1)</script>', '"><img src=x onerror=y>', "a'b&c, d\uD800"])(
  'a site may be called %s',
  async (title) => {
    const { world, open } = await opened()
    await world.as(mainAdmin).PUT('/api/admin/setting/base', { body: { data: { title } } })
    const { statusCode, payload } = await open()
    expect(statusCode).toBe(200)
    expect(payload).not.toMatch(/<script|<img/i)
    const [, shown = ''] = /<h1>([^<]*)<\/h1>/.exec(payload) ?? []
    expect(plain(shown)).toBe(title.toWellFormed())
    for (const href of payload.match(/href="[^"]*"/g) ?? []) expect(href).not.toMatch(/[<>']/)
  },
)

test('the code on the page leads to the link without a type', async () => {
  const { open } = await opened()
  const { payload } = await open('?type=clash')
  const [, svg = ''] = /<svg[^]*?viewBox="0 0 (\d+) /.exec(payload) ?? []
  const size = Number(svg)
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255)
  // Each dark square is two wide, and drawn by itself.
  for (const [, x, y] of payload.matchAll(/M(\d+),(\d+)l2,0 0,2 -2,0 0,-2z/g))
    for (const [right, down] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const)
      pixels.fill(0, ...at(Number(x) + right, Number(y) + down))
  function at(x: number, y: number): [number, number] {
    const start = (y * size + x) * 4
    return [start, start + 3]
  }
  expect(decode(pixels, size, size)?.data).toBe(`${LINK}?ip=0&flow=0`)
})
