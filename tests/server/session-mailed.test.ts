import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { codeOf, insertCode, keyedHash } from '../../server/session/codes.ts'
import { insertResetLink } from '../../server/session/links.ts'
import { keepNetwork, networkHash } from '../../server/session/networks.ts'
import { isPassword } from '../../server/session/passwords.ts'
import { changeSetting } from '../../server/settings/store.ts'
import { openSmtp } from '../support/smtp.ts'
import { mainAdmin, makeWorld } from '../support/world.ts'

const MINUTE = 60_000
const EMAIL = 'new@example.com'
const PASSWORD = 'correct horse'
const HERE = '192.0.2.1'
const CODE = '123456'

/** A site that can write mails, though none goes out. */
async function site() {
  const [made, smtp] = await Promise.all([makeWorld(), openSmtp()])
  const { app, db, secret, clock } = made
  await made.as(mainAdmin).PUT('/api/admin/setting/mailServer', { body: smtp.setting })
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
  const ask = (email = EMAIL, more: object = {}, from = HERE) =>
    send('/api/home/code', { email, ...more }, { from })
  const mails = () => db.selectFrom('mail').selectAll().orderBy('id').execute()
  const counts = async (like: string) => {
    const rows = db.selectFrom('attempt').select(['key', 'count']).where('key', 'like', like)
    return (await rows.orderBy('key').execute()).map(({ count }) => count)
  }
  const users = () => db.selectFrom('user').selectAll().where('id', '>', 1).orderBy('id').execute()
  return { ...made, send, keepCode, signUp, ask, mails, counts, users }
}

