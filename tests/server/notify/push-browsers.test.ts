import { describe, expect, test } from 'vitest'
import type { Caller } from '../../../server/http/contract.ts'
import { deviceOf } from '../../../server/notify/push/device.ts'
import { findVapidKeys } from '../../../server/notify/push/keys.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const CLIENT = '/api/push/client'
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
  test('is stored with its keys, its choices, the time and the session', async () => {
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

  test('registered again by its owner keeps its time and its choices, and takes the new keys and session', async () => {
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

  test('by someone else is theirs alone from now on, and nobody’s other browsers go', async () => {
    const { world, rows, register } = await site()
    const [user, other] = [await world.person(), await world.person()]
    await register(other, 'theirs', { kinds: ['reply'], language: 'ja-JP' })
    await register(other, 'second')
    await register(user, 'mine')
    world.clock.add(5)
    // The previous person has chosen; the next one has not.
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

  test('of a visitor, or on an older console of a customer, is removed, and that succeeds', async () => {
    const { world, names, register } = await site()
    for (const who of [null, await world.person()]) {
      await register(mainAdmin, 'one')
      const reply = await world.as(who).POST(CLIENT, { body: { data: data('one') } })
      expect(reply.data).toBe('success')
      expect(await names()).toEqual([])
    }
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

  test('reports that it wants everything, in a language that is still known', async () => {
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
    ['none in a body', { body: {} as { data: { endpoint: string } } }],
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

test('the keys of the site are made once, and stored', async () => {
  const { world } = await site()
  const [one, two] = await Promise.all([findVapidKeys(world), findVapidKeys(world)])
  expect(one).toEqual(two)
  expect(Object.keys(one)).toEqual(['publicKey', 'privateKey'])
  expect(await findVapidKeys(world)).toEqual(one)
})
