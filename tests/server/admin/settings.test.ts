import { describe, expect, test } from 'vitest'
import { anAccount } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const BASE = '/api/admin/setting/base'
const ACCOUNT = '/api/admin/setting/account'

describe('getBaseSetting', () => {
  test('shows what holds until someone changes it', async () => {
    const world = await makeWorld()
    const { data } = await world.as(mainAdmin).GET(BASE)
    expect(data).toMatchObject({ title: 'Sluice', themePrimary: 'blue', themeAccent: 'pink' })
  })
})

describe('editBaseSetting', () => {
  test('replaces the whole setting, which everybody then sees', async () => {
    const world = await makeWorld()
    const data = { title: '我的站点', themePrimary: 'teal', language: 'ja-JP' } as const
    const { data: answer } = await world.as(mainAdmin).PUT(BASE, { body: { data } })
    expect(answer).toBe('success')
    expect((await world.as(mainAdmin).GET(BASE)).data).toEqual({
      ...data,
      revision: expect.any(String),
      homeTimeZone: 'UTC',
    })
    const { data: status } = await world.as(null).GET('/api/home/login')
    expect(status).toMatchObject({ title: '我的站点', themePrimary: 'teal', language: 'ja-JP' })
  })

  test('refuses a place for help that cannot be linked to, and takes none', async () => {
    const world = await makeWorld()
    const save = async (support: string) =>
      (await world.as(mainAdmin).PUT(BASE, { body: { data: { support } } })).response.status
    expect([await save('javascript:alert(1)'), await save('help'), await save(' ')]).toEqual([
      400, 400, 200,
    ])
    expect((await world.as(null).GET('/api/home/login')).data).not.toHaveProperty('support')
  })

  test('shows logged-in people which name servers WireGuard uses', async () => {
    const world = await makeWorld()
    const data = { wireguardDns: '10.0.0.53, fd00::1' }
    expect((await world.as(mainAdmin).PUT(BASE, { body: { data } })).data).toBe('success')
    const { data: mine } = await world.as(mainAdmin).GET('/api/home/login')
    expect(mine).toMatchObject(data)
    expect((await world.as(null).GET('/api/home/login')).data).not.toHaveProperty('wireguardDns')
    const bad = { data: { wireguardDns: 'dns.example.com' } }
    expect((await world.as(mainAdmin).PUT(BASE, { body: bad })).response.status).toBe(400)
  })

  test('refuses an unknown colour, and changes nothing', async () => {
    const world = await makeWorld()
    const data = { themePrimary: 'mauve' as 'blue' }
    const { response } = await world.as(mainAdmin).PUT(BASE, { body: { data } })
    expect(response.status).toBe(400)
    expect((await world.as(mainAdmin).GET(BASE)).data).toMatchObject({ themePrimary: 'blue' })
  })
})

describe('getAccountSetting', () => {
  test('shows it to any admin', async () => {
    const world = await makeWorld()
    const admin = await world.person({ type: 'admin' })
    const { data } = await world.as(admin).GET(ACCOUNT)
    expect(data).toMatchObject({ port: { start: 50_000, end: 60_000, random: false } })
  })
})

describe('editAccountSetting', () => {
  test('replaces the whole setting', async () => {
    const world = await makeWorld()
    const data = { subscribe: false, port: { start: 2000, end: 2000 } }
    await world.as(mainAdmin).PUT(ACCOUNT, { body: { data } })
    expect((await world.as(mainAdmin).GET(ACCOUNT)).data).toEqual({
      ...data,
      revision: expect.any(String),
    })
  })

  test.each([
    ['ports that end before they start', { port: { start: 3000, end: 2999 } }, 403],
    ['ports that start after the usual end', { port: { start: 61_000 } }, 403],
    ['a port above 65535', { port: { start: 3000, end: 70_000 } }, 400],
    ['text in place of a flag', { subscribe: 'yes' as unknown as boolean }, 400],
  ])('refuses %s, and changes nothing', async (_what, data, status) => {
    const world = await makeWorld()
    const before = await world.as(mainAdmin).GET(ACCOUNT)
    const { response } = await world.as(mainAdmin).PUT(ACCOUNT, { body: { data } })
    expect(response.status).toBe(status)
    expect((await world.as(mainAdmin).GET(ACCOUNT)).data).toEqual(before.data)
  })
})

describe('settings', () => {
  test.each([
    ['a visitor', null, 401, 401],
    ['a user', 'normal', 401, 401],
    ['another admin', 'admin', 403, 200],
  ] as const)('are closed to %s', async (_who, type, status, reading) => {
    const world = await makeWorld()
    const as = world.as(type && (await world.person({ type })))
    const data = { body: { data: {} } }
    const calls = [as.GET(BASE), as.PUT(BASE, data), as.PUT(ACCOUNT, data)]
    for (const { response } of await Promise.all(calls)) expect(response.status).toBe(status)
    expect((await as.GET(ACCOUNT)).response.status).toBe(reading)
  })
})

const STEPS = '/api/admin/setting/firstSteps'

describe('getFirstSteps', () => {
  test('knows an account that was used', async () => {
    const world = await makeWorld()
    const main = world.as(mainAdmin)
    const accountId = await anAccount(world)
    const usage = { accountId, serverId: 1, cycleFrom: 0, bytes: 9, lastSeen: 0 }
    await world.db.insertInto('usage').values(usage).execute()
    expect((await main.GET(STEPS)).data).toEqual({ over: false, connected: false })
    await world.db.updateTable('usage').set({ lastSeen: 1 }).execute()
    expect((await main.GET(STEPS)).data).toEqual({ over: false, connected: true })
  })
})

describe('editFirstSteps', () => {
  test('puts them away for the shop, is audited, and is the main admin’s', async () => {
    const world = await makeWorld()
    const main = world.as(mainAdmin)
    await main.PUT(STEPS, { body: { over: true } })
    expect((await main.GET(STEPS)).data).toEqual({ over: true, connected: false })
    const audit = await main.GET('/api/admin/audit')
    expect(audit.data?.entries[0]?.operation).toBe('editFirstSteps')
    const other = world.as(await world.person({ type: 'admin', groupId: 2 }))
    expect((await other.PUT(STEPS, { body: { over: false } })).response.status).toBe(403)
  })
})