describe('asking for a code', () => {
  test('mails the code of that moment, once', async () => {
    const { clock, secret, ask, mails, counts, db } = await site()
    expect(await ask()).toEqual([200, 'success'])
    const code = codeOf(secret, EMAIL, clock.at)
    expect(await mails()).toMatchObject([
      {
        kind: 'code',
        recipient: EMAIL,
        userId: null,
        createTime: clock.at,
        content: expect.stringContaining(`[ ${code} ]`),
      },
    ])
    expect(await db.selectFrom('mailCode').selectAll().execute()).toEqual([
      {
        email: EMAIL,
        codeHash: keyedHash(secret, `signUp:${EMAIL}`, code),
        tries: 0,
        createTime: clock.at,
        network: networkHash({ secret, client: HERE }),
      },
    ])
    expect(await counts('mail:%')).toEqual([1, 1, 1])
    // Nothing goes out the second time, so nothing counts.
    expect(await ask()).toEqual([200, 'success'])
    expect(await mails()).toHaveLength(1)
    expect(await counts('mail:%')).toEqual([1, 1, 1])
  })

  test('mails nothing again that another secret has made', async () => {
    const { clock, db, ask, mails } = await site()
    await ask()
    await db.updateTable('mailCode').set({ codeHash: 'of another secret' }).execute()
    clock.add(110_000)
    expect(await ask()).toEqual([200, 'success'])
    expect(await mails()).toHaveLength(1)
  })

  test('of somebody who is registered mails the way to the login', async () => {
    const { person, ask, mails } = await site()
    await person({ email: EMAIL })
    await ask()
    const [mail] = await mails()
    expect(mail?.content).toContain('http://test/home/login')
    expect(mail?.content).not.toMatch(/\d{6}/)
  })

  test('is refused in its word when a client has had its mails', async () => {
    const { ask } = await site()
    for (let at = 0; at < 20; at += 1) await ask(`${at}@example.com`)
    expect(await ask()).toEqual([403, 'send email out of limit'])
    expect(await ask(EMAIL, {}, '192.0.2.2')).toEqual([200, 'success'])
  })

  test('with codes of an invitation that do not hold is refused after thirty, for ten minutes', async () => {
    const { db, clock, person, ask, counts } = await site()
    await changeSetting(db, 'account', { signUp: { isEnable: false } })
    const ref = { useRef: true, useWhenSignupClose: true, refNumber: 1, refUserNumber: 1 }
    await changeSetting(db, 'ref', ref)
    const { id: sourceUserId } = await person()
    const code = { code: '0123456789', sourceUserId, maxUser: 9, createTime: 0 }
    await db.insertInto('refCode').values(code).execute()
    const right = { refCode: '0123456789' }
    expect(await ask()).toEqual([403, 'signup close'])
    for (let time = 0; time < 29; time += 1)
      expect(await ask(EMAIL, { refCode: '999' })).toEqual([403, 'invalid ref code'])
    expect(await ask(EMAIL, right)).toEqual([200, 'success'])
    expect(await counts('referral:%')).toEqual([29])
    expect(await ask(EMAIL, { refCode: '999' })).toEqual([403, 'invalid ref code'])
    expect(await ask(EMAIL, right)).toEqual([403, ''])
    expect(await ask(EMAIL, right, '192.0.2.2')).toEqual([200, 'success'])
    clock.add(10 * MINUTE - 1)
    expect(await ask(EMAIL, right)).toEqual([403, ''])
    clock.add(1)
    expect(await ask(EMAIL, right)).toEqual([200, 'success'])
    await changeSetting(db, 'ref', { ...ref, useRef: false })
    expect(await ask(EMAIL, right)).toEqual([403, 'signup close'])
  })
})

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
    expect(await signUp({ password: '12345678' })).toEqual([200, 'normal'])
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

  test('of a client is refused after thirty that failed, for ten minutes', async () => {
    const { db, clock, keepCode, signUp } = await site()
    for (let time = 0; time < 29; time += 1)
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

describe('a lost password', () => {
  const url = '/api/home/password/sendEmail'
  const token = 'f'.repeat(32)
  async function forgetful() {
    const made = await site()
    const user = await made.person({ email: 'ann@example.com', passwordHash: 'old' })
    const ask = (email = 'ann@example.com', from = HERE) => made.send(url, { email }, { from })
    const keepLink = (name = token, userId = user.id) => {
      const tokenHash = keyedHash(made.secret, 'reset', name)
      return insertResetLink(made.db, { userId, tokenHash, now: made.clock.at })
    }
    const reset = (name = token, password = PASSWORD, from = HERE) =>
      made.send('/api/home/password/reset', { token: name, password }, { from })
    return { ...made, user, asked: ask, keepLink, reset }
  }

  test('is mailed a link, to its owner and once', async () => {
    const { db, user, clock, secret, asked, mails, counts } = await forgetful()
    expect(await asked()).toEqual([200, 'success'])
    const [mail, ...more] = await mails()
    const recipient = 'ann@example.com'
    expect([mail, more]).toMatchObject([
      { kind: 'reset', recipient, userId: user.id, createTime: clock.at },
      [],
    ])
    const [, made = ''] =
      /http:\/\/test\/home\/password\/reset\/([0-9a-f]{32})/.exec(mail?.content ?? '') ?? []
    expect(await db.selectFrom('resetLink').selectAll().execute()).toEqual([
      { userId: user.id, tokenHash: keyedHash(secret, 'reset', made), createTime: clock.at },
    ])
    expect(await counts('mail:%')).toEqual([1, 1, 1])
    expect(await asked()).toEqual([403, 'already send'])
    expect(await counts('mail:%')).toEqual([1, 1, 1])
    expect(await counts('resetLink:%')).toEqual([0])
  })

  test('is asked for in vain thirty times in ten minutes', async () => {
    const { clock, asked } = await forgetful()
    for (let time = 0; time < 30; time += 1)
      expect(await asked('who@example.com')).toEqual([403, 'user not exists'])
    expect(await asked()).toEqual([403, ''])
    expect(await asked('who@example.com', '192.0.2.2')).toEqual([403, 'user not exists'])
    clock.add(10 * MINUTE - 1)
    expect(await asked()).toEqual([403, ''])
    clock.add(1)
    expect(await asked()).toEqual([200, 'success'])
  })

  test('is mailed to whoever is known here, however many strangers have asked', async () => {
    const { world, db, user, asked } = await forgetful()
    const until = world.now() + 60 * MINUTE
    const flood = { key: 'mail:to:ann@example.com', count: 15, until }
    await db.insertInto('attempt').values(flood).execute()
    expect(await asked()).toEqual([403, ''])
    await keepNetwork({ ...world, client: HERE }, user.id)
    expect(await asked()).toEqual([200, 'success'])
  })

  test('is set anew by the link; nobody else’s session, link or password goes', async () => {
    const { db, secret, clock, user, person, cookieOf, keepLink, reset } = await forgetful()
    const other = await person({ passwordHash: 'theirs' })
    await keepLink()
    await keepLink('e'.repeat(32), other.id)
    for (const who of [user, other]) await cookieOf(who)
    expect(await reset(token, '1234567')).toEqual([403, 'password too short'])
    expect(await reset()).toEqual([200, 'success'])
    const people = await db
      .selectFrom('user')
      .select(['id', 'passwordHash'])
      .where('id', '>', 1)
      .orderBy('id')
      .execute()
    expect(people).toEqual([
      { id: user.id, passwordHash: expect.stringMatching(/^\$argon2id/) },
      { id: other.id, passwordHash: 'theirs' },
    ])
    expect(await db.selectFrom('session').select('userId').execute()).toEqual([
      { userId: other.id },
    ])
    expect(await db.selectFrom('resetLink').select('userId').execute()).toEqual([
      { userId: other.id },
    ])
    expect(await db.selectFrom('knownNetwork').selectAll().execute()).toEqual([
      { userId: user.id, network: networkHash({ secret, client: HERE }), lastTime: clock.at },
    ])
  })

  test('is guessed at by thirty links in ten minutes', async () => {
    const { clock, keepLink, reset, counts } = await forgetful()
    await keepLink()
    expect(await reset(token, '1234567')).toEqual([403, 'password too short'])
    expect(await counts('reset:%')).toEqual([0])
    for (let time = 0; time < 30; time += 1)
      expect(await reset(`${time}`.padStart(32, '0'))).toEqual([403, ''])
    expect(await reset()).toEqual([403, ''])
    clock.add(10 * MINUTE - 1)
    expect(await reset()).toEqual([403, ''])
    expect(await reset(token, PASSWORD, '192.0.2.2')).toEqual([200, 'success'])
  })
})
