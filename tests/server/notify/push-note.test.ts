import { describe, expect, test } from 'vitest'
import type { EventFacts } from '../../../server/messaging/events/sentences.ts'
import { deviceOf } from '../../../server/notify/push/device.ts'
import { messageOf } from '../../../server/notify/push/message.ts'
import { noteOf, urgencyOf } from '../../../server/notify/push/note.ts'
import { placeOf } from '../../../server/notify/push/places.ts'

const facts = (changes: Partial<EventFacts> = {}): EventFacts => ({
  kind: 'signUp',
  data: {},
  email: 'ann@example.com',
  text: '',
  pictures: 0,
  title: '',
  subjectId: 7,
  timeZone: 'UTC',
  ...changes,
})
const note = (changes: Partial<EventFacts>) => noteOf(facts(changes), 'en-US')

describe('where a notification leads', () => {
  const data = { orderId: 'A1', ids: '1,2', port: 9000, id: 5 }
  test.each([
    ['signUp', '/admin/user/7', 'user:7'],
    ['payment', '/admin/pay', 'order:A1'],
    ['paymentStuck', '/admin/pay', 'order:A1'],
    ['message', '/admin/message/7', 'message:7'],
    ['serverDown', '/admin/server', 'server:1,2'],
    ['serverUp', '/admin/server', 'server:1,2'],
    ['allowance', '/admin/server', 'allowance:'],
    ['reply', '/user/message', 'reply'],
    ['delivered', '/user/order', 'order:A1'],
    ['reward', '/user/account', 'reward'],
    ['ending', '/user/account?renew=9000', 'account:9000'],
    ['runningOut', '/user/account?renew=9000', 'account:9000'],
    ['usedUp', '/user/account?renew=9000', 'account:9000'],
    ['deviceWaits', '/user/account', 'device:9000'],
    ['notice', '/user/index', 'notice:5'],
  ])('of %s is %s, about %s', (kind, path, tag) => {
    expect(placeOf(facts({ kind, data }))).toEqual({ path, tag })
  })

  test.each([
    ['signUp', '/admin/user/0', 'user:0'],
    ['payment', '/admin/pay', 'order:'],
    ['serverDown', '/admin/server', 'server:'],
    ['usedUp', '/user/account?renew=', 'account:'],
    ['notice', '/user/index', 'notice:'],
  ])('of %s that names nothing is %s, about %s', (kind, path, tag) => {
    expect(placeOf(facts({ kind, subjectId: null }))).toEqual({ path, tag })
  })

  test('of an unknown event has no screen', () => {
    expect(placeOf(facts({ kind: 'other' }))).toBeUndefined()
    expect(note({ kind: 'other' })).toBeUndefined()
  })
})

