import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../server/base/config.ts'
import { removeOldNetworks } from '../../../server/people/session/networks.ts'
import { hashPassword } from '../../../server/people/session/passwords.ts'
import { newSetupLink } from '../../../server/people/login/setup.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const EMAIL = 'ann@example.com'
const PASSWORD = 'correct horse'

/** What a login from an address comes to, in one word. */
async function from({ app }: { app: FastifyInstance }, remoteAddress: string, password = PASSWORD) {
  const payload = { email: EMAIL, password }
  const url = '/api/home/login'
  const reply = await app.inject({ method: 'POST', url, remoteAddress, payload })
  return reply.statusCode === 200 ? 'in' : reply.payload
}

async function oneUser(passwordHash?: string) {
  const world = await makeWorld()
  const user = await world.person({
    email: EMAIL,
    passwordHash: passwordHash ?? (await hashPassword(PASSWORD)),
  })
  const logIn = (email = EMAIL, password = PASSWORD) =>
    world.as(null).POST('/api/home/login', { body: { email, password } })
  return { world, user, logIn }
}

describe('logIn', () => {
  test('gives a session and the kind of person', async () => {
    const { world, user, logIn } = await oneUser()
    const { data, response } = await logIn('Ann@Example.com')
    expect(data).toEqual({ type: 'normal', id: user.id })
    const cookie = response.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^sid=[\w-]{43};/)
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    const reply = await world.app.inject({
      url: '/api/home/login',
      headers: { cookie: cookie.split(';')[0] },
    })
    expect(reply.json()).toMatchObject({ status: 'normal', email: EMAIL })
  })

  test('keeps only a keyed hash of the session', async () => {
    const { world, logIn } = await oneUser()
    const { response } = await logIn()
    const value = response.headers.get('set-cookie')?.split(/[=;]/)[1] ?? ''
    const rows = await world.db.selectFrom('session').select('id').execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.id).not.toContain(value)
  })

  test.each([
    ['an unknown person', 'who@example.com', PASSWORD, 'user not exists'],
    ['a wrong password', EMAIL, 'wrong', 'invalid password'],
    ['what is no address', 'ann', PASSWORD, 'invalid body'],
    ['an empty password', EMAIL, '', 'invalid body'],
  ])('refuses %s', async (_who, email, password, word) => {
    const { logIn } = await oneUser()
    const { response, error } = await logIn(email, password)
    expect([response.status, error]).toEqual([403, word])
  })

  test('refuses a body that is no form of a login, in its own word', async () => {
    const { world } = await oneUser()
    for (const payload of ['', '{', '[]', 'null', '{"email":5}', '"x"']) {
      const headers = { 'content-type': 'application/json' }
      const reply = await world.app.inject({
        method: 'POST',
        url: '/api/home/login',
        headers,
        payload,
      })
      expect([payload, reply.statusCode, reply.payload]).toEqual([payload, 403, 'invalid body'])
    }
  })

  test('closes for a minute after five wrong passwords, also to the right one', async () => {
    const { world, logIn } = await oneUser()
    for (let time = 0; time < 5; time++)
      expect((await logIn(EMAIL, 'wrong')).error).toBe('invalid password')
    expect((await logIn()).error).toBe('password retry out of limit')
    world.clock.add(60_001)
    expect((await logIn()).response.status).toBe(200)
  })

  test('closes for an hour after twenty, and opens for the network that never was shut', async () => {
    const { world, logIn } = await oneUser()
    for (let time = 0; time < 20; time++) {
      expect((await logIn(EMAIL, 'wrong')).error).toBe('invalid password')
      world.clock.add(60_001)
    }
    expect((await logIn()).error).toBe('password retry out of limit')
    expect(await from(world, '192.0.2.2')).toBe('in')
    world.clock.add(40 * 60_000)
    expect((await logIn()).response.status).toBe(200)
  })

  test('slows many networks down together, but not one the person has logged in from', async () => {
    const { world } = await oneUser()
    expect(await from(world, '192.0.2.1')).toBe('in')
    const guess = (at: number) => from(world, `198.51.100.${at}`, 'wrong')
    for (let at = 0; at < 100; at++) expect(await guess(at)).toBe('invalid password')
    expect(await guess(100)).toBe('password retry out of limit')
    expect(await from(world, '192.0.2.2')).toBe('password retry out of limit')
    expect(await from(world, '192.0.2.1')).toBe('in')
    // Known for ninety days, and only by a hash.
    const networks = await world.db.selectFrom('knownNetwork').selectAll().execute()
    expect(JSON.stringify(networks)).not.toContain('192.0.2')
    world.clock.add(90 * 86_400_000)
    for (let at = 0; at < 100; at++) await guess(at)
    expect(await from(world, '192.0.2.1')).toBe('password retry out of limit')
    await removeOldNetworks(world.db, world.clock.at)
    expect(await world.db.selectFrom('knownNetwork').selectAll().execute()).toEqual([])
  })

  test('wrong proofs in a session stop that session, and no login', async () => {
    const { world, user, logIn } = await oneUser()
    const change = (password: string) =>
      world.as(user).POST('/api/user/changePassword', {
        body: { password, newPassword: 'another horse' },
      })
    for (let time = 0; time < 5; time++)
      expect((await change('wrong')).error).toBe('invalid password')
    expect((await change(PASSWORD)).error).toBe('password retry out of limit')
    expect((await logIn()).response.status).toBe(200)
    world.clock.add(60_000)
    expect((await change(PASSWORD)).data).toBe('success')
  })

  test('takes an address with blanks around it, and one of before', async () => {
    const { world, logIn } = await oneUser()
    expect((await logIn(' ANN@example.com\t')).response.status).toBe(200)
    const passwordHash = await hashPassword('old')
    await world.person({ email: 'a"b@example.com', passwordHash })
    expect((await logIn('a"b@example.com', 'old')).response.status).toBe(200)
  })

  test('counts tries made at the same moment', async () => {
    const { logIn } = await oneUser()
    const words = await Promise.all(
      Array.from({ length: 12 }, async () => (await logIn(EMAIL, 'wrong')).error),
    )
    expect(words.filter((word) => word === 'invalid password')).toHaveLength(5)
  })

  test('limits an address that tries many names', async () => {
    const { logIn } = await oneUser()
    const words = new Set<unknown>()
    for (let time = 0; time < 101; time++) words.add((await logIn(`who${time}@example.com`)).error)
    expect(words).toContain('password retry out of limit')
  })

  test('accepts a password stored the old way, and stores it again', async () => {
    const old = createHash('md5')
      .update(PASSWORD + EMAIL)
      .digest('hex')
    const { world, logIn } = await oneUser(old)
    expect((await logIn()).response.status).toBe(200)
    const { passwordHash } = await world.db
      .selectFrom('user')
      .select('passwordHash')
      .where('email', '=', EMAIL)
      .executeTakeFirstOrThrow()
    expect(passwordHash).toMatch(/^\$argon2id\$/)
    expect((await logIn()).response.status).toBe(200)
  })

  test('ends the session there was, even when it fails', async () => {
    const { world, user } = await oneUser()
    await world.as(user).POST('/api/home/login', { body: { email: EMAIL, password: 'wrong' } })
    expect((await world.as(user).GET('/api/user/account')).response.status).toBe(401)
  })

  test('wants to know its own address in full', () => {
    expect(() => readConfig({ SITE: 'example.com:8080' })).toThrow('SITE must be an address')
    expect(readConfig({ SITE: 'https://example.com/' }).site).toBe('https://example.com')
  })

  test('refuses the page of another site', async () => {
    const { world } = await oneUser()
    const reply = await world.app.inject({
      method: 'POST',
      url: '/api/home/login',
      headers: { origin: 'https://evil.example' },
      payload: { email: EMAIL, password: PASSWORD },
    })
    expect(reply.statusCode).toBe(403)
  })
})

