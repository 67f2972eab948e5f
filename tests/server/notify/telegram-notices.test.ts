import { describe, expect, test } from 'vitest'
import type { Caller } from '../../../server/http/contract.ts'
import { insertEvent } from '../../../server/messaging/events/store.ts'
import { apiOf } from '../../../server/notify/telegram/api.ts'
import { makeNotifier } from '../../../server/notify/telegram/notices.ts'
import { aMessage } from '../../support/make.ts'
import { BOT_TOKEN, startTelegramApi } from '../../support/telegram.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const BOSS = 1
const HOUR = 3_600_000

/** A site with Telegram notifications, and whose main admin has a chat. */
async function withNotifier() {
  const telegram = await startTelegramApi()
  const world = await makeWorld({ env: { TELEGRAM_API: telegram.url } })
  const since = world.clock.at
  const notify = makeNotifier(world.world)
  const api = await apiOf(BOT_TOKEN, world.config)

  async function bind(person: Pick<Caller, 'id'>, chat: number, language: string | null = 'en-US') {
    // People with a chat have written to the bot.
    telegram.write(chat, '/start')
    const bound = { telegram: String(chat), language }
    await world.db.updateTable('user').set(bound).where('id', '=', person.id).execute()
  }
  let effects = 0
  const happen = (event: Partial<Parameters<typeof insertEvent>[1]>) => {
    const plain = { kind: 'signUp' as const, userId: null, subjectId: null, data: {} }
    const effect = `test:${(effects += 1)}`
    return insertEvent(world.db, { ...plain, effect, ...event }, world.clock.at)
  }
  await bind(mainAdmin, BOSS)
  return { telegram, world, since, bind, happen, notify: () => notify(api, since) }
}

describe('admins', () => {
  test('are notified of what happens, each in their language and once', async () => {
    const { telegram, world, bind, happen, notify } = await withNotifier()
    const admin = await world.person({ type: 'admin', groupId: 0 })
    await bind(admin, 2, 'ja-JP')
    const user = await world.person({ email: 'ann@example.com' })
    await happen({ kind: 'signUp', subjectId: user.id, data: { email: 'ann@example.com' } })
    const paid = { orderId: '2026', amount: 1_250, currency: 'CNY', kind: 'alipay' }
    await happen({ kind: 'payment', subjectId: user.id, data: paid })
    await happen({ kind: 'paymentStuck', subjectId: user.id, data: { orderId: '2027' } })
    const id = await aMessage(world, user, { content: 'Help me' })
    await happen({ kind: 'message', subjectId: user.id, data: { id } })
    await notify()
    await notify()
    expect(telegram.to(BOSS)).toEqual([
      'New user: ann@example.com',
      'Payment received: CN¥12.50\nann@example.com, order 2026',
      expect.stringContaining('Order 2027 is paid but could not be delivered'),
      'ann@example.com writes:\n\nHelp me',
    ])
    expect(telegram.to(2)).toEqual([
      '新規登録: ann@example.com',
      expect.stringContaining('12.50'),
      expect.stringContaining('2027'),
      expect.stringContaining('Help me'),
    ])
  })

  test('other than the main one are notified of their own group only', async () => {
    const { telegram, world, bind, happen, notify } = await withNotifier()
    const [admin, other] = [
      await world.person({ type: 'admin', groupId: 5 }),
      await world.person({ type: 'admin', groupId: 6 }),
    ]
    await bind(admin, 5)
    await bind(other, 6)
    const user = await world.person({ groupId: 5, email: 'ann@example.com' })
    await happen({ subjectId: user.id })
    await happen({ kind: 'paymentStuck', data: { orderId: 'nobody' } })
    await notify()
    expect(telegram.to(5)).toEqual(['New user: ann@example.com'])
    expect(telegram.to(6)).toEqual([])
    expect(telegram.to(BOSS)).toHaveLength(2)
  })
})

