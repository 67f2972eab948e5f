import { expect, test } from 'vitest'
import { fromBase64 } from '#rules/base64.ts'
import { headersOf } from '../../../server/accounts/subscriptions/headers.ts'
import { anAccount, aServer, months } from '../../support/make.ts'
import { openPlane } from '../../support/plane.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const TOKEN = 'c0ffee'.padEnd(32, '0')
const HOUR = 3_600_000
const PLAIN = { title: 'Sluice', site: 'https://a.example', used: 0, upload: 0, quota: 0, end: 0 }

const titled = (title: string) => {
  const { 'profile-title': profile = '', ...headers } = headersOf({ ...PLAIN, title })
  return {
    profile: fromBase64(profile.slice('base64:'.length)),
    file: decodeURIComponent(headers['content-disposition']!.split("UTF-8''")[1]!),
  }
}

test('a name is reported as it is, in any script', () => {
  for (const title of ['Sluice', '我\'s "站" (*)', 'Сервис, лучший', '🚀 VPN'])
    expect(titled(title)).toEqual({ profile: title, file: title })
})

test('no name gets out of its header', () => {
  const titles = ['a\r\nset-cookie: sid=1', 'a\n\nbody', '\0', '我'.repeat(500), '\uD800', '; x=1']
  for (const title of titles)
    for (const value of Object.values(headersOf({ ...PLAIN, title })))
      expect(value).toMatch(/^[\x20-\x7e]{1,1000}$/)
  expect(titled('a\r\nb: c')).toEqual({ profile: 'a\r\nb: c', file: 'a\r\nb: c' })
  expect(titled('🚀'.repeat(101)).profile).toBe('🚀'.repeat(100))
})

test('an address of a site is reported in plain letters', () => {
  const { 'profile-web-page-url': page } = headersOf({ ...PLAIN, site: 'https://站.example/x' })
  expect(page).toMatch(/^https:\/\/xn--[\w-]+\.example\/x$/)
})

test('what is charged is reported by direction, as the traffic of the cycle was', async () => {
  const world = await makeWorld({ plane: openPlane() })
  const serverId = await aServer(world, { scale: 2 })
  const terms = { ...months(world, 1), flow: 9000, multiServerFlow: 1 as const }
  const id = await anAccount(world, { ...terms, subscribe: TOKEN })
  const other = await anAccount(world)
  const from = world.clock.at
  const usage = { accountId: id, serverId, cycleFrom: from, bytes: 1001, lastSeen: 1 }
  await world.db.insertInto('usage').values(usage).execute()
  const reported = async () => {
    const { headers } = await world.app.inject({ url: `/api/user/account/subscribe/${TOKEN}` })
    return headers['subscription-userinfo']
  }
  const expire = Math.floor(terms.expireTime / 1000)
  expect(await reported()).toBe(`upload=0; download=2002; total=9000; expire=${expire}`)
  const row = { accountId: id, serverId, bucket: from, up: 300, down: 701 }
  const earlier = { ...row, bucket: from - HOUR, up: 10_000 }
  const foreign = { ...row, accountId: other, up: 10_000 }
  await world.db.insertInto('flowHour').values([row, earlier, foreign]).execute()
  expect(await reported()).toBe(`upload=600; download=1402; total=9000; expire=${expire}`)
})

test('a quota is reported with what was bought besides, and none as none', async () => {
  for (const [flow, total] of [
    [9000, 9500],
    [0, 0],
  ]) {
    const world = await makeWorld({ plane: openPlane() })
    await aServer(world)
    const id = await anAccount(world, { ...months(world, 1), flow, subscribe: TOKEN })
    const other = await anAccount(world, { ...months(world, 1), flow: 1 })
    const pack = { flow: 500, createTime: world.clock.at }
    await world.db
      .insertInto('flowPack')
      .values([
        { ...pack, accountId: id },
        { ...pack, accountId: other, flow: 7 },
      ])
      .execute()
    const { headers } = await world.app.inject({ url: `/api/user/account/subscribe/${TOKEN}` })
    expect(headers['subscription-userinfo']).toContain(`; total=${total}; `)
  }
})

test('the hour in which a cycle begins counts with it, and the one before does not', async () => {
  const world = await makeWorld({ plane: openPlane() })
  const serverId = await aServer(world)
  const hour = world.clock.at - HOUR
  const cycleStart = hour + 0.4 * HOUR
  const times = { ...months(world, 1), cycleStart, expireTime: cycleStart + 2_592_000_000 }
  const id = await anAccount(world, { ...times, flow: 9000, subscribe: TOKEN })
  const usage = { accountId: id, serverId, cycleFrom: cycleStart, bytes: 1000, lastSeen: 1 }
  await world.db.insertInto('usage').values(usage).execute()
  const row = { accountId: id, serverId, up: 0, down: 500 }
  await world.db
    .insertInto('flowHour')
    .values([
      { ...row, bucket: hour - HOUR, up: 9000, down: 0 },
      { ...row, bucket: hour, up: 500, down: 0 },
      { ...row, bucket: hour + HOUR },
    ])
    .execute()
  const { headers } = await world.app.inject({ url: `/api/user/account/subscribe/${TOKEN}` })
  expect(headers['subscription-userinfo']).toMatch(/^upload=500; download=500; /)
})

test('an announcement of blanks is none', () => {
  expect(headersOf({ ...PLAIN, announcement: ' \n ' })).not.toHaveProperty('announce')
  expect(headersOf({ ...PLAIN, announcement: ' a ' }).announce).toBe('base64:YQ==')
})

test('apps are sent the name of the site and where it is', async () => {
  const world = await makeWorld({ plane: openPlane() })
  await anAccount(world, { subscribe: TOKEN })
  const { headers } = await world.app.inject({ url: `/api/user/account/subscribe/${TOKEN}` })
  expect(headers['profile-title']).toBe('base64:U2x1aWNl')
  expect(headers['profile-web-page-url']).toBe('http://test/')
  expect(headers['support-url']).toBeUndefined()
  expect(headers.announce).toBeUndefined()
})

test('apps and browsers are sent where help is, and what is announced', async () => {
  const world = await makeWorld({ plane: openPlane() })
  await anAccount(world, { subscribe: TOKEN })
  const url = `/api/user/account/subscribe/${TOKEN}`
  const data = { support: ' @north_star ', announcement: ' 维护 <b> 2 点 ' }
  const saved = await world.as(mainAdmin).PUT('/api/admin/setting/base', { body: { data } })
  expect(saved.response.status).toBe(200)
  const { headers } = await world.app.inject({ url })
  expect(headers['support-url']).toBe('https://t.me/north_star')
  expect(fromBase64(String(headers.announce).slice('base64:'.length))).toBe('维护 <b> 2 点')
  const browser = { 'user-agent': 'Mozilla/5.0 Firefox/150.0', accept: 'text/html' }
  const { body } = await world.app.inject({ url, headers: browser })
  expect(body).toContain('href="https://t.me/north_star"')
  expect(body).toContain('维护 &#60;b&#62; 2 点')
  const visitor = await world.app.inject({ url: '/api/home/login' })
  expect(visitor.json()).toMatchObject({ support: 'https://t.me/north_star' })
})

test('nothing that is typed as announcement or support gets out of its header', () => {
  const announcement = 'a\r\nset-cookie: sid=1'.repeat(20)
  const { announce = '' } = headersOf({ ...PLAIN, announcement })
  expect(announce).toMatch(/^[\x20-\x7e]{1,1100}$/)
  expect([...(fromBase64(announce.slice('base64:'.length)) ?? '')]).toHaveLength(200)
})