describe('what a notification says', () => {
  test.each<[Partial<EventFacts>, object]>([
    [{}, { title: 'New user', body: 'ann@example.com' }],
    [
      { kind: 'message', text: 'Hi' },
      { title: 'ann@example.com', body: 'Hi' },
    ],
    [
      { kind: 'reply', text: 'Hi' },
      { title: 'Reply from support', body: 'Hi' },
    ],
    [
      { kind: 'notice', title: 'News', text: 'All' },
      { title: 'News', body: 'All' },
    ],
    [
      { kind: 'payment', data: { orderId: 'A1', amount: 1250, currency: 'USD' } },
      { title: 'Payment received: $12.50', body: 'ann@example.com, order A1' },
    ],
    [{ kind: 'paymentStuck', data: { orderId: 'A1' } }, { title: 'Paid, but not delivered' }],
    [{ kind: 'delivered', data: { orderId: 'A1' } }, { title: 'Order delivered' }],
    [{ kind: 'reward', data: { time: 1 } }, { title: 'Thank you for inviting' }],
    [{ kind: 'ending', data: { port: 1, ends: 1 } }, { title: 'Your account expires soon' }],
    [{ kind: 'runningOut', data: { port: 1 } }, { title: 'Traffic is running out' }],
    [{ kind: 'usedUp', data: { port: 1 } }, { title: 'Traffic used up' }],
    [{ kind: 'serverDown', data: { names: 'Tokyo' } }, { title: 'Server down' }],
    [
      { kind: 'serverDown', data: { names: 'Tokyo', cause: 'onlyNodes' } },
      {
        title: 'Server only partly reachable',
        body: 'Only partly reachable for two minutes: Tokyo (your other machines reach it, this console does not: its address may be blocked here)',
      },
    ],
    [{ kind: 'serverUp', data: { names: 'Tokyo' } }, { title: 'Server up again' }],
    [
      { kind: 'allowance', data: { names: 'tokyo-1', percent: 80 } },
      {
        title: 'Monthly traffic of a machine',
        body: 'tokyo-1 has used 80% of its monthly traffic allowance.',
      },
    ],
  ])('of %j is %j', (changes, expected) => {
    const said = note(changes)
    expect(said).toMatchObject(expected)
    expect(said?.body).not.toBe('')
    expect(said?.path).toMatch(/^\//)
  })

  test('is nothing where there is nothing to say any more', () => {
    expect(note({ kind: 'reply', text: '' })).toBeUndefined()
    expect(note({ kind: 'notice', title: '' })).toBeUndefined()
    // The author is gone.
    expect(note({ kind: 'message', email: '', text: 'Hi' })).toBeUndefined()
  })

  test.each([
    ['**bold** and _not_', 'bold and not'],
    ['see [here](https://a.example) now', 'see here now'],
    ['![a picture](https://a.example/x.png)', 'a picture'],
    ['[](https://a.example)', ''],
    ['# Title\n\n> quoted | `code`', 'Title quoted code'],
    [' \n a \t b \n', 'a b'],
    ['x'.repeat(80), 'x'.repeat(80)],
    ['x'.repeat(81), `${'x'.repeat(79)}…`],
    ['😀'.repeat(80), '😀'.repeat(80)],
    ['😀'.repeat(81), `${'😀'.repeat(79)}…`],
  ])('of what someone wrote, %j, is %j', (text, body) => {
    expect(note({ kind: 'message', text })?.body).toBe(body)
  })
})

test.each([
  ['message', 'high'],
  ['reply', 'high'],
  ['paymentStuck', 'high'],
  ['serverDown', 'high'],
  ['usedUp', 'high'],
  ['deviceWaits', 'high'],
  ['signUp', 'normal'],
  ['payment', 'normal'],
  ['serverUp', 'normal'],
  ['notice', 'normal'],
  ['', 'normal'],
])('%s wakes a phone with the urgency %s', (kind, urgency) => {
  expect(urgencyOf(kind)).toBe(urgency)
})

describe('a message for a push service', () => {
  const plain = { title: 'T', body: 'B', path: '/p', tag: 't', language: 'ru-RU' } as const
  const make = (changes: object = {}) =>
    messageOf({ ...plain, ...changes, site: 'https://a.example' }, { ttl: 60 })

  test('has what browsers, their workers and older workers read', () => {
    const { payload, ...rest } = make({ unread: 0 })
    const look = { body: 'B', lang: 'ru-RU', dir: 'ltr', tag: 't' }
    expect(JSON.parse(payload)).toEqual({
      web_push: 8030,
      notification: { title: 'T', ...look, navigate: 'https://a.example/p' },
      title: 'T',
      options: look,
      app_badge: 0,
    })
    expect(rest).toMatchObject({ ttl: 60, urgency: 'high' })
  })

  test('leaves the number on the icon alone where none is known', () => {
    expect(JSON.parse(make().payload)).not.toHaveProperty('app_badge')
  })

  test('replaces what waits about the same thing, and nothing else', () => {
    expect(make().topic).toMatch(/^[\w-]{32}$/)
    expect(make({ body: 'other' }).topic).toBe(make().topic)
    expect(make({ tag: 'u' }).topic).not.toBe(make().topic)
    const { urgency } = messageOf({ ...plain, site: '' }, { ttl: 1, urgency: 'normal' })
    expect(urgency).toBe('normal')
  })
})

test('a browser is named without telling where it is reached', () => {
  const name = deviceOf('https://push.example.com/secret')
  expect(name).toMatch(/^[\w-]{43}$/)
  expect(name).toBe(deviceOf('https://push.example.com/secret'))
  expect(name).not.toBe(deviceOf('https://push.example.com/secre'))
})