describe('users', () => {
  test('are notified of what concerns them, and admins do not', async () => {
    const { telegram, world, bind, happen, notify } = await withNotifier()
    const user = await world.person()
    await bind(user, 7)
    const id = await aMessage(world, user, { sender: 'admin', content: 'Try again' })
    await happen({ kind: 'reply', userId: user.id, subjectId: 1, data: { id } })
    await happen({ kind: 'delivered', userId: user.id, data: { orderId: '2026' } })
    await happen({ kind: 'reward', userId: user.id, data: { time: 3 * 24 * HOUR, accounts: 1 } })
    await happen({ kind: 'reward', userId: user.id, data: { time: HOUR, accounts: 2 } })
    const other = await world.person()
    await happen({ kind: 'delivered', userId: other.id, data: { orderId: '2027' } })
    await notify()
    expect(telegram.to(7)).toEqual([
      'Reply from support:\n\nTry again',
      'Your payment has arrived and order 2026 has been delivered.',
      expect.stringMatching(/3 days$/),
      expect.stringMatching(/1 hour$/),
    ])
    expect(telegram.to(BOSS)).toEqual([])
    const unnotified = await world.db
      .selectFrom('event')
      .select('id')
      .where('telegramTime', 'is', null)
      .execute()
    expect(unnotified).toEqual([])
  })
})

describe('warnings', () => {
  test('carry the link that renews their account, and nothing else does', async () => {
    const { telegram, world, bind, happen, notify } = await withNotifier()
    const user = await world.person()
    await bind(user, 7)
    const data = { port: 5001, ends: world.clock.at, percent: 80 }
    for (const kind of ['ending', 'runningOut', 'usedUp'] as const)
      await happen({ kind, userId: user.id, data })
    await happen({ kind: 'delivered', userId: user.id, data: { orderId: '2026' } })
    await notify()
    const link = `\n\n${world.config.site}/user/account?renew=5001`
    const texts = telegram.to(7)
    expect(texts).toHaveLength(4)
    expect(texts.slice(0, 3).every((text) => text.endsWith(link))).toBe(true)
    expect(texts[3]).not.toContain('http')
  })
})

describe('trouble', () => {
  test('waits as long as Telegram requests, and loses nothing', async () => {
    const { telegram, world, happen, notify } = await withNotifier()
    await happen({})
    telegram.fail('sendMessage', { code: 429, description: 'Too Many Requests', retryAfter: 30 })
    await notify()
    world.clock.add(29_000)
    await notify()
    expect(telegram.to(BOSS)).toEqual([])
    expect(telegram.calls).toHaveLength(1)
    world.clock.add(1_000)
    await notify()
    expect(telegram.to(BOSS)).toHaveLength(1)
  })

  test('notifies nobody twice when it fails in the middle', async () => {
    const { telegram, world, bind, happen, notify } = await withNotifier()
    const admin = await world.person({ type: 'admin', groupId: 9 })
    await bind(admin, 9)
    const user = await world.person({ groupId: 9 })
    await happen({ subjectId: user.id })
    const failure = { code: 500, description: 'Internal Server Error' }
    telegram.fail('sendMessage', failure, { after: 1 })
    await notify()
    expect(telegram.sent.map(({ chat }) => chat)).toEqual([String(BOSS)])
    world.clock.add(5_000)
    telegram.goDown(true)
    await notify()
    telegram.goDown(false)
    world.clock.add(10_000)
    await notify()
    await notify()
    expect(telegram.to(BOSS)).toHaveLength(1)
    expect(telegram.to(9)).toHaveLength(1)
  })

  test('does not wait for someone who blocked the bot', async () => {
    const { telegram, world, bind, happen, notify } = await withNotifier()
    const admin = await world.person({ type: 'admin', groupId: 9 })
    await bind(admin, 9)
    telegram.block(BOSS)
    const user = await world.person({ groupId: 9 })
    await happen({ subjectId: user.id })
    await notify()
    expect(telegram.to(BOSS)).toEqual([])
    expect(telegram.to(9)).toHaveLength(1)
  })

  test('does not report old news, nor what happened before there was a bot', async () => {
    const { telegram, world, happen, notify } = await withNotifier()
    world.clock.add(-1)
    await happen({})
    world.clock.add(1)
    await happen({})
    world.clock.add(25 * HOUR)
    await notify()
    expect(telegram.to(BOSS)).toEqual([])
    await happen({})
    await notify()
    expect(telegram.to(BOSS)).toHaveLength(1)
  })

  test('cuts what is longer than Telegram takes', async () => {
    const { telegram, world, happen, notify } = await withNotifier()
    const user = await world.person()
    const id = await aMessage(world, user, { content: 'x'.repeat(4096) })
    await happen({ kind: 'message', subjectId: user.id, data: { id } })
    await notify()
    expect(telegram.to(BOSS)[0]).toHaveLength(4096)
  })
})
