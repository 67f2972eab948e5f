import { describe, expect, test } from 'vitest'
import { wordsOf } from '../../../server/base/words/words.ts'
import { amount, dateText, notesOf } from '../../../server/accounts/subscriptions/notes.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { openPlane } from '../../support/plane.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const END = Date.UTC(2026, 1, 1)

describe('the note of an end', () => {
  test.each([
    [100 * HOUR, 'Expires on 2026-02-01'],
    [48 * HOUR, 'Expires on 2026-02-01'],
    [48 * HOUR - 1, 'Expires in 47 h'],
    [HOUR, 'Expires in 1 h'],
    [HOUR - 1, 'Expires in 59 min'],
    [MINUTE, 'Expires in 1 min'],
    [1, 'Expires in 0 min'],
    [0, 'Expired'],
    [-1, 'Expired'],
  ])('%d ms before it is %j', (left, note) => {
    const reader = { now: END - left, timeZone: 'UTC', words: wordsOf('en-US').subscriptions }
    const times = { type: 3, cycleStart: END - 720 * HOUR, cycles: 1, expireTime: END }
    const account = { ...times, active: 1, flow: 0 }
    const standing = { flowUsed: 0, connection: { state: 'open', open: 1, until: null } }
    const notes = notesOf(account as never, { ...standing, connections: [] } as never, reader)
    expect(notes).toEqual([note])
  })

  test('is its day where the site is, to the second where that is asked', () => {
    const late = Date.UTC(2026, 0, 31, 16, 5, 9)
    expect(dateText(late, 'Asia/Shanghai')).toBe('2026-02-01')
    expect(dateText(late, 'UTC')).toBe('2026-01-31')
    expect(dateText(late, 'America/New_York', { seconds: true })).toBe('2026-01-31 11:05:09')
    expect(dateText(1e15, 'UTC')).toBe('9999-12-30')
  })

  test.each([
    [0, '0B'],
    [999, '999B'],
    [1_000, '1.0KB'],
    [1_500_000, '1.5MB'],
    [1e9, '1.00GB'],
    [1.5e12, '1.500TB'],
    [1e18, '1000000.000TB'],
  ])('%d bytes are %s', (bytes, text) => expect(amount(bytes)).toBe(text))
})

describe('a server that is down', () => {
  const anHour = { since: 0, value: null }
  const lights = (red: Set<number>) => (id: number) => ({
    agent: { state: 'green' as const, cause: null, ...anHour },
    ports: { state: 'green' as const, cause: null, ...anHour },
    handshake: {
      ...(red.has(id)
        ? { state: 'red' as const, cause: 'silent' as const }
        : { state: 'green' as const, cause: null }),
      ...anHour,
    },
  })

  test('is left out once it was for two minutes, and comes back at once; all are where none works', async () => {
    const world = await makeWorld({ plane: openPlane() })
    const body = { data: { subscribe: true } }
    await world.as(mainAdmin).PUT('/api/admin/setting/account', { body })
    const [one, two] = [
      await aServer(world, { name: 'One' }),
      await aServer(world, { name: 'Two' }),
    ]
    await anAccount(world, { subscribe: 'b'.repeat(32) })
    const red = new Set<number>()
    world.world.lights.of = lights(red)
    const names = async () => {
      const url = `/api/user/account/subscribe/${'b'.repeat(32)}?type=clash`
      const { body: list } = await world.app.inject({ url })
      return ['One', 'Two'].filter((name) => new RegExp(`name: *"?${name}`).test(list))
    }
    world.clock.set(2 * MINUTE - 1)
    red.add(one)
    expect(await names()).toEqual(['One', 'Two'])
    world.clock.add(1)
    expect(await names()).toEqual(['Two'])
    red.add(two)
    expect(await names()).toEqual(['One', 'Two'])
    red.delete(one)
    expect(await names()).toEqual(['One'])
    red.clear()
    expect(await names()).toEqual(['One', 'Two'])
  })
})

describe('guessing links', () => {
  /** A client that sends words in place of a token; two of them are known devices. */
  async function aGuesser() {
    const world = await makeWorld({ plane: openPlane() })
    const body = { data: { macAccount: true, subscribe: true } }
    await world.as(mainAdmin).PUT('/api/admin/setting/account', { body })
    const user = await world.person()
    const accountId = await anAccount(world, { userId: user.id, subscribe: 'a'.repeat(32) })
    const device = { userId: user.id, accountId, serverId: null, createTime: 1 }
    for (const mac of ['00000000aaaa', '00000000bbbb'])
      await world.db
        .insertInto('macAccount')
        .values({ ...device, mac })
        .execute()
    return async (token: string, remoteAddress = '203.0.113.5') => {
      const url = `/api/user/account/subscribe/${token}`
      return (await world.app.inject({ url, remoteAddress })).statusCode
    }
  }
  const bad = (at: number) => `f${at}`.padEnd(32, '0')

  test('is refused after ten different ones, whatever then comes from there but a token', async () => {
    const ask = await aGuesser()
    for (let at = 0; at < 10; at += 1) expect(await ask(bad(at))).toBe(403)
    expect(await ask('00000000aaaa')).toBe(403)
    expect(await ask('a'.repeat(32))).toBe(200)
    expect(await ask('00000000aaaa', '203.0.113.6')).toBe(200)
  })

  test('counts one word once, in capitals, too, and no device that is known', async () => {
    const ask = await aGuesser()
    for (let at = 0; at < 9; at += 1)
      for (const token of [bad(at), bad(at).toUpperCase(), bad(at)]) await ask(token)
    for (const mac of ['00000000aaaa', '00-00-00-00-BB-BB', '00000000aaaa'])
      expect(await ask(mac)).toBe(200)
    expect(await ask('00000000cccc')).toBe(403)
    expect(await ask('00000000aaaa')).toBe(403)
  })
})
