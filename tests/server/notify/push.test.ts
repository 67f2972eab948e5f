import { describe, expect, onTestFinished, test } from 'vitest'
import { deviceOf } from '../../../server/notify/push/device.ts'
import { removeSessionsOf } from '../../../server/people/session/store.ts'
import { startPushService } from '../../support/push-service.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const CLIENT = '/api/push/client'
const data = { endpoint: 'https://push.example.com/abc', keys: { p256dh: 'key', auth: 'auth' } }
const device = deviceOf(data.endpoint)
const at = (one: string) => ({ params: { path: { device: one } } })

type Made = Awaited<ReturnType<typeof makeWorld>>

const rows = (world: Made) =>
  world.db.selectFrom('pushClient').select(['userId', 'endpoint', 'auth']).orderBy('id').execute()

describe('getPushKey', () => {
  test('gives logged-in people one key that stays', async () => {
    const world = await makeWorld()
    const ask = async () => (await world.as(mainAdmin).GET('/api/push/key')).data?.publicKey
    const [first, second] = await Promise.all([ask(), ask()])
    expect(first).toMatch(/^[\w-]{80,}$/)
    expect(second).toBe(first)
    const user = await world.person()
    expect((await world.as(user).GET('/api/push/key')).data?.publicKey).toBe(first)
    expect((await world.as(null).GET('/api/push/key')).response.status).toBe(401)
  })
})

describe('registerPushClient', () => {
  test("keeps an admin's browser once, with its newest keys", async () => {
    const world = await makeWorld()
    await world.as(mainAdmin).POST(CLIENT, { body: { data } })
    const newer = { ...data, keys: { ...data.keys, auth: 'newer' } }
    const { data: word } = await world.as(mainAdmin).POST(CLIENT, { body: { data: newer } })
    expect(word).toBe('success')
    expect(await rows(world)).toEqual([{ userId: 1, endpoint: data.endpoint, auth: 'newer' }])
  })

  test('removes the browser when someone else uses it now, on an older console', async () => {
    const world = await makeWorld()
    const user = await world.person()
    for (const other of [user, null]) {
      await world.as(mainAdmin).POST(CLIENT, { body: { data } })
      await world.as(other).POST(CLIENT, { body: { data } })
      expect(await rows(world)).toEqual([])
    }
  })

  test("keeps a customer's browser who chose what to be notified of", async () => {
    const world = await makeWorld()
    const user = await world.person()
    await world.as(mainAdmin).POST(CLIENT, { body: { data } })
    await world.as(user).POST(CLIENT, { body: { data, kinds: ['reply'], language: 'ru-RU' } })
    expect(await rows(world)).toMatchObject([{ userId: user.id }])
    const { data: choices } = await world.as(user).GET(`${CLIENT}/{device}`, at(device))
    expect(choices).toEqual({ kinds: ['reply'], language: 'ru-RU' })
  })

  test('keeps the choices when only the keys are new', async () => {
    const world = await makeWorld()
    await world.as(mainAdmin).POST(CLIENT, { body: { data, kinds: ['payment'] } })
    await world.as(mainAdmin).POST(CLIENT, { body: { data } })
    const { data: choices } = await world.as(mainAdmin).GET(`${CLIENT}/{device}`, at(device))
    expect(choices).toEqual({ kinds: ['payment'], language: null })
  })

  test('moves the choices to the new address of a browser, of its owner only', async () => {
    const world = await makeWorld()
    const [user, other] = [await world.person(), await world.person()]
    await world.as(user).POST(CLIENT, { body: { data, kinds: ['reply'], language: 'ja-JP' } })
    const moved = { ...data, endpoint: 'https://push.example.com/new' }
    const body = { data: moved, replaces: data.endpoint }
    await world.as(other).POST(CLIENT, { body })
    expect((await rows(world)).map(({ endpoint }) => endpoint)).toContain(data.endpoint)
    await world.as(user).POST(CLIENT, { body })
    expect(await rows(world)).toMatchObject([{ userId: user.id, endpoint: moved.endpoint }])
    const { data: choices } = await world
      .as(user)
      .GET(`${CLIENT}/{device}`, at(deviceOf(moved.endpoint)))
    expect(choices).toEqual({ kinds: ['reply'], language: 'ja-JP' })
  })

  test('keeps the twenty browsers that came last', async () => {
    const world = await makeWorld()
    const user = await world.person()
    for (let number = 1; number <= 22; number += 1)
      await world.as(user).POST(CLIENT, {
        body: { data: { ...data, endpoint: `https://push.example.com/${number}` }, kinds: [] },
      })
    const stored = (await rows(world)).map(({ endpoint }) => Number(endpoint.split('/').pop()))
    expect(stored.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 3))
  })

  test('refuses what is no address of a push service, and unknown kinds', async () => {
    const world = await makeWorld()
    const plain = { data: { ...data, endpoint: 'http://inside/' } }
    const strange = { data, kinds: ['weather' as 'reply'] }
    for (const body of [plain, strange])
      expect((await world.as(mainAdmin).POST(CLIENT, { body })).response.status).toBe(400)
  })
})

describe('getPushClient', () => {
  test("shows no browser of someone else's, and none that is unknown", async () => {
    const world = await makeWorld()
    const [user, other] = [await world.person(), await world.person()]
    await world.as(user).POST(CLIENT, { body: { data, kinds: [] } })
    for (const who of [other, mainAdmin])
      expect((await world.as(who).GET(`${CLIENT}/{device}`, at(device))).response.status).toBe(403)
    expect((await world.as(null).GET(`${CLIENT}/{device}`, at(device))).response.status).toBe(401)
    const { response } = await world.as(user).GET(`${CLIENT}/{device}`, at('x'.repeat(43)))
    expect(response.status).toBe(403)
  })
})

