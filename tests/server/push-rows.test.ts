import { describe, expect, onTestFinished, test } from 'vitest'
import type { Caller } from '../../server/contract.ts'
import { insertEvent } from '../../server/events/store.ts'
import { deviceOf } from '../../server/push/device.ts'
import { findVapidKeys } from '../../server/push/keys.ts'
import { sendDuePushes } from '../../server/push/sender.ts'
import { aMessage } from '../support/make.ts'
import { startPushService } from '../support/push-service.ts'
import { mainAdmin, makeWorld } from '../support/world.ts'

const CLIENT = '/api/push/client'
const DAY = 86_400_000
const at = (endpoint: string) => ({ params: { path: { device: deviceOf(endpoint) } } })
const data = (name: string) => ({
  endpoint: `https://push.example.com/${name}`,
  keys: { p256dh: `key ${name}`, auth: `auth ${name}` },
})

async function site() {
  const world = await makeWorld()
  const rows = () => world.db.selectFrom('pushClient').selectAll().orderBy('id').execute()
  const names = async () => (await rows()).map(({ endpoint }) => endpoint.split('/').at(-1))
  const register = (who: Caller, name: string, more: object = { kinds: [] }) =>
    world.as(who).POST(CLIENT, { body: { data: data(name), ...more } })
  return { world, rows, names, register }
}

describe('a browser that is registered', () => {
  test('is kept with its keys, its choices, the time and the session', async () => {
    const { world, rows, register } = await site()
    const user = await world.person()
    const more = { kinds: ['reply', 'notice'], language: 'ru-RU' }
    expect((await register(user, 'one', more)).data).toBe('success')
    const [session] = await world.db.selectFrom('session').select('id').execute()
    expect(await rows()).toEqual([
      {
        id: 1,
        userId: user.id,
        endpoint: 'https://push.example.com/one',
        auth: 'auth one',
        p256dh: 'key one',
        createTime: world.clock.at,
        kinds: '["reply","notice"]',
        language: 'ru-RU',
        sessionId: session?.id,
      },
    ])
  })

  test('anew by its owner keeps its time and its choices, and takes the new keys and session', async () => {
    const { world, rows, register } = await site()
    await register(mainAdmin, 'one', { kinds: ['payment'], language: 'ja-JP' })
    const [before] = await rows()
    await world.db.updateTable('pushClient').set({ sessionId: 'earlier' }).execute()
    world.clock.add(5)
    const body = { data: { ...data('one'), keys: { p256dh: 'new key', auth: 'new auth' } } }
    await world.as(mainAdmin).POST(CLIENT, { body })
    expect(await rows()).toEqual([{ ...before, p256dh: 'new key', auth: 'new auth' }])
    await register(mainAdmin, 'one', { kinds: ['signUp'], language: 'ru-RU' })
    expect(await rows()).toMatchObject([{ kinds: '["signUp"]', language: 'ru-RU' }])
  })

  test('by somebody else is theirs alone from now on, and nobody’s other browsers go', async () => {
    const { world, rows, register } = await site()
    const [user, other] = [await world.person(), await world.person()]
    await register(other, 'theirs', { kinds: ['reply'], language: 'ja-JP' })
    await register(other, 'second')
    await register(user, 'mine')
    world.clock.add(5)
    // The one before has chosen; whoever comes after has not.
    await register(user, 'theirs', { kinds: ['notice'] })
    expect(await rows()).toMatchObject([
      { endpoint: data('second').endpoint, userId: other.id },
      { endpoint: data('mine').endpoint, userId: user.id },
      {
        endpoint: data('theirs').endpoint,
        userId: user.id,
        createTime: world.clock.at,
        kinds: '["notice"]',
        language: null,
      },
    ])
  })

  test('as the twenty-first takes the place of the person’s first, and of nobody else’s', async () => {
    const { world, names, register } = await site()
    const [user, other] = [await world.person(), await world.person()]
    await register(other, 'theirs')
    const mine = Array.from({ length: 20 }, (_, number) => `${number}`)
    for (const name of mine) await register(user, name)
    expect(await names()).toEqual(['theirs', ...mine])
    await register(user, 'last')
    expect(await names()).toEqual(['theirs', ...mine.slice(1), 'last'])
  })

  test('in place of another has the choices that are sent along, else those of before', async () => {
    const { world, rows, register } = await site()
    const user = await world.person()
    await register(user, 'one', { kinds: ['reply'], language: 'ja-JP' })
    await register(user, 'two', { replaces: data('one').endpoint, kinds: ['notice'] })
    expect(await rows()).toMatchObject([
      { endpoint: data('two').endpoint, kinds: '["notice"]', language: 'ja-JP' },
    ])
    await register(user, 'three', { replaces: data('two').endpoint, language: 'ru-RU' })
    expect(await rows()).toMatchObject([
      { endpoint: data('three').endpoint, kinds: '["notice"]', language: 'ru-RU' },
    ])
    await register(user, 'four', { replaces: data('none').endpoint })
    expect(await rows()).toMatchObject([
      { endpoint: data('three').endpoint },
      { endpoint: data('four').endpoint, kinds: null, language: null },
    ])
  })
})

