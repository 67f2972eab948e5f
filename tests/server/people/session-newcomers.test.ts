import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { keyedHash } from '../../../server/base/keyedHash.ts'
import { insertCode } from '../../../server/messaging/codes.ts'
import { networkHash } from '../../../server/http/limits/shared.ts'
import { isPassword } from '../../../server/people/session/passwords.ts'
import { changeSetting } from '../../../server/database/settings/store.ts'
import { makeWorld } from '../../support/world.ts'

const MINUTE = 60_000
const EMAIL = 'new@example.com'
const PASSWORD = 'correct horse'
const HERE = '192.0.2.1'
const CODE = '123456'

/** A site that gives new users no account. */
async function site() {
  const made = await makeWorld()
  const { app, db, secret, clock } = made
  await changeSetting(db, 'account', { accountForNewUser: { isEnable: false } })
  for (const table of ['attempt', 'session'] as const) await db.deleteFrom(table).execute()
  const send = async (
    url: string,
    payload: object,
    { from = HERE, key = '' }: { from?: string; key?: string } = {},
  ) => {
    const headers = key ? { 'idempotency-key': key } : {}
    const method = 'POST' as const
    const reply = await app.inject({ method, url, remoteAddress: from, payload, headers })
    return [reply.statusCode, reply.payload]
  }
  const keepCode = (email = EMAIL, code = CODE) => {
    const codeHash = keyedHash(secret, `signUp:${email}`, code)
    return insertCode(db, { email, codeHash, now: clock.at, network: '' }, HERE)
  }
  const signUp = (more: object = {}, options = {}) =>
    send('/api/home/signup', { email: EMAIL, password: PASSWORD, code: CODE, ...more }, options)
  const counts = async (like: string) => {
    const rows = db.selectFrom('attempt').select(['key', 'count']).where('key', 'like', like)
    return (await rows.orderBy('key').execute()).map(({ count }) => count)
  }
  const users = () => db.selectFrom('user').selectAll().where('id', '>', 1).orderBy('id').execute()
  return { ...made, keepCode, signUp, counts, users }
}

describe('signing up', () => {
  test('keeps the user, the event, the session and the network', async () => {
    const { db, clock, secret, woken, keepCode, signUp, users, counts } = await site()
    await keepCode()
    await keepCode('other@example.com')
    expect(await signUp({ code: ` ${CODE} ` })).toEqual([200, 'normal'])
    const [user] = await users()
    expect(user).toMatchObject({
      username: EMAIL,
      email: EMAIL,
      type: 'normal',
      groupId: 0,
      telegram: null,
      createTime: clock.at,
      lastLogin: clock.at,
    })
    expect(await isPassword(PASSWORD, EMAIL, user!.passwordHash)).toBe(true)
    const { id } = user!
    expect(await db.selectFrom('event').selectAll().execute()).toMatchObject([
      {
        kind: 'signUp',
        userId: null,
        subjectId: id,
        effect: `signUp:${id}`,
        data: JSON.stringify({ email: EMAIL }),
        createTime: clock.at,
      },
    ])
    expect(await db.selectFrom('session').select('userId').execute()).toEqual([{ userId: id }])
    expect(await db.selectFrom('knownNetwork').selectAll().execute()).toEqual([
      { userId: id, network: networkHash({ secret, client: HERE }), lastTime: clock.at },
    ])
    expect(await db.selectFrom('mailCode').select('email').execute()).toEqual([
      { email: 'other@example.com' },
    ])
    expect(await db.selectFrom('account').selectAll().execute()).toEqual([])
    expect(woken.times).toBe(0)
    expect(await counts('signUp:%')).toEqual([0])
  })

  test('with a short password is refused before any guess counts', async () => {
    const { keepCode, signUp, counts } = await site()
    await keepCode()
    expect(await signUp({ password: '1234567' })).toEqual([403, 'password too short'])
    expect(await counts('%')).toEqual([])
    expect(await signUp({ password: 'qm3-vz7k' })).toEqual([200, 'normal'])
  })

  test('with a wrong code, another’s, or none that was mailed is refused in one word', async () => {
    const { keepCode, signUp, users } = await site()
    await keepCode('other@example.com')
    expect(await signUp()).toEqual([403, 'wrong code'])
    await keepCode(EMAIL, '654321')
    expect(await signUp()).toEqual([403, 'wrong code'])
    expect(await users()).toEqual([])
    expect(await signUp({ code: '654321' })).toEqual([200, 'normal'])
  })

  test('of a client is refused after a hundred that failed, for ten minutes', async () => {
    const { db, clock, keepCode, signUp } = await site()
    for (let time = 0; time < 99; time += 1)
      expect(await signUp({ email: `${time}@example.com` })).toEqual([403, 'wrong code'])
    await keepCode()
    expect(await signUp()).toEqual([200, 'normal'])
    expect(await signUp({ email: 'last@example.com' })).toEqual([403, 'wrong code'])
    await keepCode('a@example.com')
    expect(await signUp({ email: 'a@example.com' })).toEqual([403, ''])
    expect(await signUp({ email: 'a@example.com' }, { from: '192.0.2.2' })).toEqual([200, 'normal'])
    clock.add(10 * MINUTE - 1)
    await keepCode('b@example.com')
    expect(await signUp({ email: 'b@example.com' })).toEqual([403, ''])
    clock.add(1)
    expect(await signUp({ email: 'b@example.com' })).toEqual([200, 'normal'])
    const groups = await db.selectFrom('user').select('groupId').where('id', '>', 1).execute()
    expect(groups).toEqual([{ groupId: 0 }, { groupId: 0 }, { groupId: 0 }])
  })

  test.each([
    [4, 4],
    [9, 0],
    [0, 0],
  ])('with the group %d as the usual one moves to %d', async (defaultGroup, groupId) => {
    const { db, keepCode, signUp, users } = await site()
    await db
      .insertInto('userGroup')
      .values([
        { id: 4, name: 'Four' },
        { id: 5, name: 'Five' },
      ])
      .execute()
    const accountForNewUser = { isEnable: false }
    await changeSetting(db, 'account', { defaultGroup, accountForNewUser })
    await keepCode()
    expect(await signUp()).toEqual([200, 'normal'])
    expect(await users()).toMatchObject([{ groupId }])
  })

  test('while registration is closed is refused without a word, and leaves the code', async () => {
    const { db, keepCode, signUp, users } = await site()
    const signUpOff = { signUp: { isEnable: false }, accountForNewUser: { isEnable: false } }
    await changeSetting(db, 'account', signUpOff)
    await keepCode()
    expect(await signUp()).toEqual([403, ''])
    expect(await users()).toEqual([])
    await changeSetting(db, 'account', { accountForNewUser: { isEnable: false } })
    expect(await signUp()).toEqual([200, 'normal'])
  })

  test('sent again with its key logs in, as long as the password is that', async () => {
    const { db, keepCode, signUp, users } = await site()
    await keepCode()
    const key = randomUUID()
    expect(await signUp({}, { key })).toEqual([200, 'normal'])
    expect(await signUp({}, { key })).toEqual([200, 'normal'])
    expect(await users()).toHaveLength(1)
    expect(await db.selectFrom('session').selectAll().execute()).toHaveLength(2)
    await db.updateTable('user').set({ passwordHash: '' }).execute()
    expect(await signUp({}, { key })).toEqual([403, 'user exists'])
  })
})
