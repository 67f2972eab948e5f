import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import document from '../../../openapi/made/openapi.json' with { type: 'json' }
import { problems } from '#contract'
import { plainUrl } from '../../../server/http/addresses.ts'
import { JSON_TYPE, populated, REQUEST, TEXT } from '../../support/bothForms.ts'
import { mainAdmin } from '../../support/world.ts'

/** What a server answers to a request line exactly as it is sent. */
async function sentAs(app: FastifyInstance, line: string, more: readonly string[] = []) {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.end([`${line} HTTP/1.1`, 'Host: test', 'Connection: close', ...more, '', ''].join('\r\n'))
  const said = await text(socket)
  return { status: Number(said.split(' ')[1]), said }
}

describe('an address has one spelling', () => {
  test.each([
    ['http://panel.test/api/v1/home/login?a=%41', '/api/v1/home/login?a=%41'],
    ['HTTPS://panel.test', '/'],
    ['https://panel.test?a=1', '/?a=1'],
    ['/%61pi/%56%31/home', '/api/V1/home'],
    ['/%41%4f%4F%50%5a%61%6f%70%7A%30%39', '/AOOPZaopz09'],
    // Other signs mean something, or nothing.
    ['/a%40%5B%60%7B%2f%3A%2e%2E%25%7f', '/a%40%5B%60%7B%2f%3A%2e%2E%25%7f'],
    ['/%2561pi', '/%2561pi'],
    ['/a?%61#%61', '/a?%61#%61'],
    ['//host/api', '//host/api'],
    ['*', '*'],
  ])('%s is %s', (given, plain) => {
    expect(plainUrl(given)).toBe(plain)
  })

  test.each([
    'http://test/api/v1/user/account',
    '/%61pi/v1/user/account',
    '/api/%76%31/user/account',
    '/API/V1/user/account/',
  ])('%s is refused as below the published address', async (address) => {
    const { world } = await populated()
    const { said, status } = await sentAs(world.app, `GET ${address}`)
    expect(status).toBe(401)
    expect(said).toContain('"code":"not logged in"')
  })

  test.each(['http://test/api/user/account', '/%61pi/user/account', '/A%50I/user/account'])(
    '%s has the headers of the API',
    async (address) => {
      const { world } = await populated()
      const { said, status } = await sentAs(world.app, `GET ${address}`)
      expect(status).toBe(401)
      expect(said).toMatch(/^cache-control: no-store\r$/m)
      expect(said).toMatch(/^content-security-policy: default-src 'none'/m)
      expect(said).toMatch(/^contract-version: /m)
    },
  )

  test.each(['//api/v1/user/account', '/api//v1/user/account', '/api/v1//user/account'])(
    '%s is none',
    async (address) => {
      const { world } = await populated()
      expect((await sentAs(world.app, `GET ${address}`)).status).toBe(404)
    },
  )

  test('does not give twice the tries', async () => {
    const { world, send } = await populated()
    const tryIt = async (address: string) => {
      const payload = { email: 'nobody@example.com', password: 'whatever' }
      return (await world.app.inject({ method: 'POST', url: address, payload })).statusCode
    }
    const spellings = ['/api', '/api/v1', '/API/V1', '/%61pi/%761']
    for (let tries = 0; (await tryIt('/api/v1/home/login')) !== 429; tries++)
      expect(tries).toBeLessThan(100)
    const { headers, ...late } = await send(null, {
      method: 'POST',
      url: '/api/v1/home/login',
      payload: { email: 'nobody@example.com', password: 'whatever' },
    })
    expect(late.json().retryAfter).toBeGreaterThan(0)
    expect(headers['retry-after']).toBe(String(late.json().retryAfter))
    const after = await Promise.all(spellings.map((base) => tryIt(`${base}/home/login`)))
    expect(after).toEqual([403, 429, 429, 429])
  })
})

