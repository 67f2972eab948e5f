import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { networkHash } from '../../../server/http/limits/shared.ts'
import { hashPassword } from '../../../server/people/session/passwords.ts'
import { newLoginLink } from '../../../server/people/login/telegram.ts'
import { changeSetting } from '../../../server/database/settings/store.ts'
import { countsByKey } from '../../support/attempts.ts'
import { codeAt } from '../../support/codes.ts'
import { oneAdmin } from '../../support/factors.ts'
import { makeWorld } from '../../support/world.ts'

const MINUTE = 60_000
const WEEK = 7 * 86_400_000
const PASSWORD = 'correct horse'
const HERE = '192.0.2.1'

async function oneUser() {
  const made = await makeWorld()
  const { app, clock, db, secret } = made
  const passwordHash = await hashPassword(PASSWORD)
  const user = await made.person({ email: 'ann@example.com', passwordHash })
  const other = await made.person({ email: 'bob@example.com', passwordHash })
  const send = async (url: string, payload: object, remoteAddress = HERE, cookie = '') => {
    const headers = { cookie }
    const reply = await app.inject({ method: 'POST', url, remoteAddress, payload, headers })
    return { said: [reply.statusCode, reply.payload], headers: reply.headers, reply }
  }
  /** What a login of the user has left behind: last login, network and session. */
  const left = async () => ({
    logins: (await db.selectFrom('user').select('lastLogin').orderBy('id').execute()).map(
      ({ lastLogin }) => lastLogin,
    ),
    networks: await db.selectFrom('knownNetwork').selectAll().execute(),
    sessions: await db.selectFrom('session').selectAll().execute(),
  })
  /** The same, as it should be after this reply. */
  const entered = (set: unknown, { hasNetwork = true } = {}) => {
    const value = /sid=([\w-]+)/.exec(String(set))?.[1] ?? ''
    const id = createHmac('sha256', secret).update(value).digest('base64url')
    const network = { userId: user.id, network: networkHash({ secret, client: HERE }) }
    return {
      logins: [null, clock.at, null],
      networks: hasNetwork ? [{ ...network, lastTime: clock.at }] : [],
      sessions: [
        {
          id,
          userId: user.id,
          createTime: clock.at,
          expireTime: clock.at + WEEK,
          userAgent: 'lightMyRequest',
          // Of all these, only a device leaves no network.
          byMac: hasNetwork ? 0 : 1,
        },
      ],
    }
  }
  const counts = async (wanted: string) =>
    (await countsByKey(db, wanted))
      .filter(({ key }) => wanted === '%' || key === wanted)
      .map(({ count }) => count)
  return { ...made, user, other, send, left, entered, counts }
}

describe('a login by password', () => {
  const url = '/api/home/login'
  const right = { email: 'ann@example.com', password: PASSWORD }

  test('leaves a session of a week, the moment and the network', async () => {
    const { send, left, entered, counts } = await oneUser()
    const { said, headers } = await send(url, right)
    expect(said[0]).toBe(200)
    expect(headers['set-cookie']).toMatch(
      /^sid=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(await left()).toEqual(entered(headers['set-cookie']))
    for (const count of await counts('%')) expect(count).toBe(0)
  })

  test('that fails leaves nothing but its count, and takes the cookie away', async () => {
    const { user, cookieOf, send, left, counts } = await oneUser()
    const cookie = await cookieOf(user)
    const { said, headers } = await send(url, { ...right, password: 'wrong' }, HERE, cookie)
    expect(said).toEqual([403, 'invalid password'])
    expect(headers['set-cookie']).toMatch(/^sid=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970/)
    expect(await left()).toEqual({ logins: [null, null, null], networks: [], sessions: [] })
    expect(new Set(await counts('%'))).toEqual(new Set([1]))
  })

  test('of a client is refused after a hundred that failed, for a minute', async () => {
    const { world, clock, send } = await oneUser()
    const unknown = (time: number) => ({ email: `who${time}@example.com`, password: PASSWORD })
    for (let time = 0; time < 99; time += 1)
      expect((await send(url, unknown(time))).said).toEqual([403, 'user not exists'])
    expect((await send(url, right)).said[0]).toBe(200)
    // Who has been there before is let in.
    await world.db.deleteFrom('knownNetwork').execute()
    expect((await send(url, unknown(99))).said).toEqual([403, 'user not exists'])
    expect((await send(url, right)).said).toEqual([403, 'password retry out of limit'])
    expect((await send(url, right, '192.0.2.2')).said[0]).toBe(200)
    clock.add(MINUTE - 1)
    expect((await send(url, right)).said).toEqual([403, 'password retry out of limit'])
    clock.add(1)
    expect((await send(url, right)).said[0]).toBe(200)
  })

  test('that wants a code counts for nothing until the code is wrong', async () => {
    const { world, tryLogIn, withApp } = await oneAdmin()
    const { secret } = await withApp()
    for (let time = 0; time < 25; time += 1) expect(await tryLogIn()).toBe('second factor required')
    const counts = async () => {
      const rows = world.db.selectFrom('attempt').select('count').where('key', 'like', 'login:%')
      return (await rows.execute()).map(({ count }) => count)
    }
    expect(await counts()).toEqual([0, 0])
    const code = codeAt(secret, world.clock.at)
    expect(await tryLogIn(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))).toBe(
      'wrong code',
    )
    expect(await counts()).toEqual([1, 1])
    const known = world.db.selectFrom('knownNetwork').selectAll()
    expect(await known.execute()).toEqual([])
    expect(await tryLogIn(code)).toBe('in')
    expect(await counts()).toEqual([1, 1])
  })
})

