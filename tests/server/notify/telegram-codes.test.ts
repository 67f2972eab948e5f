import { describe, expect, test } from 'vitest'
import { insertEvent } from '../../../server/messaging/events/store.ts'
import { bindChat } from '../../../server/notify/telegram/binding.ts'
import { showCode } from '../../../server/notify/telegram/codes.ts'
import { makeNotifier } from '../../../server/notify/telegram/notices.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const MINUTE = 60_000
const CHAT = '77'

async function withPerson() {
  const made = await makeWorld()
  const { world, db } = made
  const user = await made.person({ email: 'ann@example.com' })
  const code = async (id = user.id) => (await showCode(world, id)).code
  const bind = (typed: string, chat = CHAT) =>
    bindChat(world, { chat, code: typed, language: 'en-US' })
  const row = (id = user.id) =>
    db
      .selectFrom('user')
      .select(['telegram', 'language'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  return { ...made, user, code, bind, row }
}

describe('the code that binds a chat', () => {
  test('has eight digits, also where the first are noughts', async () => {
    const { clock, code } = await withPerson()
    const codes: string[] = []
    for (let at = 0; at < 60; at += 1) {
      codes.push(await code())
      clock.add(2 * MINUTE)
    }
    expect(codes.filter((one) => !/^\d{8}$/.test(one))).toEqual([])
    expect(codes.some((one) => one.startsWith('0'))).toBe(true)
    expect(new Set(codes).size).toBe(60)
  })

  test('stays the same for two minutes, and is good for two more', async () => {
    const { clock, code, bind } = await withPerson()
    const first = await code()
    clock.add(2 * MINUTE - 1)
    expect(await code()).toBe(first)
    clock.add(1)
    expect(await code()).not.toBe(first)
    clock.add(2 * MINUTE - 1)
    expect(await bind(first)).toEqual({ kind: 'bound', email: 'ann@example.com' })
    const { clock: later, code: other, bind: late } = await withPerson()
    const second = await other()
    later.add(4 * MINUTE)
    expect(await late(second)).toEqual({ kind: 'wrong' })
  })

  test('is another one where somebody has those digits', async () => {
    const { db, code, user } = await withPerson()
    const mine = await code()
    await db.updateTable('telegramToken').set({ userId: mainAdmin.id }).execute()
    const next = await code()
    expect(next).not.toBe(mine)
    expect(await code()).toBe(next)
    const rows = await db.selectFrom('telegramToken').select('userId').execute()
    expect(rows.map(({ userId }) => userId)).toEqual([mainAdmin.id, user.id])
  })

  test('is used once, and by no token of another kind', async () => {
    const { db, code, bind, row } = await withPerson()
    const typed = await code()
    await db
      .updateTable('telegramToken')
      .set({ kind: 'login' as never })
      .execute()
    expect(await bind(typed)).toEqual({ kind: 'wrong' })
    expect(await db.selectFrom('telegramToken').selectAll().execute()).toHaveLength(1)
    await db.updateTable('telegramToken').set({ kind: 'bind' }).execute()
    const both = await Promise.all([bind(typed, '1'), bind(typed, '2')])
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['bound', 'wrong'])
    expect((await row()).language).toBe('en-US')
  })
})

describe('binding a chat', () => {
  test('takes no chat from anybody, nor a person who has one', async () => {
    const { db, code, bind, row, user, person } = await withPerson()
    const typed = await code()
    await db.updateTable('user').set({ telegram: '5' }).where('id', '=', user.id).execute()
    expect(await bind(typed)).toEqual({ kind: 'wrong' })
    expect((await row()).telegram).toBe('5')
    const other = await person({ email: 'bob@example.com' })
    expect(await bind(await code(other.id), '5')).toEqual({
      kind: 'taken',
      email: 'ann@example.com',
    })
    expect((await row(other.id)).telegram).toBeNull()
  })

  test('keeps the language somebody has', async () => {
    const { db, code, bind, row, user } = await withPerson()
    await db.updateTable('user').set({ language: 'ja-JP' }).where('id', '=', user.id).execute()
    await bind(await code())
    expect(await row()).toEqual({ telegram: CHAT, language: 'ja-JP' })
  })

  test('counts no guess that was right', async () => {
    const { db, code, bind } = await withPerson()
    for (let at = 0; at < 9; at += 1) expect((await bind(`0000000${at}`)).kind).toBe('wrong')
    expect((await bind(await code())).kind).toBe('bound')
    await db.updateTable('user').set({ telegram: null }).execute()
    expect((await bind('11111111')).kind).toBe('wrong')
    expect((await bind('11111111')).kind).toBe('ignored')
    expect((await bind('11111111', '78')).kind).toBe('wrong')
  })
})

describe('a notifier', () => {
  /** Notifies of something the main admin has a chat for; Telegram takes it or is away. */
  async function aNotifier(mayNotify?: () => boolean) {
    const { world, db, clock } = await makeWorld()
    await db.updateTable('user').set({ telegram: CHAT }).where('id', '=', mainAdmin.id).execute()
    const telegram = { isAway: false, tries: 0 }
    const api = {
      async sendMessage() {
        telegram.tries += 1
        if (telegram.isAway) throw new Error('away')
      },
    } as never
    const since = clock.at
    const notifier = makeNotifier(world, mayNotify)
    let made = 0
    const happen = () => {
      const event = { kind: 'signUp' as const, userId: null, subjectId: null }
      const data = { email: 'ann@example.com' }
      return insertEvent(db, { ...event, data, effect: `a${(made += 1)}` }, clock.at)
    }
    /** How often it was tried by so many seconds from now. */
    const after = async (seconds: number) => {
      clock.add(seconds * 1_000)
      await notifier(api, since)
      return telegram.tries
    }
    return { db, telegram, happen, after }
  }

  test('waits longer after each failure, and as short as at first after a success', async () => {
    const { telegram, happen, after } = await aNotifier()
    await happen()
    telegram.isAway = true
    expect([await after(0), await after(4.999), await after(0.001)]).toEqual([1, 1, 2])
    expect([await after(9.999)]).toEqual([2])
    telegram.isAway = false
    expect(await after(0.001)).toBe(3)
    await happen()
    telegram.isAway = true
    expect([await after(0), await after(4.999), await after(0.001)]).toEqual([4, 4, 5])
  })

  test('that is not the one to notify any more leaves it to the one that is', async () => {
    const { db, telegram, happen, after } = await aNotifier(() => false)
    await happen()
    expect(await after(0)).toBe(0)
    expect(telegram.tries).toBe(0)
    expect(await db.selectFrom('telegramDelivery').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('event').select('telegramTime').execute()).toEqual([
      { telegramTime: null },
    ])
  })
})
