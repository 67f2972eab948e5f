import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import webPush from 'web-push'
import { describe, expect, onTestFinished, test } from 'vitest'
import { postPush } from '../../../server/notify/push/post.ts'

const keys = webPush.generateVAPIDKeys()
const message = { payload: '{}', ttl: 60, urgency: 'normal', topic: 'test' } as const

/** A browser whose push service is at an address. */
function browserAt(endpoint: string) {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys().toString('base64url')
  return { endpoint, p256dh, auth: randomBytes(16).toString('base64url'), userId: 7 }
}

const post = (
  endpoint: string,
  { relay = '', targets }: { relay?: string; targets?: Parameters<typeof postPush>[3] } = {},
) =>
  postPush(
    { config: { site: 'https://console.test', pushRelay: relay }, keys },
    browserAt(endpoint),
    message as Parameters<typeof postPush>[2],
    targets,
  )

/** A server on this machine, and the requests it got. */
async function listen(
  answer: RequestListener = (_request, response) => void response.writeHead(201).end(),
  host = '127.0.0.1',
) {
  const requested: string[] = []
  const server = createServer((request, response) => {
    requested.push(`${request.method} ${request.headers.host} ${request.url}`)
    answer(request, response)
  })
  server.on('connection', () => requested.push('connection'))
  server.listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  // It listens on TCP, so its address is never a string.
  return { requested, port: (server.address() as AddressInfo).port }
}

describe('without a relay', () => {
  test.each([
    'http://127.0.0.1',
    'http://localhost',
    'http://LOCALHOST',
    'http://127.1',
    'http://127.0.1',
    'http://2130706433',
    'http://0x7f000001',
    'http://0x7f.1',
    'http://017700000001',
    'http://0177.0.0.1',
    'http://127.0.0.1.',
    'http://１２７.0.0.1',
    'http://0.0.0.0',
    'http://0',
    'http://user:pass@127.0.0.1',
    'http://[::1]',
    'http://[::]',
    'http://[0:0:0:0:0:0:0:1]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://[::127.0.0.1]',
    'http://[64:ff9b::127.0.0.1]',
    'http://[2002:7f00:1::]',
  ])('nothing on this machine is reached at %s', async (start) => {
    const { requested, port } = await listen(undefined, '::')
    expect(await post(`${start}:${port}/push`)).toEqual({
      kind: 'later',
      reason: 'no public address',
    })
    expect(requested).toEqual([])
  })

  test.each([
    'https://10.0.0.1/push',
    'https://172.16.0.1/push',
    'https://192.168.1.1/push',
    'https://100.64.0.1/push',
    'https://169.254.169.254/latest/meta-data',
    'https://[fc00::1]/push',
    'https://[fe80::1]/push',
    'https://[::ffff:10.0.0.1]/push',
    'https://224.0.0.1/push',
    'https://255.255.255.255/push',
  ])('no private address is called: %s', async (endpoint) => {
    expect(await post(endpoint)).toEqual({ kind: 'later', reason: 'no public address' })
  })

  test('a name is looked up once, and its message goes to the address that was checked', async () => {
    const { requested, port } = await listen()
    const found: unknown[][] = []
    const find = (...wanted: [string, number, string]) => {
      found.push(wanted)
      return { address: '127.0.0.1', family: 4 as const }
    }
    const endpoint = `http://push.example.invalid:${port}/send/1?a=b`
    expect(await post(endpoint, { targets: { find } })).toEqual({ kind: 'taken' })
    expect(found).toEqual([['push.example.invalid', port, '7']])
    expect(requested).toEqual(['connection', `POST push.example.invalid:${port} /send/1?a=b`])
  })

  test.each([
    ['http://push.example.invalid/1', 80],
    ['https://push.example.invalid/1', 443],
    ['https://push.example.invalid:8443/1', 8443],
    ['https://[2606:4700::1]/1', 443],
  ])('%s is checked at its port %d', async (endpoint, port) => {
    const found: unknown[][] = []
    const find = (...wanted: [string, number, string]) => void found.push(wanted)
    const outcome = await post(endpoint, { targets: { find: find as () => undefined } })
    expect(outcome).toEqual({ kind: 'later', reason: 'no public address' })
    const host = new URL(endpoint).hostname.replaceAll(/[[\]]/g, '')
    expect(found).toEqual([[host, port, '7']])
  })
})

test('an address with TLS is spoken to with TLS only', async () => {
  const { requested, port } = await listen()
  const find = () => ({ address: '127.0.0.1', family: 4 as const })
  const outcome = await post(`https://push.example.invalid:${port}/1`, { targets: { find } })
  expect(outcome).toMatchObject({ kind: 'later', reason: expect.stringMatching(/SSL|EPROTO/) })
  expect(requested).toEqual(['connection'])
})

