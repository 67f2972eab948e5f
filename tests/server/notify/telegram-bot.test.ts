/** @module-tag long */
import { setTimeout as after } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Caller } from '../../../server/http/contract.ts'
import { startTelegram } from '../../../server/notify/telegram/run.ts'
import { anAccount, aServer, months } from '../../support/make.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { BOT_TOKEN, startTelegramApi } from '../../support/telegram.ts'
import { openPlane } from '../../support/plane.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const ANN = 77
const MINUTE = 60_000

/** A site whose bot listens; it stops with the test. */
async function withBot() {
  const telegram = await startTelegramApi()
  const world = await makeWorld({ plane: openPlane(), env: { TELEGRAM_API: telegram.url } })
  const body = { token: BOT_TOKEN }
  await world.as(mainAdmin).PUT('/api/admin/setting/telegram', { body })
  const running = startTelegram(world.world, { look: 20, pause: 100 })
  onTestFinished(() => running.stop())
  await eventually(() => telegram.calls.includes('getUpdates'))

  /** Writes to the bot and waits for what it answers. */
  async function ask(text: string, { chat = ANN, language = 'en' } = {}) {
    const before = telegram.to(chat).length
    telegram.write(chat, text, { language })
    await eventually(() => telegram.to(chat).length > before)
    return telegram.to(chat).at(-1) ?? ''
  }
  /** The code on this person's screen. */
  async function codeOf(person: Caller) {
    const path = person.type === 'admin' ? '/api/admin/telegram/code' : '/api/user/telegram/code'
    const { data } = await world.as(person).GET(path)
    return data && 'code' in data ? data.code : ''
  }
  const setting = async () => (await world.as(mainAdmin).GET('/api/admin/setting/telegram')).data
  return { telegram, world, ask, codeOf, setting }
}

describe('binding', () => {
  test('takes the code on screen, once, and says so in the language of the chat', async () => {
    const { world, ask, codeOf, telegram } = await withBot()
    const user = await world.person({ email: 'ann@example.com' })
    const code = await codeOf(user)
    expect(await ask(code, { language: 'zh-hans' })).toBe('绑定成功：ann@example.com')
    expect(await codeOf(user)).toBe('')
    const row = await world.db
      .selectFrom('user')
      .select(['telegram', 'language'])
      .where('id', '=', user.id)
      .executeTakeFirst()
    expect(row).toEqual({ telegram: String(ANN), language: 'zh-CN' })
    expect(await ask(code, { chat: 78 })).toContain('wrong or has expired')
    expect(telegram.to(ANN)).toHaveLength(1)
  })

  test('takes the code from the link on the page', async () => {
    const { world, ask, codeOf } = await withBot()
    const user = await world.person({ email: 'ann@example.com' })
    expect(await ask(`/start ${await codeOf(user)}`)).toContain('ann@example.com')
  })

  test('still takes the code that was just replaced, and none older', async () => {
    const { world, ask, codeOf } = await withBot()
    const [ann, bob] = [await world.person(), await world.person()]
    const codes = [await codeOf(ann), await codeOf(bob)]
    world.clock.add(2 * MINUTE)
    expect(await ask(codes[0]!)).toContain('Done')
    world.clock.add(2 * MINUTE)
    expect(await ask(codes[1]!, { chat: 78 })).toContain('wrong or has expired')
  })

  test('does not take over a bound chat', async () => {
    const { world, ask, codeOf } = await withBot()
    const ann = await world.person({ email: 'ann@example.com' })
    const bob = await world.person()
    await ask(await codeOf(ann))
    const code = await codeOf(bob)
    expect(await ask(code)).toContain('already connected to ann@example.com')
    expect(await ask('/unbind')).toBe('This chat is disconnected.')
    expect(await ask(code)).toContain('Done')
  })

  test('reads ten guesses in two minutes and no more', async () => {
    const { world, ask, codeOf, telegram } = await withBot()
    const user = await world.person()
    const right = await codeOf(user)
    const wrong = right === '00000000' ? '11111111' : '00000000'
    for (let guess = 0; guess < 10; guess += 1) expect(await ask(wrong)).toContain('wrong')
    telegram.write(ANN, right)
    // What is answered after it shows that it was passed over.
    expect(await ask('/unbind')).toContain('not connected')
    expect(telegram.to(ANN)).toHaveLength(11)
    // Messages of another chat are read.
    expect(await ask(right, { chat: 78 })).toContain('Done')
  })

  test('speaks in private chats only', async () => {
    const { world, ask, codeOf, telegram } = await withBot()
    const code = await codeOf(await world.person())
    telegram.write(-5, code, { type: 'group' })
    expect(await ask('/help')).toContain('eight digits')
    expect(telegram.to(-5)).toEqual([])
    expect(await ask(code)).toContain('Done')
  })
})

