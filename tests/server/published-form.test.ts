import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CONTRACT, problems } from '#contract'
import { makeApp } from '../../server/app/app.ts'
import type { Caller } from '../../server/http/contract.ts'
import { anAccount } from '../support/make.ts'
import { mainAdmin, makeWorld } from '../support/world.ts'

type Sent = {
  method?: 'GET' | 'PUT' | 'POST' | 'DELETE'
  url: string
  payload?: object | string
  headers?: Record<string, string>
}

const published = (url: string) => url.replace('/api/', '/api/v1/')

/** A server with a customer, who has an account, and an admin of the customer's group. */
async function populated(env: NodeJS.ProcessEnv = {}) {
  const world = await makeWorld({ env })
  const { id: groupId } = await world.db
    .insertInto('userGroup')
    .values({ name: 'one', comment: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const admin = await world.person({ type: 'admin', groupId })
  const reader = world.db.updateTable('user').where('id', '=', admin.id)
  await reader.set({ rights: 'readOnly' }).execute()
  const user = await world.person({ groupId })
  const send = async (caller: Caller | null, { method = 'GET', url, payload, headers }: Sent) => {
    const cookie = caller ? { cookie: await world.cookieOf(caller) } : {}
    const all = { ...cookie, ...headers }
    return world.app.inject({
      method,
      url,
      headers: all,
      ...(payload !== undefined && { payload }),
    })
  }
  /** What a call is told at the address of consoles, and at the published one. */
  const both = async (caller: Caller | null, sent: Sent) => {
    const old = await send(caller, sent)
    const now = await send(caller, { ...sent, url: published(sent.url) })
    return {
      old: [old.statusCode, old.payload, old.headers['content-type']],
      now: [now.statusCode, now.json(), now.headers['content-type']] as [number, object, string],
    }
  }
  return { world, admin, user, send, both }
}

const TEXT = 'text/plain; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'
const REQUEST = expect.stringMatching(/^[\da-f-]{36}$/)
const LOG_IN = { method: 'POST', url: '/api/home/login' } as const

describe('a refusal', () => {
  test.each<
    [
      string,
      keyof Awaited<ReturnType<typeof people>>,
      Sent,
      [number, string, undefined?],
      [number, object],
    ]
  >([
    [
      'of a visitor',
      'nobody',
      { url: '/api/user/account' },
      [401, ''],
      [401, { code: 'not logged in' }],
    ],
    [
      'of another role',
      'user',
      { url: '/api/admin/user/1' },
      [401, ''],
      [401, { code: 'not logged in' }],
    ],
    [
      'of what a set of permissions leaves out',
      'admin',
      { method: 'POST', url: '/api/admin/messages/1', payload: { msg: 'Hello' } },
      [403, 'not permitted'],
      [403, { code: 'not permitted' }],
    ],
    [
      'of what only the main admin may do',
      'admin',
      { url: '/api/admin/setting/base' },
      [403, ''],
      [403, { code: 'not permitted' }],
    ],
    [
      'of an unknown id',
      'main',
      { url: '/api/admin/account/999' },
      [403, ''],
      [404, { code: 'no such thing' }],
    ],
    [
      'of an unknown id that is 404 in both forms',
      'main',
      { method: 'DELETE', url: '/api/admin/node/999' },
      [404, ''],
      [404, { code: 'no such thing' }],
    ],
    [
      'of an unknown address',
      'main',
      { url: '/api/nothing' },
      [404, '', undefined],
      [404, { code: 'no such call' }],
    ],
    [
      'of an unknown address that is sent to',
      'main',
      { method: 'POST', url: '/api/nothing' },
      [404, ''],
      [404, { code: 'no such call' }],
    ],
    [
      'of an address that is none',
      'nobody',
      { url: '/api/%zz' },
      [400, "'/api/%zz' is not a valid url component"],
      [400, { code: 'bad input' }],
    ],
    [
      'of a number that is none, with its place',
      'main',
      { url: '/api/admin/account/none' },
      [400, 'params/accountId must be integer'],
      [400, { code: 'bad input', field: 'accountId', message: 'params/accountId must be integer' }],
    ],
    [
      'of what is missing, with its name',
      'main',
      { method: 'POST', url: '/api/admin/group', payload: {} },
      [400, "body must have required property 'name'"],
      [400, { code: 'bad input', field: 'name' }],
    ],
    [
      'of a body that is no JSON',
      'main',
      {
        method: 'POST',
        url: '/api/admin/group',
        payload: '{',
        headers: { 'content-type': 'application/json' },
      },
      [400, "Body is not valid JSON but content-type is set to 'application/json'"],
      [400, { code: 'bad input' }],
    ],
    [
      'of what an operation has one word for',
      'nobody',
      { ...LOG_IN, payload: { email: 5, password: 'whatever' } },
      [403, 'invalid body'],
      [400, { code: 'bad input', field: 'email' }],
    ],
    [
      'with a word',
      'nobody',
      { ...LOG_IN, payload: { email: 'nobody@example.com', password: 'whatever' } },
      [403, 'user not exists'],
      [403, { code: 'user not exists', message: 'user not exists' }],
    ],
    [
      'of another site',
      'nobody',
      { ...LOG_IN, payload: {}, headers: { origin: 'https://evil.example' } },
      [403, 'another site'],
      [403, { code: 'another site' }],
    ],
    [
      'of too much',
      'nobody',
      { ...LOG_IN, payload: { email: 'x'.repeat(200_000) } },
      [413, 'Request body is too large'],
      [413, { code: 'too large' }],
    ],
  ])(
    '%s is text for consoles, and one body below the published address',
    async (_what, who, sent, old, now) => {
      const site = await populated()
      const answers = await site.both(people(site)[who], sent)
      expect(answers.old).toEqual([old[0], old[1], old.length > 2 ? old[2] : TEXT])
      const [status, problem, type] = answers.now
      expect([status, type]).toEqual([now[0], JSON_TYPE])
      expect(problem).toMatchObject({ ...now[1], request: REQUEST })
      expect((problem as { message: string }).message).not.toBe('')
    },
  )

  test('of what was tried too often says when it may be tried again', async () => {
    const site = await populated()
    const text = { method: 'POST', url: '/api/user/messages', payload: { msg: 'Hello?' } } as const
    let reply = await site.send(site.user, text)
    for (let tries = 0; tries < 100 && reply.statusCode === 200; tries++)
      reply = await site.send(site.user, text)
    expect([reply.statusCode, reply.payload]).toEqual([403, 'too many messages'])
    expect(reply.headers['retry-after']).toBeUndefined()
    site.world.clock.add(20_500)
    const { old, now } = await site.both(site.user, text)
    expect(old).toEqual([403, 'too many messages', TEXT])
    expect(now[0]).toBe(429)
    expect(now[1]).toMatchObject({ code: 'too many messages', retryAfter: 40 })
    site.world.clock.add(39_500)
    expect((await site.send(site.user, text)).statusCode).toBe(200)
  })

  test('over a change that came too late is 409', async () => {
    const site = await populated()
    const { revision: _revision, ...data } = (
      await site.send(mainAdmin, { url: '/api/admin/setting/base' })
    ).json()
    const payload = { data, revision: 'old' }
    const { old, now } = await site.both(mainAdmin, {
      method: 'PUT',
      url: '/api/admin/setting/base',
      payload,
    })
    expect(old).toEqual([409, 'changed meanwhile', TEXT])
    expect(now).toMatchObject([
      409,
      { code: 'changed meanwhile', message: 'changed meanwhile' },
      JSON_TYPE,
    ])
  })

  test('of a key for something else is 422', async () => {
    const site = await populated()
    const headers = { 'idempotency-key': '5f8c1c1e-6a0d-4d3e-9d2b-0c3b6f6f5a01' }
    const add = (name: string) =>
      ({
        method: 'POST',
        url: '/api/admin/group',
        payload: { name, comment: '' },
        headers,
      }) as const
    await site.send(mainAdmin, add('a'))
    const { old, now } = await site.both(mainAdmin, add('b'))
    expect(old).toEqual([422, 'key reused', TEXT])
    expect(now).toMatchObject([422, { code: 'key reused' }, JSON_TYPE])
  })

  test('by a server that cannot keep up says when to come back', async () => {
    const site = await populated({ OVERLOAD_MS: '100' })
    const app = await makeApp(site.world.world, { loopDelay: () => 101 })
    onTestFinished(() => app.close())
    const old = await app.inject('/api/admin/account')
    expect([old.statusCode, old.payload, old.headers['retry-after']]).toEqual([
      503,
      'server busy',
      '2',
    ])
    const now = await app.inject('/api/v1/admin/account')
    expect([now.statusCode, now.headers['retry-after']]).toEqual([503, '2'])
    expect(now.json()).toEqual({
      code: 'server busy',
      message: problems['server busy'],
      request: REQUEST,
      retryAfter: 2,
    })
  })

  test('by a database that takes no changes says that nothing was changed', async () => {
    const site = await populated()
    await site.world.cookieOf(mainAdmin)
    await sql`pragma query_only = 1`.execute(site.world.db)
    onTestFinished(async () => void (await sql`pragma query_only = 0`.execute(site.world.db)))
    const payload = { name: 'a', comment: '' }
    const { old, now } = await site.both(mainAdmin, {
      method: 'POST',
      url: '/api/admin/group',
      payload,
    })
    expect(old).toEqual([503, 'database not writable', TEXT])
    expect(now).toMatchObject([503, { code: 'database not writable', retryAfter: 60 }, JSON_TYPE])
    expect(JSON.stringify(now)).not.toContain('readonly')
  })

  test('by a fault says nothing of the fault', async () => {
    const site = await populated()
    const rename = (from: string, to: string) =>
      site.world.db.schema.alterTable(from).renameTo(to).execute()
    await rename('userGroup', 'gone')
    onTestFinished(() => rename('gone', 'userGroup'))
    const { old, now } = await site.both(mainAdmin, { url: '/api/admin/group' })
    expect(old).toEqual([500, '', TEXT])
    expect(now).toEqual([
      500,
      { code: 'failed', message: problems.failed, request: REQUEST },
      JSON_TYPE,
    ])
  })
})

const people = ({ admin, user }: { admin: Caller; user: Caller }) => ({
  nobody: null,
  user,
  admin,
  main: mainAdmin,
})

describe('what is done', () => {
  test('is a word for consoles, and nothing below the published address', async () => {
    const site = await populated()
    const sent = { method: 'POST', url: '/api/user/messages', payload: { msg: 'Hello' } } as const
    const old = await site.send(site.user, sent)
    expect([old.statusCode, old.payload, old.headers['content-type']]).toEqual([
      200,
      'success',
      TEXT,
    ])
    const now = await site.send(site.user, { ...sent, url: published(sent.url) })
    expect([now.statusCode, now.payload, now.headers['content-type']]).toEqual([204, '', undefined])
    expect(now.headers['contract-version']).toBe(CONTRACT)
  })

  test('without a word of its own is nothing as well', async () => {
    const { db, send, user, accountId } = await assigning()
    const now = await send(mainAdmin, {
      method: 'PUT',
      url: `/api/v1/admin/user/${user.id}/${accountId}`,
    })
    expect([now.statusCode, now.payload]).toEqual([204, ''])
    expect(await db.selectFrom('account').select('userId').executeTakeFirst()).toEqual({
      userId: user.id,
    })
  })

  test('is done once under a key, by whichever address it comes again', async () => {
    const { send } = await populated()
    const headers = { 'idempotency-key': '5f8c1c1e-6a0d-4d3e-9d2b-0c3b6f6f5a01' }
    const add = async (url: string) => {
      const payload = { name: 'friends', comment: '' }
      const reply = await send(mainAdmin, { method: 'POST', url, payload, headers })
      return [reply.statusCode, reply.payload, reply.headers['idempotency-replayed']]
    }
    expect(await add('/api/v1/admin/group')).toEqual([204, '', undefined])
    expect(await add('/api/admin/group')).toEqual([200, 'success', 'true'])
    expect(await add('/api/v1/admin/group')).toEqual([204, '', 'true'])
    const groups = (await send(mainAdmin, { url: '/api/admin/group' })).json()
    expect(groups.filter(({ name }: { name: string }) => name === 'friends')).toHaveLength(1)
  })

  test('is noted in the audit log as it is for consoles', async () => {
    const { send } = await populated()
    for (const base of ['/api', '/api/v1'])
      await send(mainAdmin, {
        method: 'POST',
        url: `${base}/admin/group`,
        payload: { name: 'a', comment: '' },
      })
    const { entries } = (await send(mainAdmin, { url: '/api/v1/admin/audit' })).json()
    const noted = entries.map(({ operation, subject }: Record<string, string>) => [
      operation,
      subject,
    ])
    expect(noted).toEqual([
      ['createGroup', 'userGroup'],
      ['createGroup', 'userGroup'],
    ])
  })

  test('is JSON where it may say more, with or without a revision', async () => {
    const { send } = await populated()
    const url = '/api/v1/admin/setting/base'
    const { revision, ...data } = (await send(mainAdmin, { url })).json()
    const save = (payload: object) => send(mainAdmin, { method: 'PUT', url, payload })
    const saved = await save({ data, revision })
    expect([saved.statusCode, saved.json()]).toEqual([200, { revision: expect.any(String) }])
    const blind = await save({ data })
    expect([blind.statusCode, blind.payload, blind.headers['content-type']]).toEqual([
      200,
      '{}',
      JSON_TYPE,
    ])
    expect(
      (await send(mainAdmin, { method: 'PUT', url: '/api/admin/setting/base', payload: { data } }))
        .payload,
    ).toBe('success')
  })
})

/** An account of nobody, to be given to somebody. */
async function assigning() {
  const { world, send, user } = await populated()
  return { db: world.db, send, user, accountId: await anAccount(world) }
}

describe('what is fetched', () => {
  test('is the same by both addresses: JSON, a table, and what has not changed', async () => {
    const { send } = await populated()
    for (const url of ['/api/admin/user?page=1', '/api/admin/user/csv', '/api/home/login']) {
      const [old, now] = [
        await send(mainAdmin, { url }),
        await send(mainAdmin, { url: published(url) }),
      ]
      expect([now.statusCode, now.payload, now.headers['content-type']]).toEqual([
        old.statusCode,
        old.payload,
        old.headers['content-type'],
      ])
    }
  })

  test('is found in any letter case, and nowhere else', async () => {
    const { send } = await populated()
    expect((await send(mainAdmin, { url: '/API/V1/admin/group/' })).statusCode).toBe(200)
    for (const url of [
      '/api/v1',
      '/api/v10/admin/group',
      '/api/v2/admin/group',
      '/api/v1/v1/admin/group',
      '/api/v1/api/admin/group',
    ])
      expect((await send(mainAdmin, { url })).statusCode, url).toBe(404)
  })
})
