/** @module-tag long */
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Caller } from '../../../server/http/contract.ts'
import { insertEvent } from '../../../server/messaging/events/store.ts'
import { sendDuePushes } from '../../../server/notify/push/sender.ts'
import { aMessage, aNotice } from '../../support/make.ts'
import { startPushService } from '../../support/push-service.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const CLIENT = '/api/push/client'
const DAY = 86_400_000

type Kinds = ('signUp' | 'payment' | 'message' | 'reply' | 'notice' | 'usedUp')[]

/** A site that can push, behind a stand-in for every push service. */
async function withPush() {
  const service = await startPushService()
  onTestFinished(() => service.stop())
  const world = await makeWorld({ env: { PUSH_RELAY: service.url, SITE: 'https://console.test' } })
  let effects = 0
  /** A person's browser, registered as the console does it. */
  async function browserOf(person: Caller, kinds?: Kinds, language = 'en-US' as const) {
    const browser = service.subscribe()
    const { endpoint, keys } = browser
    const choice = kinds ?? (person.type === 'admin' ? undefined : ALL)
    await world.as(person).POST(CLIENT, {
      body: { data: { endpoint, keys }, language, ...(choice && { kinds: choice }) },
      headers: { origin: 'https://console.test' },
    })
    return browser
  }
  const happen = (event: Partial<Parameters<typeof insertEvent>[1]>) => {
    const plain = { kind: 'signUp' as const, userId: null, subjectId: null, data: {} }
    const effect = `test:${(effects += 1)}`
    return insertEvent(world.db, { ...plain, effect, ...event }, world.clock.at)
  }
  const send = () => sendDuePushes(world.world)
  const states = async () => {
    const all = await world.db
      .selectFrom('pushDelivery')
      .select('status')
      .orderBy('eventId')
      .orderBy('clientId')
      .execute()
    return all.map(({ status }) => status)
  }
  return { service, world, browserOf, happen, send, states }
}
const ALL: Kinds = ['reply', 'notice', 'usedUp']