describe('getStatus', () => {
  test('shows a visitor the site only', async () => {
    const { world } = await oneUser()
    const { data } = await world.as(null).GET('/api/home/login')
    expect(data).not.toHaveProperty('status')
    expect(data).toMatchObject({
      title: 'Sluice',
      themePrimary: 'blue',
      site: 'http://test',
      setup: false,
    })
  })

  test('shows a visitor whether there is help for everybody', async () => {
    const { world } = await oneUser()
    const help = async () => (await world.as(null).GET('/api/home/login')).data?.help
    const publish = (position: string) =>
      world
        .as(mainAdmin)
        .POST('/api/admin/article', { body: { title: 'How', content: '', position } })
    await publish('help')
    expect(await help()).toBe(false)
    await publish('public')
    expect(await help()).toBe(true)
  })

  test('reports to an admin who they are', async () => {
    const { world } = await oneUser()
    const admin = await world.person({ type: 'admin' })
    expect((await world.as(admin).GET('/api/home/login')).data).toMatchObject({
      status: 'admin',
      id: admin.id,
    })
  })
})

describe('logOut', () => {
  test('ends the session', async () => {
    const { world, user } = await oneUser()
    expect((await world.as(user).POST('/api/home/logout')).data).toBe('success')
    expect((await world.as(user).GET('/api/user/account')).response.status).toBe(401)
  })
})

async function freshSite() {
  const world = await makeWorld()
  await world.db.deleteFrom('user').execute()
  const token = (await newSetupLink(world.world))?.split('/').at(-1) ?? ''
  const form = {
    token,
    email: 'Boss@Example.com',
    password: 'long enough',
    title: 'North',
    language: 'en-US' as const,
  }
  return { world, token, form }
}

describe('getSetup', () => {
  test('knows its link, and no other', async () => {
    const { world, token } = await freshSite()
    const ask = (query: { token: string }) =>
      world.as(null).GET('/api/home/setup', { params: { query } })
    expect((await ask({ token })).data).toBe('success')
    expect((await ask({ token: `${token.slice(1)}x` })).error).toBe('link used')
  })
})

describe('setUp', () => {
  test('makes the main admin and names the site, once', async () => {
    const { world, form } = await freshSite()
    const send = () => world.as(null).POST('/api/home/setup', { body: form })
    const replies = await Promise.all([send(), send(), send()])
    expect(replies.filter(({ data }) => data?.id === 1)).toHaveLength(1)
    expect((await send()).error).toBe('link used')
    expect((await world.as(null).GET('/api/home/login')).data).toMatchObject({
      title: 'North',
      language: 'en-US',
      setup: false,
    })
    const group = world.db.selectFrom('userGroup').select('name').where('id', '=', 0)
    expect(await group.executeTakeFirst()).toEqual({ name: 'Default group' })
    const { data } = await world
      .as(null)
      .POST('/api/home/login', { body: { email: 'boss@example.com', password: form.password } })
    expect(data).toEqual({ type: 'admin', id: 1 })
  })

  test('wants a password of eight characters', async () => {
    const { world, form } = await freshSite()
    const { response, error } = await world
      .as(null)
      .POST('/api/home/setup', { body: { ...form, password: 'short' } })
    expect([response.status, error]).toEqual([403, 'password too short'])
  })

  test('is over when there is a main admin', async () => {
    const world = await makeWorld()
    expect(await newSetupLink(world.world)).toBeUndefined()
  })
})