describe('looking at a browser', () => {
  test('moves that one to this session, and no other', async () => {
    const { world, rows, register } = await site()
    const user = await world.person()
    await register(user, 'one')
    await register(user, 'two')
    const [session] = await world.db.selectFrom('session').select('id').execute()
    await world.db.updateTable('pushClient').set({ sessionId: 'earlier' }).execute()
    await world.as(user).GET(`${CLIENT}/{device}`, at(data('two').endpoint))
    expect((await rows()).map(({ sessionId }) => sessionId)).toEqual(['earlier', session?.id])
  })

  test('tells that it wants everything, in a language that is still known', async () => {
    const { world, register } = await site()
    await register(mainAdmin, 'one', { language: 'ru-RU' })
    const look = async () =>
      (await world.as(mainAdmin).GET(`${CLIENT}/{device}`, at(data('one').endpoint))).data
    expect(await look()).toEqual({ kinds: null, language: 'ru-RU' })
    await world.db.updateTable('pushClient').set({ language: 'xx' }).execute()
    expect(await look()).toEqual({ kinds: null, language: null })
  })
})

describe('removing a browser', () => {
  test.each([
    ['none', {}],
    ['one by no address', { params: { query: { data: '{"endpoint":5}' } } }],
    ['an unknown one', { body: { data: { endpoint: data('none').endpoint } } }],
  ])('succeeds for %s, and removes nothing', async (_which, request) => {
    const { world, names, register } = await site()
    await register(mainAdmin, 'one')
    expect((await world.as(null).DELETE(CLIENT, request)).data).toBe('success')
    expect(await names()).toEqual(['one'])
  })

  test('leaves the others', async () => {
    const { world, names, register } = await site()
    for (const name of ['one', 'two']) await register(mainAdmin, name)
    const body = { data: { endpoint: data('one').endpoint } }
    await world.as(null).DELETE(CLIENT, { body })
    expect(await names()).toEqual(['two'])
  })

  test('says what is wrong with a query that is no JSON', async () => {
    const { world } = await site()
    const { response, error } = await world
      .as(null)
      .DELETE(CLIENT, { params: { query: { data: '{' } } })
    expect([response.status, error]).toEqual([400, 'querystring/data must be JSON'])
  })
})

test('the keys of the site are made once, and kept', async () => {
  const { world } = await site()
  const [one, two] = await Promise.all([findVapidKeys(world.db), findVapidKeys(world.db)])
  expect(one).toEqual(two)
  expect(Object.keys(one)).toEqual(['publicKey', 'privateKey'])
  expect(await findVapidKeys(world.db)).toEqual(one)
})

/** A site behind a stand-in for every push service, and browsers that registered. */
async function withService() {
  const service = await startPushService()
  onTestFinished(() => service.stop())
  const world = await makeWorld({ env: { PUSH_RELAY: service.url } })
  const browserOf = async (who: Caller, more: object = {}) => {
    const { endpoint, keys } = service.subscribe()
    await world.as(who).POST(CLIENT, { body: { data: { endpoint, keys }, kinds: [], ...more } })
    return { endpoint }
  }
  const tested = async (who: Caller, { endpoint }: { endpoint: string }) => {
    const reply = await world.as(who).POST(`${CLIENT}/{device}/test`, at(endpoint))
    return reply.error ?? reply.data
  }
  return { service, world, browserOf, tested }
}