describe('a customer', () => {
  /** A person whose chat is bound. */
  async function bound() {
    const site = await withBot()
    const user = await site.world.person({ email: 'ann@example.com' })
    await site.ask(await site.codeOf(user))
    return { ...site, user }
  }

  test('sees the accounts at a glance', async () => {
    const { world, ask, user } = await bound()
    expect(await ask('/account')).toBe('You have no proxy account yet.')
    const serverId = await aServer(world)
    const terms = { ...months(world, 1), flow: 100e9, multiServerFlow: 1 as const }
    const id = await anAccount(world, { ...terms, userId: user.id, port: 50_013 })
    await anAccount(world, { userId: user.id, port: 50_012 })
    const usage = { accountId: id, serverId, cycleFrom: world.clock.at, bytes: 32.4e9, lastSeen: 1 }
    await world.db.insertInto('usage').values(usage).execute()
    expect(await ask('/account')).toBe(
      [
        'Port 50012: active, no expiry\nUsed: 0 B\nNo expiry',
        'Port 50013: active\nUsed: 32.4 GB of 100 GB\nExpires: February 14, 2026 at 12:00 PM (UTC)',
      ].join('\n\n'),
    )
    expect(await ask('/account', { language: 'zh-hans' })).toContain(
      '已用流量：32.4 GB / 100 GB\n有效期至：2026年2月14日 12:00 (UTC)',
    )
  })

  test('reads where an account is blocked, and until when', async () => {
    const { world, ask, user } = await bound()
    const accountId = await anAccount(world, { userId: user.id, port: 50_013 })
    expect(await ask('/account')).toContain('Port 50013: no server is open to it')
    const serverId = await aServer(world)
    await aServer(world, { name: 'Osaka', shift: 1 })
    await world.db
      .insertInto('ban')
      .values({ serverId, accountId, until: world.clock.at + 3_600_000 })
      .execute()
    expect(await ask('/account')).toContain(
      'Port 50013: suspended on 1 of 2 servers until January 15, 2026 at 1:00 PM (UTC)',
    )
  })

  test('shows no end of an account whose time has not begun', async () => {
    const { world, ask, user } = await bound()
    const terms = { ...months(world, 1), active: 0 as const }
    await anAccount(world, { ...terms, userId: user.id, port: 50_013 })
    expect(await ask('/account')).toBe('Port 50013: not started yet\nUsed: 0 B')
  })

  test('gets a link that logs in once', async () => {
    const { world, ask, user } = await bound()
    const [, token = ''] = /\/home\/login\/telegram\/(\S+)$/.exec(await ask('/login')) ?? []
    const logIn = () => world.as(null).POST('/api/user/telegram/login', { body: { token } })
    const { response } = await logIn()
    expect(response.status).toBe(200)
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
    const { payload } = await world.app.inject({ url: '/api/home/login', headers: { cookie } })
    expect(JSON.parse(payload)).toMatchObject({ id: user.id, status: 'normal' })
    expect((await logIn()).response.status).toBe(403)
  })

  test('writes to the admins, each message once', async () => {
    const { world, ask, user, telegram } = await bound()
    expect(await ask('It does not connect')).toContain('was sent')
    const messages = () => world.db.selectFrom('message').selectAll().orderBy('id').execute()
    expect(await messages()).toMatchObject([
      { userId: user.id, sender: 'user', content: 'It does not connect' },
    ])
    for (let count = 0; count < 19; count += 1) await ask(`more ${count}`)
    expect(await ask('too much')).toContain('many messages')
    expect(await messages()).toHaveLength(20)
    expect(telegram.to(ANN).every((text) => !text.includes('did not work'))).toBe(true)
  })
})

test('an admin is shown that there are passwords, and passes no messages on', async () => {
  const { world, ask, codeOf } = await withBot()
  await ask(await codeOf(mainAdmin))
  expect(await ask('/login')).toContain('password')
  expect(await ask('hello')).toContain('sign-ups, payments and messages')
  expect(await world.db.selectFrom('message').selectAll().orderBy('id').execute()).toEqual([])
})

test('a stranger is shown how to bind, regardless of the question', async () => {
  const { ask } = await withBot()
  for (const text of ['/account', '/login', '/unbind'])
    expect(await ask(text)).toBe('This chat is not connected to any account.')
  expect(await ask('hello', { language: 'ru' })).toContain('http://test')
  // A language of its own we do not have: that of the site.
  expect(await ask('/start', { language: 'de' })).toContain('机器人')
})

test('the menu names the commands in four languages', async () => {
  const { telegram } = await withBot()
  await eventually(() => telegram.commands.size === 5)
  expect([...telegram.commands.keys()].sort()).toEqual(['', 'en', 'ja', 'ru', 'zh'])
})

/** Lets the clock run: a bot that was turned away rests, and begins to a moment after it shows. */
function passTime({ clock }: Awaited<ReturnType<typeof makeWorld>>) {
  const tick = setInterval(() => clock.add(100), 20)
  onTestFinished(() => clearInterval(tick))
}

describe('trouble', () => {
  test('a network that is away is waited for, and shown to the admin', async () => {
    const { telegram, ask, setting } = await withBot()
    telegram.goDown(true)
    await eventually(async () => (await setting())?.problem === 'telegram unreachable')
    telegram.goDown(false)
    telegram.write(ANN, '/help')
    await eventually(() => telegram.to(ANN).length > 0)
    await eventually(async () => (await setting())?.problem === null)
    expect(await ask('/help')).toContain('eight digits')
  })

  test('a second program with the same bot is reported, and the bot recovers', async () => {
    const { telegram, world, ask, setting } = await withBot()
    telegram.takeOver()
    await eventually(async () => (await setting())?.problem === 'conflict')
    passTime(world)
    expect(await ask('/help')).toContain('eight digits')
  })

  test('another token takes over without a restart, and no token ends it', async () => {
    const { telegram, world, ask, setting } = await withBot()
    const token = `${BOT_TOKEN}2`
    telegram.changeToken(token)
    telegram.takeOver()
    await eventually(async () => (await setting())?.problem === 'conflict')
    passTime(world)
    await eventually(async () => (await setting())?.problem === 'bot unknown')
    const change = (body: { token: string | null }) =>
      world.as(mainAdmin).PUT('/api/admin/setting/telegram', { body })
    await change({ token })
    expect(await ask('/help')).toContain('eight digits')
    await change({ token: null })
    // Long enough for it to be seen; a bot that listened would answer at once.
    await after(300)
    telegram.write(ANN, '/help')
    await after(300)
    expect(telegram.to(ANN)).toHaveLength(1)
  })
})
