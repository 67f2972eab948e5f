import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import document from '../../../openapi/made/openapi.json' with { type: 'json' }
import { type Document, operationsOf } from '../../../openapi/document.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const all = operationsOf(document as unknown as Document)
const LEAVING = ['logIn', 'logOut', 'setUp', 'changeAdminPassword']
// A read that takes its question in a body, where everything may be left out.
const READS = ['listAccounts', 'exportAccounts']
const JSON_TYPE = { 'content-type': 'application/json' }

/** How many inputs are generated; `INPUTS=20000` for a long run. */
const INPUTS = Number(process.env.INPUTS ?? 500)

async function populated() {
  const world = await makeWorld()
  const user = await world.person()
  const everything = async () => {
    const tables = [
      'user',
      'account',
      'server',
      'setting',
      'plan',
      'notice',
      'message',
      'placedOrder',
      'tag',
    ] as const
    return Promise.all(tables.map((table) => world.db.selectFrom(table).selectAll().execute()))
  }
  const callerOf = (allowed: readonly string[]) => (allowed.includes('user') ? user : mainAdmin)
  return { world, everything, callerOf }
}

/** The parameters of their addresses are text: a token, an address, a code. */
const NAMED_BY_TEXT = ['getSubscription', 'getIpInfo', 'visitReferral']