describe('sendTestPush', () => {
  async function withService() {
    const service = await startPushService()
    onTestFinished(() => service.stop())
    const world = await makeWorld({ env: { PUSH_RELAY: service.url } })
    const browser = service.subscribe()
    const { endpoint, keys } = browser
    const register = () =>
      world.as(mainAdmin).POST(CLIENT, {
        body: { data: { endpoint, keys }, language: 'en-US', kinds: [] },
      })
    await register()
    const send = async () => {
      const path = at(deviceOf(endpoint))
      const { response, error } = await world.as(mainAdmin).POST(`${CLIENT}/{device}/test`, path)
      return error ?? response.status
    }
    return { service, world, browser, register, send }
  }

  test('reaches the browser at once, signed with the key it subscribed with', async () => {
    const { service, world, browser, send } = await withService()
    expect(await send()).toBe(200)
    const [got] = service.to(browser)
    expect(service.refusals).toEqual([])
    expect(got?.payload.notification).toEqual({
      title: 'Sluice',
      body: 'Notifications work on this device.',
      lang: 'en-US',
      dir: 'ltr',
      tag: 'test',
      navigate: 'http://test/admin/settings/notifications',
    })
    expect(got?.payload.options.body).toBe(got?.payload.notification.body)
    const { data: key } = await world.as(mainAdmin).GET('/api/push/key')
    expect(got?.publicKey).toBe(key?.publicKey)
  })

  test('reports when the push service does not take it, and forgets a browser that left', async () => {
    const { service, world, browser, send } = await withService()
    service.fail({ status: 503 }, 'cut', { status: 413 })
    for (const _failure of [503, 'cut', 413]) expect(await send()).toBe('push unreachable')
    service.unsubscribe(browser)
    expect(await send()).toBe('browser gone')
    expect(await rows(world)).toEqual([])
  })

  test('removes a browser with invalid keys', async () => {
    const { world, browser, send } = await withService()
    const { endpoint } = browser
    await world.as(mainAdmin).POST(CLIENT, { body: { data: { ...data, endpoint } } })
    expect(await send()).toBe('browser gone')
  })

  test('is for one browser of the caller, five times a minute', async () => {
    const { service, world, browser, send } = await withService()
    const user = await world.person()
    const path = at(deviceOf(browser.endpoint))
    const { response } = await world.as(user).POST(`${CLIENT}/{device}/test`, path)
    expect(response.status).toBe(403)
    for (let times = 0; times < 5; times += 1) expect(await send()).toBe(200)
    expect(await send()).toBe('too many tests')
    expect(service.received).toHaveLength(5)
    world.clock.add(60_000)
    expect(await send()).toBe(200)
  })

  test('never reaches into our own network', async () => {
    const service = await startPushService()
    onTestFinished(() => service.stop())
    const world = await makeWorld()
    const inside = service.url.replace('http:', 'https:')
    const { keys } = service.subscribe()
    for (const endpoint of [`${inside}/x`, 'https://localhost/x', 'https://[::1]/x']) {
      await world.as(mainAdmin).POST(CLIENT, { body: { data: { endpoint, keys } } })
      const path = at(deviceOf(endpoint))
      const { error } = await world.as(mainAdmin).POST(`${CLIENT}/{device}/test`, path)
      expect(error).toBe('push unreachable')
    }
    expect(service.calls()).toBe(0)
  })
})

describe('removePushClient', () => {
  test.each([
    ['its body', { body: { data: { endpoint: data.endpoint } } }],
    ['its query', { params: { query: { data: JSON.stringify(data) } } }],
  ])('removes the browser named in %s', async (_where, request) => {
    const world = await makeWorld()
    await world.as(mainAdmin).POST(CLIENT, { body: { data } })
    expect((await world.as(null).DELETE(CLIENT, request)).data).toBe('success')
    expect(await rows(world)).toEqual([])
  })

  test('refuses a query that is no JSON', async () => {
    const world = await makeWorld()
    const { response } = await world.as(null).DELETE(CLIENT, { params: { query: { data: '{' } } })
    expect(response.status).toBe(400)
  })
})

test('a browser is notified of nothing more after its person logged out there', async () => {
  const world = await makeWorld()
  const [user, other] = [await world.person(), await world.person()]
  await world.as(user).POST(CLIENT, { body: { data, kinds: [] } })
  const second = { ...data, endpoint: 'https://push.example.com/other' }
  await world.as(other).POST(CLIENT, { body: { data: second, kinds: [] } })
  await world.as(user).POST('/api/home/logout')
  expect(await rows(world)).toMatchObject([{ userId: other.id }])
})

test('a browser that was registered in an earlier session ends with the one it is used in', async () => {
  const world = await makeWorld()
  const user = await world.person()
  await world.as(user).POST(CLIENT, { body: { data, kinds: [] } })
  await world.db.updateTable('pushClient').set({ sessionId: 'earlier' }).execute()
  await world.as(user).GET(`${CLIENT}/{device}`, at(device))
  await world.as(user).POST('/api/home/logout')
  expect(await rows(world)).toEqual([])
})

test('all browsers of a person are notified of nothing more once all their sessions are ended', async () => {
  const world = await makeWorld()
  const [user, other] = [await world.person(), await world.person()]
  for (const [number, person] of [user, user, other].entries())
    await world.as(person).POST(CLIENT, {
      body: { data: { ...data, endpoint: `https://push.example.com/${number}` }, kinds: [] },
    })
  await removeSessionsOf(world.db, user.id)
  expect(await rows(world)).toMatchObject([{ userId: other.id }])
})