describe('a test', () => {
  test('opens the customer’s screen, is urgent, and is kept for a minute', async () => {
    const { service, world, browserOf, tested } = await withService()
    await world.as(mainAdmin).PUT('/api/admin/setting/base', {
      body: { data: { title: 'North', language: 'ru-RU' } },
    })
    const user = await world.person()
    const browser = await browserOf(user)
    expect(await tested(user, browser)).toBe('success')
    const [got] = service.to(browser)
    expect(got).toMatchObject({ ttl: 60, urgency: 'high', payload: { title: 'North' } })
    expect(got?.payload.notification).toMatchObject({
      title: 'North',
      lang: 'ru-RU',
      tag: 'test',
      navigate: 'http://test/user/notifications',
    })
    expect(got?.payload).not.toHaveProperty('app_badge')
  })

  test('of one person takes nothing from another’s five', async () => {
    const { world, browserOf, tested } = await withService()
    const user = await world.person()
    const [mine, theirs] = [await browserOf(user), await browserOf(mainAdmin)]
    for (let times = 0; times < 5; times += 1) expect(await tested(user, mine)).toBe('success')
    world.clock.add(59_999)
    expect(await tested(user, mine)).toBe('too many tests')
    expect(await tested(mainAdmin, theirs)).toBe('success')
    world.clock.add(1)
    expect(await tested(user, mine)).toBe('success')
  })

  test('that finds a browser gone forgets that one only', async () => {
    const { service, world, browserOf, tested } = await withService()
    const [left, stayed] = [await browserOf(mainAdmin), await browserOf(mainAdmin)]
    service.unsubscribe(left)
    expect(await tested(mainAdmin, left)).toBe('browser gone')
    const kept = await world.db.selectFrom('pushClient').select('endpoint').execute()
    expect(kept).toEqual([{ endpoint: stayed.endpoint }])
  })
})

