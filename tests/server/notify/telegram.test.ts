import { describe, expect, test } from 'vitest'
import type { Caller } from '../../../server/http/contract.ts'
import { findBot } from '../../../server/notify/telegram/setting.ts'
import { BOT_TOKEN, startTelegramApi } from '../../support/telegram.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const SETTING = '/api/admin/setting/telegram'
const MINUTE = 60_000

/** A world with Telegram in reach, and a bot by default. */
async function withTelegram({ bot = true } = {}) {
  const telegram = await startTelegramApi()
  const world = await makeWorld({ env: { TELEGRAM_API: telegram.url } })
  const set = (token: string | null) => world.as(mainAdmin).PUT(SETTING, { body: { token } })
  if (bot) expect((await set(BOT_TOKEN)).data?.bot).toBe('sluice_bot')
  const bind = (who: Pick<Caller, 'id'>, chat: number) =>
    world.db
      .updateTable('user')
      .set({ telegram: String(chat) })
      .where('id', '=', who.id)
      .execute()
  return { telegram, world, set, bind }
}

describe('editTelegramSetting', () => {
  test('keeps a bot that Telegram knows, with its token sealed', async () => {
    const { world, set } = await withTelegram({ bot: false })
    expect((await set(BOT_TOKEN)).data).toEqual({ bot: 'sluice_bot', problem: null })
    const stored = await world.db.selectFrom('setting').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(BOT_TOKEN.split(':')[1])
    expect((await findBot(world.world))?.token).toBe(BOT_TOKEN)
    const user = await world.person()
    expect((await world.as(user).GET('/api/home/login')).data?.telegram).toBe(true)
  })

  test('keeps what there is when the bot is unknown or Telegram away', async () => {
    const { world, telegram, set } = await withTelegram()
    const other = `${BOT_TOKEN}x`
    const word = async (token: string) => {
      const { response, error } = await set(token)
      return [response.status, error]
    }
    expect(await word(other)).toEqual([403, 'bot unknown'])
    telegram.fail('getMe', { code: 502, description: 'Bad Gateway' })
    expect(await word(BOT_TOKEN)).toEqual([403, 'telegram unreachable'])
    telegram.fail('getMe', { code: 429, description: 'Too Many Requests', retryAfter: 1 })
    expect(await word(BOT_TOKEN)).toEqual([403, 'telegram unreachable'])
    telegram.goDown(true)
    expect(await word(BOT_TOKEN)).toEqual([403, 'telegram unreachable'])
    expect((await set('no token')).response.status).toBe(400)
    expect((await findBot(world.world))?.token).toBe(BOT_TOKEN)
  })

  test('removes the bot', async () => {
    const { world, set } = await withTelegram()
    expect((await set(null)).data).toEqual({ bot: null, problem: null })
    const { data } = await world.as(mainAdmin).GET('/api/home/login')
    expect(data?.telegram).toBe(false)
  })

  test('reports only what happens after a bot was set, also under another token of its own', async () => {
    const { world, telegram, set } = await withTelegram()
    const { since } = (await findBot(world.world))!
    world.clock.add(MINUTE)
    telegram.changeToken(`${BOT_TOKEN}2`)
    await set(`${BOT_TOKEN}2`)
    expect(await findBot(world.world)).toMatchObject({ since, token: `${BOT_TOKEN}2` })
    await set(null)
    await set(`${BOT_TOKEN}2`)
    expect((await findBot(world.world))?.since).toBe(since + MINUTE)
  })
})

describe('getTelegramSetting', () => {
  test('names the bot to the main admin only, never its token', async () => {
    const { world } = await withTelegram()
    const { data } = await world.as(mainAdmin).GET(SETTING)
    expect(data).toEqual({ bot: 'sluice_bot', problem: null })
    const admin = await world.person({ type: 'admin' })
    expect((await world.as(admin).GET(SETTING)).response.status).toBe(403)
  })
})