test.each([
  [new Error('no name server'), 'no name server'],
  ['something else', 'unreachable'],
])('where looking for the address fails with %s, the reason is %s', async (error, reason) => {
  const find = () => {
    throw error
  }
  const outcome = await post('https://push.example.invalid/1', { targets: { find } })
  expect(outcome).toEqual({ kind: 'later', reason })
})

describe('what a push service is sent', () => {
  /** The headers of a message, and what its token claims. */
  async function sentFrom(site: string) {
    const seen: Record<string, unknown>[] = []
    const { port } = await listen((request, response) => {
      seen.push(request.headers)
      response.writeHead(201).end()
    })
    const config = { site, pushRelay: `http://127.0.0.1:${port}` }
    const client = browserAt('https://push.example.com/1')
    expect(await postPush({ config, keys }, client, message)).toEqual({ kind: 'taken' })
    const [headers = {}] = seen
    const [, claims = ''] = String(headers.authorization).split('.')
    return { headers, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) }
  }

  test.each([
    ['https://console.test', 'https://console.test'],
    ['http://console.test:8080', 'mailto:push@console.test'],
  ])('by %s names %s to contact', async (site, subject) => {
    const { claims } = await sentFrom(site)
    expect(claims).toMatchObject({ aud: 'https://push.example.com', sub: subject })
  })

  test('says how long and how urgent it is, and what it replaces', async () => {
    const { headers } = await sentFrom('https://console.test')
    expect(headers).toMatchObject({
      ttl: '60',
      urgency: 'normal',
      topic: 'test',
      'content-encoding': 'aes128gcm',
    })
    expect(String(headers.authorization)).toContain(keys.publicKey)
  })
})

describe('the answer of a push service', () => {
  const at = async (status: number, headers: Record<string, string> = {}) => {
    const { port } = await listen(
      (_request, response) => void response.writeHead(status, headers).end(),
    )
    return post('https://push.example.com/1', { relay: `http://127.0.0.1:${port}` })
  }

  test.each([
    [200, { kind: 'taken' }],
    [201, { kind: 'taken' }],
    [299, { kind: 'taken' }],
    [300, { kind: 'refused', reason: '300' }],
    [400, { kind: 'refused', reason: '400' }],
    [403, { kind: 'refused', reason: '403' }],
    [404, { kind: 'gone' }],
    [410, { kind: 'gone' }],
    [408, { kind: 'later', reason: '408', after: undefined }],
    [413, { kind: 'refused', reason: '413' }],
    [425, { kind: 'later', reason: '425', after: undefined }],
    [429, { kind: 'later', reason: '429', after: undefined }],
    [499, { kind: 'refused', reason: '499' }],
    [500, { kind: 'later', reason: '500', after: undefined }],
    [503, { kind: 'later', reason: '503', after: undefined }],
  ])('%d means %j', async (status, outcome) => {
    expect(await at(status)).toEqual(outcome)
  })

  test.each([
    ['120', 120_000],
    ['0', 0],
    ['soon', undefined],
    ['1.5 days', undefined],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ])('with the wait %j waits %j ms', async (wait, after) => {
    const outcome = await at(429, { 'retry-after': wait })
    expect(outcome).toEqual({ kind: 'later', reason: '429', after })
  })

  test('with a date waits until then', async () => {
    const date = new Date(Date.now() + 90_000).toUTCString()
    const outcome = await at(503, { 'retry-after': date })
    const { after = 0 } = outcome as { after?: number }
    expect(after).toBeGreaterThan(80_000)
    expect(after).toBeLessThanOrEqual(90_000)
  })

  test('that never arrives is retried later', async () => {
    const { port } = await listen((request) => void request.socket.destroy())
    const relay = `http://127.0.0.1:${port}`
    const outcome = await post('https://push.example.com/1', { relay })
    expect(outcome).toEqual({ kind: 'later', reason: 'socket hang up' })
  })

  test('counts from its first line on, though the rest never arrives', async () => {
    const { port } = await listen((request, response) => {
      response.writeHead(201, { 'content-length': '100' })
      response.write('begun')
      setTimeout(() => request.socket.destroy(), 20)
    })
    const relay = `http://127.0.0.1:${port}`
    expect(await post('https://push.example.com/1', { relay })).toEqual({ kind: 'taken' })
    await new Promise((resolve) => setTimeout(resolve, 60))
  })

  test('through a relay is requested by host and path', async () => {
    const { requested, port } = await listen()
    const relay = `http://127.0.0.1:${port}`
    expect(await post('https://push.example.com:444/a/b?c=d', { relay })).toEqual({ kind: 'taken' })
    expect(requested).toEqual([
      'connection',
      `POST 127.0.0.1:${port} /push.example.com:444/a/b?c=d`,
    ])
  })
})

test('a browser with invalid keys is removed', async () => {
  const client = { ...browserAt('https://push.example.com/1'), p256dh: 'key', auth: 'auth' }
  const config = { site: 'http://test', pushRelay: 'http://127.0.0.1:9' }
  expect(await postPush({ config, keys }, client, message as never)).toEqual({ kind: 'gone' })
})