describe('bad input', () => {
  test('is refused with 4xx and changes nothing, with any input', async () => {
    const { world, everything, callerOf } = await populated()
    const before = await everything()
    const bodies = [
      '',
      '{',
      '[]',
      'null',
      '5',
      '"text"',
      '{"a":1}',
      `{"password":"${'x'.repeat(5000)}"}`,
      `{"data":[1]}`,
      '{"__proto__":{"x":1}}',
    ]
    const wrong: string[] = []
    for (const { id, method, path, operation, roles } of all) {
      if ([...LEAVING, ...READS].includes(id) || !operation.requestBody?.required) continue
      const cookie = await world.cookieOf(callerOf(roles))
      for (const payload of bodies) {
        // Some operations rightly accept an object that names nothing they know.
        if (payload === '{"a":1}' || payload.includes('__proto__')) continue
        const url = path.replaceAll(/{\w+}/g, '999999')
        const reply = await world.app.inject({
          method: method as 'post',
          url,
          headers: { ...JSON_TYPE, cookie },
          payload,
        })
        // A provider requires the plain word, with any status.
        const said = operation['x-invalid']
        if (said?.status === 200 && reply.payload === said.text) continue
        if (reply.statusCode < 400 || reply.statusCode >= 500)
          wrong.push(`${id} ${payload.slice(0, 30)}: ${reply.statusCode}`)
      }
    }
    expect(wrong).toEqual([])
    expect(await everything()).toEqual(before)
  })

  test('refuses a body that is too large', async () => {
    const { world } = await populated()
    const cookie = await world.cookieOf(mainAdmin)
    const payload = JSON.stringify({ password: 'x'.repeat(300_000) })
    const reply = await world.app.inject({
      method: 'POST',
      url: '/api/admin/account',
      headers: { ...JSON_TYPE, cookie },
      payload,
    })
    expect(reply.statusCode).toBe(413)
  })

  test('refuses text with a NUL in it, however deep, and no text that only looks like it', async () => {
    const { world } = await populated()
    const said = async (payload: unknown) => {
      const cookie = await world.cookieOf(mainAdmin)
      const url = '/api/admin/user/add'
      const sent = { method: 'POST', url, headers: { ...JSON_TYPE, cookie } } as const
      return (await world.app.inject({ ...sent, payload: JSON.stringify(payload) })).payload
    }
    const word = 'NUL is no text'
    const email = 'a@example.com'
    expect(await said({ email: 'a\0@example.com', password: 'secret' })).toBe(word)
    expect(await said({ email, password: 'secret', data: [{ deep: ['\0'] }] })).toBe(word)
    expect(await said({ email, password: 'secret', data: { 'a\0': 1 } })).toBe(word)
    expect(JSON.parse(await said({ email, password: 'secret \\u0000' }))).toHaveLength(1)
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    const headers = { ...JSON_TYPE, cookie: await world.cookieOf(mainAdmin) }
    const sent = { method: 'POST', url: '/api/admin/user/add', headers } as const
    expect((await world.app.inject({ ...sent, payload: `{"data":${deep}}` })).statusCode).toBe(400)
  })

  test('refuses ids that are none', async () => {
    const { world, callerOf } = await populated()
    const wrong: string[] = []
    for (const { id, method, path, roles } of all) {
      if (!path.includes('{') || NAMED_BY_TEXT.includes(id)) continue
      const cookie = await world.cookieOf(callerOf(roles))
      for (const value of ['abc', '-1', '1.5', '99999999999999999999', '%00', "1'--"]) {
        const url = path.replaceAll(/{\w+}/g, encodeURIComponent(value))
        const send = method === 'get' ? {} : { payload: {} }
        const { statusCode } = await world.app.inject({
          method: method as 'get',
          url,
          headers: { cookie },
          ...send,
        })
        if (statusCode < 400 || statusCode >= 500) wrong.push(`${id} ${value}: ${statusCode}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test(
    'never fails on any JSON, address or query at all',
    { tags: ['long'], timeout: 60_000 + INPUTS * 100 },
    async () => {
      const { world, callerOf } = await populated()
      const fields = [
        'type',
        'port',
        'password',
        'server',
        'data',
        'search',
        'filter',
        'page',
        'name',
        'address',
        'time',
        'method',
        'sort',
      ]
      const numbers = fc.oneof(
        fc.integer(),
        fc.maxSafeInteger(),
        fc.double(),
        fc.bigInt().map(Number),
      )
      const junk = fc.dictionary(
        fc.oneof(fc.constantFrom(...fields), fc.string()),
        fc.oneof(fc.jsonValue(), numbers, fc.string()),
      )
      const word = fc.oneof(numbers.map(String), fc.string({ unit: 'binary' }), fc.string())
      const calls = all.filter(({ id }) => !LEAVING.includes(id))
      const call = fc.constantFrom(...calls).chain((one) => {
        const named = (one.operation.parameters ?? []).map(({ name }) => String(name))
        const query = fc.dictionary(fc.constantFrom('q', ...fields, ...named), word)
        return fc.record({ one: fc.constant(one), body: junk, place: word, query })
      })
      await fc.assert(
        fc.asyncProperty(call, async ({ one: { id, method, path, roles, operation }, ...sent }) => {
          const cookie = await world.cookieOf(callerOf(roles))
          const place = encodeURIComponent(sent.place.toWellFormed()) || '999999'
          const query = new URLSearchParams(sent.query)
          const { statusCode } = await world.app.inject({
            method: method as 'post',
            url: `${path.replaceAll(/{\w+}/g, place)}?${query}`,
            headers: { cookie },
            ...(operation.requestBody ? { payload: sent.body } : {}),
          })
          expect(statusCode < 500 || statusCode === 501, `${id}: ${statusCode}`).toBe(true)
        }),
        { numRuns: INPUTS, interruptAfterTimeLimit: 55_000 + INPUTS * 100 },
      )
      console.log(`${INPUTS} generated inputs`)
    },
  )
})

describe('addresses', () => {
  test('are matched in any letter case and with a slash at the end', async () => {
    const { world } = await populated()
    const cookie = await world.cookieOf(mainAdmin)
    for (const url of ['/api/admin/user/recentSignup', '/API/admin/user/recentSignUp/'])
      expect((await world.app.inject({ url, headers: { cookie } })).statusCode).toBe(200)
  })

  test('take lists in three spellings', async () => {
    const { world } = await populated()
    const cookie = await world.cookieOf(mainAdmin)
    for (const query of [
      'type=normal&type=admin',
      'type[]=normal&type[]=admin',
      'type[0]=normal&type[1]=admin',
      'type=normal',
    ])
      expect(
        (await world.app.inject({ url: `/api/admin/user?${query}`, headers: { cookie } }))
          .statusCode,
      ).toBe(200)
  })

  test('that do not exist are 404 without a body', async () => {
    const { world } = await populated()
    for (const method of ['GET', 'POST'] as const) {
      const reply = await world.app.inject({ method, url: '/api/nothing' })
      expect([reply.statusCode, reply.payload]).toEqual([404, ''])
    }
  })
})

describe('what every reply says', () => {
  test('an address with a broken escape is bad input like all other', async () => {
    const { world } = await populated()
    for (const url of ['/%', '/%ff', '/api/%', '/api/user/%ff', '/api/home/%e0%a4%a']) {
      const { statusCode, headers } = await world.app.inject(url)
      expect([url, statusCode, headers['content-type']]).toEqual([
        url,
        400,
        'text/plain; charset=utf-8',
      ])
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
    for (const url of ['/?a=%', '/?%ff=1', '/api/home/login?a=%', '/api/home/login?%ff'])
      expect((await world.app.inject(url)).statusCode).toBeLessThan(500)
  })

  test('nobody is sent back their own input', async () => {
    const { world } = await populated()
    for (const url of ['/', '/api/home/login']) {
      const requested = { method: 'TRACE', url, headers: { 'x-secret': 'echoed' } } as never
      const reply = await world.app.inject(requested)
      expect([reply.statusCode, reply.body]).toEqual([404, ''])
    }
  })

  test('what pages of other sites, and what gets into ours, may not do', async () => {
    const { world } = await populated()
    for (const url of ['/api/home/login', '/api/nothing', '/']) {
      const { headers } = await world.app.inject(url)
      expect(headers).toMatchObject({
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
    }
  })

  test('an answer of the API that is opened as a page loads and runs nothing', async () => {
    const { world } = await populated()
    const policyOf = async (url: string) =>
      String((await world.app.inject(url)).headers['content-security-policy'])
    for (const url of ['/api/home/login', '/api/nothing', '/api/health'])
      expect(await policyOf(url)).toContain("default-src 'none'")
    expect(await policyOf('/api/docs/')).toContain("script-src 'self'")
  })

  test('an API with consoles at other addresses is for them as well', async () => {
    const world = await makeWorld({ env: { ORIGINS: 'https://console.test' } })
    const { headers } = await world.app.inject({
      url: '/api/home/login',
      headers: { origin: 'https://console.test' },
    })
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': 'https://console.test',
    })
  })
})

describe('documents', () => {
  test('serves the contract and a page to read it', async () => {
    const { world } = await populated()
    expect((await world.app.inject('/api/openapi.json')).json().info.title).toBe('Sluice')
    expect((await world.app.inject('/api/docs/')).payload).toContain('<html')
    expect((await world.app.inject('/api/health')).json()).toMatchObject({ status: 'ok' })
    expect((await world.app.inject('/api/metrics')).payload).toContain('sluice_open_ports')
  })

  test('shows measurements to this machine only, over IPv4 or IPv6', async () => {
    const { world } = await populated()
    const status = async (remoteAddress: string) =>
      (await world.app.inject({ url: '/api/metrics', remoteAddress })).statusCode
    expect(await status('::ffff:127.0.0.1')).toBe(200)
    expect(await status('::1')).toBe(200)
    expect(await status('::ffff:192.0.2.1')).toBe(404)
  })
})