describe('who is notified', () => {
  test('admins are notified of what happens on the site, other ones in their group', async () => {
    const { service, world, browserOf, happen, send } = await withPush()
    const near = await world.person({ type: 'admin', groupId: 5 })
    const far = await world.person({ type: 'admin', groupId: 6 })
    const user = await world.person({ groupId: 5, email: 'ann@example.com' })
    const [boss, mine, other, hers] = [
      await browserOf(mainAdmin),
      await browserOf(near),
      await browserOf(far),
      await browserOf(user),
    ]
    await happen({ subjectId: user.id })
    const paid = { orderId: '2026', amount: 1_250, currency: 'CNY' }
    await happen({ kind: 'payment', subjectId: user.id, data: paid })
    const id = await aMessage(world, user, { content: `Help ${'me '.repeat(60)}` })
    await happen({ kind: 'message', subjectId: user.id, data: { id } })
    await happen({ kind: 'serverDown', data: { ids: '1', names: 'Tokyo', cause: 'noEntry' } })
    expect(await send()).toBe(7)
    expect(service.refusals).toEqual([])
    const seen = service.to(boss).map(({ payload }) => payload.notification)
    expect(seen.sort((a, b) => a.tag.localeCompare(b.tag))).toMatchObject([
      {
        title: 'ann@example.com',
        body: expect.stringMatching(/^Help me .{70,72}…$/),
        navigate: `https://console.test/admin/message/${user.id}`,
      },
      { title: 'Payment received: CN¥12.50', body: 'ann@example.com, order 2026' },
      { title: 'Server down', body: 'No traffic for two minutes: Tokyo (clients cannot get in)' },
      { title: 'New user', body: 'ann@example.com' },
    ])
    expect(service.to(boss)[0]?.payload.app_badge).toBe(1)
    expect(service.to(mine)).toHaveLength(3)
    expect([...service.to(other), ...service.to(hers)]).toEqual([])
  })

  test('customers are notified of what concerns them, on every browser that wants to', async () => {
    const { service, world, browserOf, happen, send } = await withPush()
    const [user, other] = [await world.person(), await world.person()]
    const [phone, desktop, quiet] = [
      await browserOf(user),
      await browserOf(user, ['reply']),
      await browserOf(user, []),
    ]
    const stranger = await browserOf(other)
    const id = await aMessage(world, user, { sender: 'admin', content: 'Try *again*' })
    await happen({ kind: 'reply', userId: user.id, subjectId: 1, data: { id } })
    await happen({ kind: 'usedUp', userId: user.id, data: { port: 50_001 } })
    await send()
    const notified = service.to(phone).map(({ payload }) => payload.notification)
    expect(notified.find(({ tag }) => tag === 'reply')).toMatchObject({
      title: 'Reply from support',
      body: 'Try again',
      navigate: 'https://console.test/user/message',
    })
    expect(notified.find(({ tag }) => tag === 'account:50001')).toMatchObject({
      title: 'Traffic used up',
    })
    expect(service.to(desktop)).toHaveLength(1)
    expect([...service.to(quiet), ...service.to(stranger)]).toEqual([])
    expect(service.to(phone)[0]?.payload.app_badge).toBe(1)
  })

  test('a notice is for those who may read it, once a day', async () => {
    const { service, world, browserOf, send } = await withPush()
    await world.db.insertInto('userGroup').values({ id: 5, name: 'Five' }).execute()
    const [inside, outside] = [await world.person({ groupId: 5 }), await world.person()]
    const [near, far, boss] = [
      await browserOf(inside),
      await browserOf(outside),
      await browserOf(mainAdmin),
    ]
    const text = {
      title: 'Tonight',
      content: 'We [move](https://x.test) at **ten**.',
      autopop: 0,
    } as const
    const origin = { headers: { origin: 'https://console.test' } }
    const forSome = { ...text, group: 1 as const, groups: [5] }
    await world.as(mainAdmin).POST('/api/admin/notice', { body: forSome, ...origin })
    await send()
    expect(service.to(near).map(({ payload }) => payload.notification)).toMatchObject([
      { title: 'Tonight', body: 'We move at ten.', tag: 'notice:1' },
    ])
    const path = { params: { path: { noticeId: 1 } } }
    await world
      .as(mainAdmin)
      .PUT('/api/admin/notice/{noticeId}', { body: forSome, ...path, ...origin })
    await send()
    expect(service.to(near)).toHaveLength(1)
    world.clock.add(DAY)
    const forAll = { ...text, group: 0 } as const
    await world
      .as(mainAdmin)
      .PUT('/api/admin/notice/{noticeId}', { body: forAll, ...path, ...origin })
    await send()
    expect(service.to(near)).toHaveLength(2)
    expect(service.to(far)).toHaveLength(1)
    expect(service.to(boss)).toEqual([])
  })

  test('nobody is notified of what was before, of old news, or of what is gone', async () => {
    const { service, world, browserOf, happen, send } = await withPush()
    const user = await world.person()
    await happen({ kind: 'usedUp', userId: user.id, data: { port: 1 } })
    world.clock.add(1)
    const browser = await browserOf(user)
    await send()
    await happen({ kind: 'usedUp', userId: user.id, data: { port: 2 } })
    world.clock.add(DAY + 1)
    await send()
    const id = await aNotice(world, {})
    await happen({ kind: 'notice', data: { id } })
    await world.db.deleteFrom('notice').execute()
    await send()
    expect(service.to(browser)).toEqual([])
  })

  test("what waits for a browser is dropped when it becomes someone else's", async () => {
    const { service, world, browserOf, happen, send } = await withPush()
    const [user, other] = [await world.person(), await world.person()]
    const browser = await browserOf(user)
    await happen({ kind: 'usedUp', userId: user.id, data: { port: 1 } })
    service.fail({ status: 503 })
    await send()
    const { endpoint, keys } = browser
    await world.as(other).POST(CLIENT, {
      body: { data: { endpoint, keys }, kinds: ALL },
      headers: { origin: 'https://console.test' },
    })
    world.clock.add(DAY / 2)
    await send()
    expect(service.to(browser)).toEqual([])
  })
})

