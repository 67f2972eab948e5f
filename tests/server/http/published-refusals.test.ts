import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { problems } from '#contract'
import { makeApp } from '../../../server/app/app.ts'
import { JSON_TYPE, people, populated, REQUEST, type Sent, TEXT } from '../../support/bothForms.ts'
import { mainAdmin } from '../../support/world.ts'

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