describe('a login by device', () => {
  const url = '/api/home/macLogin'
  async function withDevice() {
    const site = await oneUser()
    await changeSetting(site.db, 'account', { macAccount: true })
    const device = { accountId: null, serverId: null, createTime: 0 }
    await site.db
      .insertInto('macAccount')
      .values([
        { ...device, mac: '0a1b2c3d4e5f', userId: site.user.id },
        { ...device, mac: '0a1b2c3d4e60', userId: site.other.id },
      ])
      .execute()
    return site
  }

  test('leaves a session and the moment, and no network: an address proves little', async () => {
    const { send, left, entered, counts } = await withDevice()
    const { said, headers } = await send(url, { mac: '0A-1B-2C-3D-4E-5F' })
    expect(said).toEqual([200, 'success'])
    expect(await left()).toEqual(entered(headers['set-cookie'], { hasNetwork: false }))
    expect(await counts('mac:192.0.2.1')).toEqual([0])
    expect(await counts('%')).toEqual([0])
  })

  test('of a client is refused after ten unknown devices, for two minutes', async () => {
    const { clock, send } = await withDevice()
    const right = { mac: '0a1b2c3d4e5f' }
    for (let time = 0; time < 9; time += 1)
      expect((await send(url, { mac: `0a1b2c3d4e1${time}` })).said).toEqual([403, ''])
    expect((await send(url, right)).said).toEqual([200, 'success'])
    expect((await send(url, { mac: '0a1b2c3d4e99' })).said).toEqual([403, ''])
    expect((await send(url, right)).said).toEqual([403, ''])
    expect((await send(url, right, '192.0.2.2')).said).toEqual([200, 'success'])
    clock.add(2 * MINUTE - 1)
    expect((await send(url, right)).said).toEqual([403, ''])
    clock.add(1)
    expect((await send(url, right)).said).toEqual([200, 'success'])
  })
})

describe('a login by a link of the messaging service', () => {
  const url = '/api/user/telegram/login'
  const tokenOf = async ({ world, user }: Awaited<ReturnType<typeof oneUser>>) =>
    ((await newLoginLink(world, user.id)) ?? '').split('/').at(-1) ?? ''

  test('leaves a session, the moment and the network, and uses up that link only', async () => {
    const site = await oneUser()
    const { world, other, send, left, entered, counts, db } = site
    await newLoginLink(world, other.id)
    const token = await tokenOf(site)
    site.clock.add(5 * MINUTE - 1)
    const { said, headers } = await send(url, { token })
    expect(said).toEqual([200, 'success'])
    expect(await left()).toEqual(entered(headers['set-cookie']))
    expect(await counts('telegramLogin:192.0.2.1')).toEqual([0])
    const tokens = await db.selectFrom('telegramToken').select('userId').execute()
    expect(tokens).toEqual([{ userId: other.id }])
  })

  test('is over after five minutes, and ends the login there was', async () => {
    const site = await oneUser()
    const token = await tokenOf(site)
    const cookie = await site.cookieOf(site.user)
    site.clock.add(5 * MINUTE)
    expect((await site.send(url, { token }, HERE, cookie)).said).toEqual([403, ''])
    expect((await site.left()).sessions).toEqual([])
  })

  test('of a client is refused after twenty that failed, for two minutes', async () => {
    const site = await oneUser()
    const { clock, send } = site
    for (let time = 0; time < 19; time += 1)
      expect((await send(url, { token: `${time}` })).said).toEqual([403, ''])
    expect((await send(url, { token: await tokenOf(site) })).said).toEqual([200, 'success'])
    expect((await send(url, { token: 'last' })).said).toEqual([403, ''])
    expect((await send(url, { token: await tokenOf(site) })).said).toEqual([403, ''])
    const used = await tokenOf(site)
    expect((await send(url, { token: used }, '192.0.2.2')).said).toEqual([200, 'success'])
    clock.add(2 * MINUTE - 1)
    expect((await send(url, { token: await tokenOf(site) })).said).toEqual([403, ''])
    clock.add(1)
    expect((await send(url, { token: await tokenOf(site) })).said).toEqual([200, 'success'])
  })
})

test('logging out ends that session only, and takes the cookie away', async () => {
  const { user, other, cookieOf, send, left } = await oneUser()
  await cookieOf(other)
  const { said, headers } = await send('/api/home/logout', {}, HERE, await cookieOf(user))
  expect(said).toEqual([200, 'success'])
  expect(headers['set-cookie']).toMatch(/^sid=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970/)
  expect((await left()).sessions).toMatchObject([{ userId: other.id }])
})

test('a cookie without a session is not accepted, and none is set for it', async () => {
  const { app } = await oneUser()
  for (const cookie of ['sid=', 'sid=unknown', 'other=1']) {
    const reply = await app.inject({ url: '/api/user/account', headers: { cookie } })
    expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([401, undefined])
  }
})

test('a new password keeps what this browser is notified of, under its new session', async () => {
  const { db, user, cookieOf, send } = await oneUser()
  const cookie = await cookieOf(user)
  const [before] = await db.selectFrom('session').select('id').execute()
  const client = { auth: '', p256dh: '', createTime: 0, userId: user.id, sessionId: before!.id }
  await db
    .insertInto('pushClient')
    .values({ ...client, endpoint: 'https://push.example.com/1' })
    .execute()
  const body = { password: PASSWORD, newPassword: 'another horse' }
  const { said } = await send('/api/user/changePassword', body, HERE, cookie)
  expect(said).toEqual([200, 'success'])
  const [after, ...more] = await db.selectFrom('session').select('id').execute()
  expect([after!.id === before!.id, more]).toEqual([false, []])
  const clients = await db.selectFrom('pushClient').select('sessionId').execute()
  expect(clients).toEqual([{ sessionId: after!.id }])
})