describe('what is sent', () => {
  test('is in the language of the device, and says how long it holds', async () => {
    const { service, world, browserOf, happen, send } = await withPush()
    const user = await world.person()
    const browser = await browserOf(user)
    await world.db.updateTable('pushClient').set({ language: 'ru-RU' }).execute()
    await happen({ kind: 'usedUp', userId: user.id, data: { port: 7 } })
    world.clock.add(DAY / 2)
    await send()
    const [got] = service.to(browser)
    expect(got).toMatchObject({ ttl: 43_200, urgency: 'high' })
    expect(got?.payload.notification).toMatchObject({ lang: 'ru-RU', title: 'Трафик исчерпан' })
  })

  test('about one subject has one topic, which reveals nothing', async () => {
    const { service, world, browserOf, happen, send } = await withPush()
    const user = await world.person()
    const browser = await browserOf(user)
    for (const kind of ['runningOut', 'usedUp'] as const)
      await happen({ kind, userId: user.id, data: { port: 7, percent: 80 } })
    await world.db.updateTable('pushClient').set({ kinds: null }).execute()
    await happen({ kind: 'usedUp', userId: user.id, data: { port: 8 } })
    await send()
    const topics = service.to(browser).map(({ topic }) => topic)
    expect(new Set(topics).size).toBe(2)
    expect(topics.join()).not.toContain('account')
  })
})

describe('trouble', () => {
  test('a browser that left is forgotten, and nothing more is tried', async () => {
    const { service, world, browserOf, happen, send } = await withPush()
    const [left, stayed] = [await browserOf(mainAdmin), await browserOf(mainAdmin)]
    service.unsubscribe(left)
    await happen({})
    await send()
    expect(await world.db.selectFrom('pushClient').select('endpoint').execute()).toEqual([
      { endpoint: stayed.endpoint },
    ])
    await happen({})
    await send()
    expect(service.to(stayed)).toHaveLength(2)
    expect(service.to(left)).toEqual([])
  })

  test('waits as long as the push service requests', async () => {
    const { service, world, browserOf, happen, send } = await withPush()
    const browser = await browserOf(mainAdmin)
    await happen({})
    service.fail({ status: 429, headers: { 'retry-after': '600' } })
    await send()
    world.clock.add(599_000)
    await send()
    expect(service.calls()).toBe(1)
    world.clock.add(1_000)
    await send()
    expect(service.to(browser)).toHaveLength(1)
  })

  test('tries ever less often, and gives up when the day is over', async () => {
    const { service, world, browserOf, happen, send, states } = await withPush()
    await browserOf(mainAdmin)
    await happen({})
    service.fail(...Array.from({ length: 100 }, (_, at) => (at % 2 ? 'cut' : { status: 500 })))
    const tries: number[] = []
    for (let minute = 0; minute <= 1_500; minute += 1) {
      await send()
      if (service.calls() > tries.length) tries.push(minute)
      world.clock.add(60_000)
    }
    expect(tries.slice(0, 5)).toEqual([0, 1, 3, 11, 43])
    expect(tries.length).toBeLessThan(32)
    expect(tries.at(-1)).toBeLessThan(1_440)
    expect(await states()).toEqual(['failed'])
  })

  test('what a push service refuses is not tried again', async () => {
    const { service, browserOf, happen, send, states } = await withPush()
    await browserOf(mainAdmin)
    await happen({})
    service.fail({ status: 413 })
    await send()
    await send()
    expect(service.calls()).toBe(1)
    expect(await states()).toEqual(['failed'])
  })
})

test('two processes notify every browser once: as many decrypted as sent', async () => {
  const { service, world, browserOf, happen } = await withPush()
  const browsers = []
  for (let number = 0; number < 20; number += 1) browsers.push(await browserOf(mainAdmin))
  for (let number = 0; number < 25; number += 1) await happen({ data: { number } })
  const sent = await Promise.all([1, 2, 3].map(() => sendDuePushes(world.world)))
  console.log(`pushes: ${service.calls()} sent, ${service.received.length} decrypted`)
  expect(sent.reduce((sum, one) => sum + one, 0)).toBe(500)
  expect(service.received).toHaveLength(500)
  expect(service.refusals).toEqual([])
  for (const browser of browsers) expect(service.to(browser)).toHaveLength(25)
})