describe('what happened', () => {
  const used = (userId: number, effect: string) =>
    ({ kind: 'usedUp', userId, subjectId: null, data: { port: 7 }, effect }) as const

  test.each([
    [null, 'ja-JP', 'ru-RU', 'ja-JP'],
    [null, null, 'ru-RU', 'ru-RU'],
    ['en-US', 'ja-JP', 'ru-RU', 'en-US'],
    [null, null, null, 'zh-CN'],
  ] as const)(
    'is told in the language of the device (%s), the person (%s) or the site (%s)',
    async (ofDevice, language, ofSite, told) => {
      const { service, world, browserOf } = await withService()
      if (ofSite)
        await world
          .as(mainAdmin)
          .PUT('/api/admin/setting/base', { body: { data: { language: ofSite } } })
      const user = await world.person()
      await world.db.updateTable('user').set({ language }).where('id', '=', user.id).execute()
      const choice = { kinds: ['usedUp'], ...(ofDevice && { language: ofDevice }) }
      const browser = await browserOf(user, choice)
      await insertEvent(world.db, used(user.id, 'a'), world.clock.at)
      expect(await sendDuePushes(world.world)).toBe(1)
      expect(service.to(browser)[0]?.payload.notification.lang).toBe(told)
    },
  )

  test.each([
    ['still told in its last second', DAY - 1_000, 1, 'sent'],
    ['not told when less than a second is left', DAY - 999, 0, 'failed'],
  ])('is %s', async (_when, age, ttl, status) => {
    const { service, world, browserOf } = await withService()
    const user = await world.person()
    const browser = await browserOf(user, { kinds: ['usedUp'] })
    await insertEvent(world.db, used(user.id, 'a'), world.clock.at)
    world.clock.add(age)
    expect(await sendDuePushes(world.world)).toBe(ttl)
    expect(service.to(browser).map((got) => got.ttl)).toEqual(ttl ? [1] : [])
    const rows = await world.db.selectFrom('pushDelivery').select('status').execute()
    expect(rows).toEqual([{ status }])
  })

  test('is not told to whoever is no admin any more, nor a notice to whoever became one', async () => {
    const { service, world, browserOf } = await withService()
    const [admin, user] = [await world.person({ type: 'admin' }), await world.person()]
    const browsers = [await browserOf(admin, { kinds: ['signUp'] }), await browserOf(user)]
    await world.db.updateTable('pushClient').set({ kinds: null }).execute()
    const plain = { userId: null, subjectId: user.id }
    const signUp = {
      ...plain,
      kind: 'signUp',
      data: { email: 'a@example.com' },
      effect: 'a',
    } as const
    await insertEvent(world.db, signUp, world.clock.at)
    const news = { kind: 'notice' as const, title: 'News', content: 'All', time: world.clock.at }
    await world.db.insertInto('notice').values(news).execute()
    const notice = { ...plain, kind: 'notice', data: { id: 1 }, effect: 'b' } as const
    await insertEvent(world.db, notice, world.clock.at)
    service.fail({ status: 503 }, { status: 503 })
    expect(await sendDuePushes(world.world)).toBe(0)
    const become = (id: number, type: 'normal' | 'admin') =>
      world.db.updateTable('user').set({ type }).where('id', '=', id).execute()
    await become(admin.id, 'normal')
    await become(user.id, 'admin')
    world.clock.add(DAY / 2)
    expect(await sendDuePushes(world.world)).toBe(0)
    expect(browsers.map((browser) => service.to(browser).length)).toEqual([0, 0])
    const rows = await world.db.selectFrom('pushDelivery').select('status').execute()
    expect(rows).toEqual([{ status: 'failed' }, { status: 'failed' }])
  })

  test('is not told once what was written is gone', async () => {
    const { service, world, browserOf } = await withService()
    const user = await world.person()
    const browser = await browserOf(user, { kinds: ['reply'] })
    const id = await aMessage(world, user, { sender: 'admin' })
    const reply = {
      kind: 'reply',
      userId: user.id,
      subjectId: 1,
      data: { id },
      effect: 'a',
    } as const
    await insertEvent(world.db, reply, world.clock.at)
    await world.db.deleteFrom('message').execute()
    expect(await sendDuePushes(world.world)).toBe(0)
    expect(service.calls()).toBe(0)
    const rows = await world.db.selectFrom('pushDelivery').select('status').execute()
    expect(rows).toEqual([{ status: 'failed' }])
    expect(service.to(browser)).toEqual([])
  })

  test('and was refused is noted in the log, with the reason', async () => {
    const { service, world, browserOf } = await withService()
    const warned: unknown[][] = []
    const log = { ...world.world.log, warn: (...said: unknown[]) => void warned.push(said) }
    const user = await world.person()
    await browserOf(user, { kinds: ['usedUp'] })
    await insertEvent(world.db, used(user.id, 'a'), world.clock.at)
    service.fail({ status: 413 })
    expect(await sendDuePushes({ ...world.world, log })).toBe(0)
    expect(warned).toEqual([
      [{ eventId: 1, clientId: 1, reason: '413' }, 'a push message was refused'],
    ])
  })

  test('shows an admin of a group how many conversations of that group are unread', async () => {
    const { service, world, browserOf } = await withService()
    const admin = await world.person({ type: 'admin', groupId: 5 })
    const [near, far] = [await world.person({ groupId: 5 }), await world.person({ groupId: 6 })]
    const wanted = { kinds: ['signUp'] }
    const [mine, all] = [await browserOf(admin, wanted), await browserOf(mainAdmin, wanted)]
    for (const user of [near, far]) await aMessage(world, user)
    const signUp = { kind: 'signUp', userId: null, subjectId: near.id, effect: 'a' } as const
    await insertEvent(world.db, { ...signUp, data: { email: 'a@example.com' } }, world.clock.at)
    expect(await sendDuePushes(world.world)).toBe(2)
    expect(service.to(mine)[0]?.payload.app_badge).toBe(1)
    expect(service.to(all)[0]?.payload.app_badge).toBe(2)
  })
})