describe('testTelegramSetting', () => {
  test('sends a message in the language of the admin, or says why not', async () => {
    const { world, telegram, set, bind } = await withTelegram()
    const send = async () => {
      const { response, error, data } = await world.as(mainAdmin).POST(`${SETTING}/test`)
      return response.status === 200 ? data : error
    }
    expect(await send()).toBe('not bound')
    await bind(mainAdmin, 77)
    expect(await send()).toBe('bot blocked')
    telegram.write(77, 'hello')
    expect(await send()).toBe('success')
    await world.db.updateTable('user').set({ language: 'ru-RU' }).execute()
    expect(await send()).toBe('success')
    expect(telegram.to(77)).toEqual([
      expect.stringContaining('测试成功'),
      expect.stringContaining('Всё работает'),
    ])
    telegram.block(77)
    expect(await send()).toBe('bot blocked')
    telegram.changeToken('1:another-token-of-the-bot-x')
    expect(await send()).toBe('bot unknown')
    telegram.goDown(true)
    expect(await send()).toBe('telegram unreachable')
    telegram.goDown(false)
    await set(null)
    expect((await world.as(mainAdmin).POST(`${SETTING}/test`)).response.status).toBe(403)
  })
})

describe.each([
  ['getMyTelegramCode', '/api/user/telegram/code', 'normal'],
  ['getAdminTelegramCode', '/api/admin/telegram/code', 'admin'],
] as const)('%s', (_id, path, type) => {
  // Both answer alike.
  const code = path as '/api/user/telegram/code'

  test('shows the same code for two minutes, and another to everybody else', async () => {
    const { world } = await withTelegram()
    const [person, other] = [await world.person({ type }), await world.person({ type })]
    const first = (await world.as(person).GET(code)).data
    expect(first).toEqual({
      code: expect.stringMatching(/^\d{8}$/),
      telegram: 'sluice_bot',
      remaining: expect.any(Number),
    })
    const { code: shown, remaining = 0 } = first as { code: string; remaining?: number }
    expect(remaining).toBeGreaterThan(0)
    expect(remaining).toBeLessThanOrEqual(2 * MINUTE)
    expect((await world.as(other).GET(code)).data).not.toMatchObject({ code: shown })
    world.clock.add(remaining - 1)
    expect((await world.as(person).GET(code)).data).toEqual({ ...first, remaining: 1 })
    world.clock.add(1)
    const next = (await world.as(person).GET(code)).data
    expect(next).toMatchObject({ remaining: 2 * MINUTE })
    expect(next).not.toMatchObject({ code: shown })
  })

  test('is refused without a bot', async () => {
    const { world } = await withTelegram({ bot: false })
    const person = await world.person({ type })
    expect((await world.as(person).GET(code)).response.status).toBe(403)
  })

  test('keeps no code as it is shown', async () => {
    const { world } = await withTelegram()
    const person = await world.person({ type })
    const shown = (await world.as(person).GET(code)).data as { code: string }
    const rows = await world.db.selectFrom('telegramToken').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(shown.code)
  })
})

describe.each([
  ['unbindMyTelegram', '/api/user/telegram', 'normal'],
  ['unbindAdminTelegram', '/api/admin/telegram', 'admin'],
] as const)('%s', (_id, area, type) => {
  test('lets go of the chat that is bound', async () => {
    const { world, bind } = await withTelegram()
    const code = `${area}/code` as '/api/user/telegram/code'
    const unbind = `${area}/unbind` as '/api/user/telegram/unbind'
    const person = await world.person({ type })
    expect((await world.as(person).POST(unbind)).response.status).toBe(403)
    await bind(person, 77)
    expect((await world.as(person).GET(code)).data).toEqual({ user: '77' })
    expect((await world.as(person).POST(unbind)).data).toBe('success')
    expect((await world.as(person).GET(code)).data).toHaveProperty('code')
    expect((await world.as(person).POST(unbind)).response.status).toBe(403)
  })
})