describe('below the published address', () => {
  test.each([
    '/metrics',
    '/docs',
    '/docs/',
    '/docs/json',
    '/docs/static/index.html',
    '/openapi.json',
    '/livez',
    '/readyz',
    '/health',
    '/node/agent',
    '/node/link',
    '/node/join/0123',
  ])('%s is no call of the contract', async (path) => {
    const { send } = await populated()
    const reply = await send(mainAdmin, { url: `/api/v1${path}` })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([404, JSON_TYPE])
    expect(reply.json()).toMatchObject({ code: 'no such call' })
  })

  test.each([
    ['a head that is too large', 'GET /api/v1/home/login', 431, 'too large' as const],
    ['what is no call', 'NONE /api/v1/home/login', 400, 'bad input' as const],
  ])('%s is refused by the same body', async (_what, line, status, code) => {
    const { world } = await populated()
    const reply = await sentAs(world.app, line, [`Much: ${'x'.repeat(20_000)}`])
    const [, body = ''] = reply.said.split('\r\n\r\n')
    expect([reply.status, JSON.parse(body)]).toEqual([
      status,
      expect.objectContaining({ code, message: problems[code], request: REQUEST }),
    ])
  })

  test('nobody is made a WebSocket', async () => {
    const { world } = await populated()
    const asked = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAA']
    const { status, said } = await sentAs(world.app, 'GET /api/v1/node/link', asked)
    expect(status).toBe(404)
    expect(said).toContain('no such call')
  })

  test.each([
    ['/user/alipay/callback', { out_trade_no: '1' }, 'error'],
    ['/user/alipay/callback', 'no form', 'error'],
    ['/user/paypal/callback', { id: 1 }, 'success'],
    ['/user/paypal/callback', 'no JSON', 'success'],
  ])('%s of a provider is answered to the letter (%j)', async (path, payload, word) => {
    const { send } = await populated()
    for (const base of ['/api', '/api/v1']) {
      const reply = await send(null, { method: 'POST', url: base + path, payload })
      expect([reply.statusCode, reply.payload, reply.headers['content-type']]).toEqual([
        200,
        word,
        TEXT,
      ])
    }
  })

  test('a session by a MAC address is refused, not led to believe that its account is gone', async () => {
    const { world, user } = await populated()
    const cookie = await world.cookieOf(user)
    await world.db.updateTable('session').set({ byMac: 1 }).execute()
    const sent = { method: 'PUT', payload: { password: 'whatever' }, headers: { cookie } } as const
    const old = await world.app.inject({ ...sent, url: '/api/user/1/password' })
    expect([old.statusCode, old.payload]).toEqual([403, ''])
    const now = await world.app.inject({ ...sent, url: '/api/v1/user/1/password' })
    expect([now.statusCode, now.json().code]).toEqual([403, 'refused'])
  })

  test('HEAD has the length and type of GET, and OPTIONS is no call', async () => {
    const { send, user } = await populated()
    const get = await send(user, { url: '/api/v1/user/account' })
    const head = await send(user, { method: 'HEAD', url: '/api/v1/user/account' })
    expect([head.statusCode, head.payload]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    expect(head.headers['content-type']).toBe(get.headers['content-type'])
    const refused = await send(null, { method: 'HEAD', url: '/api/v1/user/account' })
    expect([refused.statusCode, refused.payload, refused.headers['content-type']]).toEqual([
      401,
      '',
      JSON_TYPE,
    ])
    const options = await send(user, { method: 'OPTIONS', url: '/api/v1/user/account' })
    expect([options.statusCode, options.json().code]).toEqual([404, 'no such call'])
  })

  test('consoles at other addresses may ask, and no others', async () => {
    const { send } = await populated({ ORIGINS: 'https://console.test' })
    const ask = (origin: string) =>
      send(null, {
        method: 'OPTIONS',
        url: '/api/v1/home/login',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    const [ours, other] = [await ask('https://console.test'), await ask('https://evil.test')]
    expect([ours.statusCode, ours.headers['access-control-allow-origin']]).toEqual([
      204,
      'https://console.test',
    ])
    expect(other.headers['access-control-allow-origin']).toBeUndefined()
  })
})

test('the documents on the page are made once', async () => {
  const { world } = await populated()
  const { info } = document
  const { title } = info
  onTestFinished(() => void (info.title = title))
  for (const [path, type] of [
    ['json', JSON_TYPE],
    ['yaml', 'application/x-yaml'],
  ]) {
    const url = `/api/docs/${path}`
    info.title = title
    const first = await world.app.inject(url)
    expect(first.payload).toContain('/api/v1/home/login')
    // It would be in a document that is made again.
    info.title = 'Another'
    const again = await world.app.inject(url)
    expect([again.statusCode, again.headers['content-type']]).toEqual([200, type])
    expect(again.payload).toBe(first.payload)
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
  }
})
