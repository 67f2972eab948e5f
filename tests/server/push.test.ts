import { describe, expect, test } from 'vitest'
import { mainAdmin, makeWorld } from '../support/world.ts'

const CLIENT = '/api/push/client'
const data = { endpoint: 'https://push.example.com/abc', keys: { p256dh: 'key', auth: 'auth' } }

const rows = (world: Awaited<ReturnType<typeof makeWorld>>) =>
  world.db.selectFrom('pushClient').select(['userId', 'endpoint', 'auth']).execute()

describe('getPushKey', () => {
  test('gives admins one key that stays', async () => {
    const world = await makeWorld()
    const ask = async () => (await world.as(mainAdmin).GET('/api/push/key')).data?.publicKey
    const [first, second] = await Promise.all([ask(), ask()])
    expect(first).toMatch(/^[\w-]{80,}$/)
    expect(second).toBe(first)
    expect((await world.as(null).GET('/api/push/key')).response.status).toBe(401)
  })
})

describe('registerPushClient', () => {
  test("keeps an admin's browser once, with its newest keys", async () => {
    const world = await makeWorld()
    await world.as(mainAdmin).POST(CLIENT, { body: { data } })
    const newer = { ...data, keys: { ...data.keys, auth: 'newer' } }
    const { data: word } = await world.as(mainAdmin).POST(CLIENT, { body: { data: newer } })
    expect(word).toBe('success')
    expect(await rows(world)).toEqual([{ userId: 1, endpoint: data.endpoint, auth: 'newer' }])
  })

  test('removes the browser when somebody else uses it now', async () => {
    const world = await makeWorld()
    await world.as(mainAdmin).POST(CLIENT, { body: { data } })
    await world.as(await world.person()).POST(CLIENT, { body: { data } })
    expect(await rows(world)).toEqual([])
  })

  test('refuses what is no address of a push service', async () => {
    const world = await makeWorld()
    const body = { data: { ...data, endpoint: 'http://inside/' } }
    expect((await world.as(mainAdmin).POST(CLIENT, { body })).response.status).toBe(400)
  })
})

describe('removePushClient', () => {
  test.each([
    ['its body', { body: { data: { endpoint: data.endpoint } } }],
    ['its query', { params: { query: { data: JSON.stringify(data) } } }],
  ])('removes the browser named in %s', async (_where, request) => {
    const world = await makeWorld()
    await world.as(mainAdmin).POST(CLIENT, { body: { data } })
    expect((await world.as(null).DELETE(CLIENT, request)).data).toBe('success')
    expect(await rows(world)).toEqual([])
  })

  test('refuses a query that is no JSON', async () => {
    const world = await makeWorld()
    const { response } = await world.as(null).DELETE(CLIENT, { params: { query: { data: '{' } } })
    expect(response.status).toBe(400)
  })
})
