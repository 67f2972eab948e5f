import { describe, expect, onTestFinished, test } from 'vitest'
import type { Caller } from '../../../server/http/contract.ts'
import { insertEvent } from '../../../server/messaging/events/store.ts'
import { deviceOf } from '../../../server/notify/push/device.ts'
import { sendDuePushes } from '../../../server/notify/push/sender.ts'
import { changeSetting } from '../../../server/database/settings/store.ts'
import { aMessage } from '../../support/make.ts'
import { startPushService } from '../../support/push-service.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const CLIENT = '/api/push/client'
const DAY = 86_400_000
const at = (endpoint: string) => ({ params: { path: { device: deviceOf(endpoint) } } })

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
  test('opens the customer’s screen, is urgent, and is stored for a minute', async () => {
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

  test('has the name and the language that are usual where the site has chosen none', async () => {
    const { service, world, browserOf, tested } = await withService()
    await changeSetting(world.db, 'base', {})
    const browser = await browserOf(mainAdmin)
    expect(await tested(mainAdmin, browser)).toBe('success')
    expect(service.to(browser)[0]?.payload.notification).toMatchObject({
      title: 'Sluice',
      lang: 'zh-CN',
      navigate: 'http://test/admin/settings/notifications',
    })
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
    const stored = await world.db.selectFrom('pushClient').select('endpoint').execute()
    expect(stored).toEqual([{ endpoint: stayed.endpoint }])
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
    'is reported in the language of the device (%s), the person (%s) or the site (%s)',
    async (ofDevice, language, ofSite, notified) => {
      const { service, world, browserOf } = await withService()
      await changeSetting(world.db, 'base', ofSite ? { language: ofSite } : {})
      const user = await world.person()
      await world.db.updateTable('user').set({ language }).where('id', '=', user.id).execute()
      const choice = { kinds: ['usedUp'], ...(ofDevice && { language: ofDevice }) }
      const browser = await browserOf(user, choice)
      await insertEvent(world.db, used(user.id, 'a'), world.clock.at)
      expect(await sendDuePushes(world.world)).toBe(1)
      expect(service.to(browser)[0]?.payload.notification.lang).toBe(notified)
    },
  )

  test.each([
    ['still sent in its last second', DAY - 1_000, 1, 'sent'],
    ['not sent when less than a second is left', DAY - 999, 0, 'failed'],
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

  test('is not sent to former admins, nor a notice to people who became admins', async () => {
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

  test('is reported in its order, eight at once, and no more once that is stopped', async () => {
    const { service, world, browserOf } = await withService()
    const user = await world.person()
    const browser = await browserOf(user, { kinds: ['usedUp'] })
    const port = async (number: number) => {
      const event = { ...used(user.id, `${number}`), data: { port: number } }
      await insertEvent(world.db, event, world.clock.at)
    }
    for (let number = 11; number <= 30; number += 1) await port(number)
    // Checked once before and once after reading what is due, then before each one.
    let requested = 0
    const isStopped = () => (requested += 1) > 2 + 8
    expect(await sendDuePushes(world.world, { isStopped })).toBe(8)
    const notified = service.to(browser).map(({ payload }) => payload.notification.tag)
    expect(notified.sort()).toEqual(Array.from({ length: 8 }, (_, at) => `account:${11 + at}`))
    const rows = world.db.selectFrom('pushDelivery').select('status').orderBy('eventId')
    expect((await rows.execute()).map(({ status }) => status)).toEqual([
      ...Array(8).fill('sent'),
      ...Array(12).fill('waiting'),
    ])
    expect(await sendDuePushes(world.world)).toBe(12)
  })

  test('is not sent to the person who has the browser by now', async () => {
    const { service, world, browserOf } = await withService()
    const [user, other] = [await world.person(), await world.person()]
    await browserOf(user, { kinds: ['usedUp'] })
    await insertEvent(world.db, used(user.id, 'a'), world.clock.at)
    service.fail({ status: 503 })
    expect(await sendDuePushes(world.world)).toBe(0)
    await world.db.updateTable('pushClient').set({ userId: other.id }).execute()
    world.clock.add(DAY / 2)
    expect(await sendDuePushes(world.world)).toBe(0)
    expect(service.calls()).toBe(1)
  })

  test('is not reported once what was written is gone', async () => {
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
