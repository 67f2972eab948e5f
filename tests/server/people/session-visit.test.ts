import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { callerOf } from '../../../server/people/session/visit.ts'
import { hashPassword } from '../../../server/people/session/passwords.ts'
import { newSetupLink } from '../../../server/people/login/setup.ts'
import { removeOldSessions } from '../../../server/people/session/store.ts'
import { makeWorld } from '../../support/world.ts'

const DAY = 86_400_000
const WEEK = 7 * DAY
const HOST = 'http://test'

type World = Awaited<ReturnType<typeof makeWorld>>

/** Opens a session that ends at a moment; the cookie of its browser. */
async function openSession(world: World, userId: number, expireTime: number, name = 'one') {
  const id = createHmac('sha256', world.world.secret).update(name).digest('base64url')
  const row = { id, userId, createTime: world.clock.at, expireTime }
  await world.db.insertInto('session').values(row).execute()
  return { id, cookie: `sid=${name}` }
}

const sessions = (world: World) =>
  world.db.selectFrom('session').select(['id', 'userId', 'expireTime']).orderBy('userId').execute()

const visit = (world: World, cookie: string) =>
  world.app.inject({ url: '/api/user/account', headers: { cookie } })

describe('a session that is used', () => {
  test.each([
    ['is left as it is within a day of the last time', 6 * DAY, false],
    ['is left as it is at just a day', 6 * DAY, false],
    ['ends a week from now after more than a day', 6 * DAY - 1, true],
    ['ends a week from now in its last moment', 1, true],
  ])('%s', async (_what, left, rolls) => {
    const world = await makeWorld()
    const user = await world.person()
    const end = world.clock.at + left
    const { cookie } = await openSession(world, user.id, end)
    const reply = await visit(world, cookie)
    expect(reply.statusCode).toBe(200)
    const [row] = await sessions(world)
    expect(row?.expireTime).toBe(rolls ? world.clock.at + WEEK : end)
    // The browser is sent the new end as well, and keeps the same cookie until then.
    const set = String(reply.headers['set-cookie'] ?? '')
    expect(set.includes(`${cookie};`) && set.includes('Max-Age=604800')).toBe(rolls)
  })

  test('lasts as long as it is used once a week', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const { cookie } = await openSession(world, user.id, world.clock.at + WEEK)
    for (let week = 0; week < 5; week += 1) {
      world.clock.add(WEEK - 1)
      expect((await visit(world, cookie)).statusCode).toBe(200)
    }
    world.clock.add(WEEK - 1)
    expect((await visit(world, cookie)).statusCode).toBe(200)
    world.clock.add(WEEK)
    expect((await visit(world, cookie)).statusCode).toBe(401)
  })

  test('is over at its very end, and no visit brings it back', async () => {
    const world = await makeWorld()
    const user = await world.person()
    const { cookie } = await openSession(world, user.id, world.clock.at)
    expect((await visit(world, cookie)).statusCode).toBe(401)
    expect(await sessions(world)).toMatchObject([{ expireTime: world.clock.at }])
  })
})

describe('the cookie of a session', () => {
  test.each([
    ['http://test', undefined, false],
    ['https://test', undefined, true],
    ['http://test', 'https', true],
  ])('of the site %s behind %s is for TLS only: %s', async (site, proto, secure) => {
    const world = await makeWorld({ env: { SITE: site } })
    const user = await world.person()
    const { cookie } = await openSession(world, user.id, world.clock.at + DAY)
    const reply = await world.app.inject({
      url: '/api/user/account',
      headers: { cookie, ...(proto && { 'x-forwarded-proto': proto }) },
    })
    const set = String(reply.headers['set-cookie'])
    expect(set).toMatch(/HttpOnly.*SameSite=Lax/)
    expect(set.includes('Secure')).toBe(secure)
  })
})

/** Logins that do not end the browser's previous session. */
const entries = [
  [
    'setting the site up',
    async (world: World, headers: object) => {
      await world.db.deleteFrom('user').where('id', '=', 1).execute()
      const token = (await newSetupLink(world.world))?.split('/').at(-1)
      const body = { token, email: 'me@example.com', password: 'long enough', title: 'T' }
      return world.app.inject({
        method: 'POST',
        url: '/api/home/setup',
        headers: { origin: HOST, ...headers },
        payload: { ...body, language: 'en-US' },
      })
    },
  ],
  [
    'logging in',
    async (world: World, headers: object) => {
      const passwordHash = await hashPassword('right')
      await world.person({ email: 'me@example.com', passwordHash })
      return world.app.inject({
        method: 'POST',
        url: '/api/home/login',
        headers: { origin: HOST, ...headers },
        payload: { email: 'me@example.com', password: 'right' },
      })
    },
  ],
] as const

describe.each(entries)('%s in the browser of someone else', (_how, enter) => {
  test('ends their session, and what that browser was notified of', async () => {
    const world = await makeWorld()
    const other = await world.person()
    const { id, cookie } = await openSession(world, other.id, world.clock.at + DAY)
    const elsewhere = await openSession(world, other.id, world.clock.at + DAY, 'elsewhere')
    const client = { userId: other.id, auth: '', p256dh: '', createTime: 0 }
    await world.db
      .insertInto('pushClient')
      .values([
        { ...client, endpoint: 'https://push.example.com/1', sessionId: id },
        { ...client, endpoint: 'https://push.example.com/2', sessionId: elsewhere.id },
      ])
      .execute()
    const reply = await enter(world, { cookie })
    expect(reply.statusCode).toBe(200)
    expect((await visit(world, cookie)).statusCode).toBe(401)
    const fresh = String(reply.headers['set-cookie']).split(';')[0] ?? ''
    expect(fresh).not.toBe(cookie)
    const left = await sessions(world)
    expect(left.map((session) => session.id)).toContain(elsewhere.id)
    expect(left.map((session) => session.id)).not.toContain(id)
    expect(left).toHaveLength(2)
    const clients = await world.db.selectFrom('pushClient').select('sessionId').execute()
    expect(clients).toEqual([{ sessionId: elsewhere.id }])
  })
})

test.each([
  ['normal', 1, null, { roles: ['user'] }],
  ['admin', 1, 'readOnly', { roles: ['admin', 'mainAdmin'] }],
  ['admin', 2, null, { roles: ['admin'], rights: 'group' }],
  ['admin', 2, 'readOnly', { roles: ['admin'], rights: 'readOnly' }],
  ['normal', 2, 'group', { roles: ['user'] }],
] as const)('of the type %s the person %d with the set %s is %j', (type, id, rights, is) => {
  expect(callerOf({ id, type, groupId: 3, rights })).toEqual({ id, type, groupId: 3, ...is })
})

test('sessions that are over are removed, those that are not stay', async () => {
  const world = await makeWorld()
  const { id } = await world.person()
  const now = world.clock.at
  for (const [name, end] of [
    ['over', now - 1],
    ['just over', now],
    ['open', now + 1],
  ] as const)
    await openSession(world, id, end, name)
  await removeOldSessions(world.db, now)
  expect(await sessions(world)).toMatchObject([{ expireTime: now + 1 }])
})
