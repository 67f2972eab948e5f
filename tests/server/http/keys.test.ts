import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { idempotent } from '#contract'
import { removeOldKeys } from '../../../server/http/keys/store.ts'
import { makeShop } from '../../support/shop.ts'
import { everything, type Sent, sendWrite, WRITES } from '../../support/writes.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type Id = keyof typeof idempotent
const ids = Object.keys(idempotent) as Id[]

/** A reply without remaining times, and without whether Alipay moved money now. */
const lasting = (body: string) => body.replaceAll(/"(expiresIn|fundChange)":("\w+"|\d+)/g, '')

describe.each(ids)('%s', (id) => {
  test('is done once for a key, and answers again what it answered', async () => {
    const shop = await makeShop()
    const [sent, key] = [await WRITES[id](shop), randomUUID()]
    const before = await everything(shop)
    const first = await sendWrite(shop, id, sent, key)
    expect([first.statusCode, first.body]).toEqual([200, expect.anything()])
    const after = await everything(shop)
    expect(after).not.toEqual(before)
    const again = await sendWrite(shop, id, sent, key)
    expect([again.statusCode, lasting(again.body)]).toEqual([200, lasting(first.body)])
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(await everything(shop)).toEqual(after)
    if (first.headers['set-cookie']) expect(again.headers['set-cookie']).toBeDefined()
  })
})

const MANY: Id[] = ['signUp', 'createUser', 'redeemGiftcard', 'createGiftcardBatch', 'deleteUser']
test.each([...MANY, 'adjustAccountTime', 'refundAlipayOrder', 'createAlipayOrder'] as Id[])(
  '%s is sent twenty times at once with one key, and done once',
  async (id) => {
    const shop = await makeShop()
    const [sent, key] = [await WRITES[id](shop), randomUUID()]
    const all = Array.from({ length: 20 }, () => sendWrite(shop, id, sent, key))
    const replies = await Promise.all(all)
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(new Set(replies.map(({ body }) => lasting(body))).size).toBe(1)
    const after = await everything(shop)
    await sendWrite(shop, id, sent, key)
    expect(await everything(shop)).toEqual(after)
  },
)

const person = (email: string): Sent => ({
  as: mainAdmin,
  body: { email, password: 'long enough' },
})
const make = async (shop: Awaited<ReturnType<typeof makeShop>>, sent: Sent, key: string) => {
  const { statusCode, body } = await sendWrite(shop, 'createUser', sent, key)
  return [statusCode, body]
}

test('a key that named something else is refused, and nothing is done', async () => {
  const [shop, key] = [await makeShop(), randomUUID()]
  const [, made] = await make(shop, person('ann@example.com'), key)
  const after = await everything(shop)
  expect(await make(shop, person('bob@example.com'), key)).toEqual([422, 'key reused'])
  const { statusCode } = await sendWrite(
    shop,
    'createGroup',
    { as: mainAdmin, body: { name: 'A' } },
    key,
  )
  expect(statusCode).toBe(422)
  expect(await everything(shop)).toEqual(after)
  expect(await make(shop, person('ann@example.com'), key)).toEqual([200, made])
})

test('a key belongs to its caller', async () => {
  const [shop, key] = [await makeShop(), randomUUID()]
  await make(shop, person('ann@example.com'), key)
  const other = await shop.person({ type: 'admin' })
  expect(await make(shop, { ...person('ann@example.com'), as: other }, key)).toEqual([
    403,
    'user exists',
  ])
  expect((await make(shop, { ...person('bob@example.com'), as: other }, key))[0]).toBe(200)
})

test('a refusal leaves no key: it is decided again', async () => {
  const [shop, key] = [await makeShop(), randomUUID()]
  const ann = await shop.person({ email: 'ann@example.com' })
  expect(await make(shop, person('ann@example.com'), key)).toEqual([403, 'user exists'])
  await shop.db.deleteFrom('user').where('id', '=', ann.id).execute()
  expect((await make(shop, person('ann@example.com'), key))[0]).toBe(200)
})

test('a recharge code that does not work leaves no key', async () => {
  const [shop, key] = [await makeShop(), randomUUID()]
  const sent = { as: shop.customer, body: { password: 'nothing', accountId: null } }
  const { body } = await sendWrite(shop, 'redeemGiftcard', sent, key)
  expect(JSON.parse(body)).toMatchObject({ success: false })
  expect(await shop.db.selectFrom('requestKey').selectAll().execute()).toEqual([])
})

test('what is no UUID is no key', async () => {
  const shop = await makeShop()
  expect((await make(shop, person('ann@example.com'), 'again'))[0]).toBe(400)
})

test('a key holds for a week, to the moment', async () => {
  const [shop, key] = [await makeShop(), randomUUID()]
  await make(shop, person('ann@example.com'), key)
  shop.clock.add(7 * 86_400_000)
  await removeOldKeys(shop.db, shop.clock.at)
  expect((await make(shop, person('ann@example.com'), key))[0]).toBe(200)
  shop.clock.add(1)
  await removeOldKeys(shop.db, shop.clock.at)
  expect(await make(shop, person('ann@example.com'), key)).toEqual([403, 'user exists'])
})

test('the keys reveal neither the input nor a session', async () => {
  const [shop, key] = [await makeShop(), randomUUID()]
  const sent = await WRITES.signUp(shop)
  const { headers } = await sendWrite(shop, 'signUp', sent, key)
  const stored = JSON.stringify(await shop.db.selectFrom('requestKey').selectAll().execute())
  const cookie = /sid=([^;]+)/.exec(String(headers['set-cookie']))?.[1] ?? 'none'
  for (const secret of ['long enough', '123456', cookie]) expect(stored).not.toContain(secret)
})

test('a sign-up whose answer broke off after its cookie is answered again', async () => {
  const [shop, key] = [await makeShop(), randomUUID()]
  const sent = await WRITES.signUp(shop)
  const first = await sendWrite(shop, 'signUp', sent, key)
  // The browser has taken the cookie, though the answer never came.
  const [cookie] = String(first.headers['set-cookie']).split(';')
  const again = await sendWrite(shop, 'signUp', sent, key, { cookie })
  expect([again.statusCode, again.body]).toEqual([200, 'normal'])
  expect(again.headers['idempotency-replayed']).toBe('true')
})

test('a sign-up that is repeated opens no session once the password is another', async () => {
  const [shop, key] = [await makeShop(), randomUUID()]
  const sent = await WRITES.signUp(shop)
  await sendWrite(shop, 'signUp', sent, key)
  await shop.db.updateTable('user').set({ passwordHash: '' }).execute()
  const again = await sendWrite(shop, 'signUp', sent, key)
  expect([again.statusCode, again.body]).toEqual([403, 'user exists'])
  expect(again.headers['set-cookie']).not.toMatch(/sid=\w/)
})

test('a console of another allowed origin may send a key', async () => {
  const origin = 'https://console.example.com'
  const { app } = await makeWorld({ env: { ORIGINS: origin } })
  const headers = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,idempotency-key',
  }
  const reply = await app.inject({ method: 'OPTIONS', url: '/api/admin/group', headers })
  expect(reply.headers['access-control-allow-headers']).toContain('idempotency-key')
})
