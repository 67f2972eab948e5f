import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  randomBytes,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message as a browser gets it, once its push service has checked who sent it. */
export type Received = {
  endpoint: string
  /** What was encrypted, as JSON. */
  payload: Payload
  ttl: number
  urgency: string
  topic: string
  /** The key it was signed with, base64url. */
  publicKey: string
}

type Payload = {
  web_push: number
  notification: Record<'title' | 'body' | 'lang' | 'dir' | 'tag' | 'navigate', string>
  title: string
  options: { body: string }
  app_badge?: number
}
type Failure = { status: number; headers?: Record<string, string> }
type Client = ReturnType<typeof newClient>

const HOST = 'push.example.com'
const TAG_LENGTH = 16
const MOST_BYTES = 4096

/**
 * Stands in for the push services of browsers' makers, behind a relay.
 *
 * It refuses what they refuse (RFC 8030, 8188, 8292), with each browser's own keys decrypts what it
 * takes (RFC 8291), and has no code in common with what encrypts.
 */
export async function startPushService() {
  const clients = new Map<string, Client>()
  const received: Received[] = []
  const refusals: string[] = []
  const gone = new Set<string>()
  let failures: (Failure | 'cut')[] = []
  let calls = 0
  let delay = 0

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // listening on TCP, so never a string

  return {
    url: `http://127.0.0.1:${port}`,
    received,
    /** Why it refused something; a well-made sender leaves this empty. */
    refusals,
    calls: () => calls,
    /** What a browser got, oldest first. */
    to: ({ endpoint }: Pick<Client, 'endpoint'>) =>
      received.filter((one) => one.endpoint === endpoint),
    /** A browser that subscribed. */
    subscribe() {
      const client = newClient()
      clients.set(client.endpoint, client)
      return client
    },
    unsubscribe: ({ endpoint }: Pick<Client, 'endpoint'>) => void gone.add(endpoint),
    /** Answers the next messages like this, or cuts the connection. */
    fail: (...next: (Failure | 'cut')[]) => void (failures = next),
    /** Takes so long to answer, ms. */
    slow: (ms: number) => void (delay = ms),
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    calls += 1
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
    const failure = failures.shift()
    if (failure === 'cut') return void request.socket.destroy()
    if (failure) return void response.writeHead(failure.status, failure.headers).end()
    const client = clients.get(`https:/${request.url}`)
    if (!client) return void response.writeHead(404).end()
    if (gone.has(client.endpoint)) return void response.writeHead(410).end()
    try {
      received.push(read(client, request, Buffer.concat(chunks)))
      response.writeHead(201, { location: `${client.endpoint}/message` }).end()
    } catch (error) {
      refusals.push(String(error))
      response.writeHead(400).end()
    }
  }
}

function newClient() {
  const pair = createECDH('prime256v1')
  const secret = randomBytes(16)
  const p256dh = pair.generateKeys().toString('base64url')
  return {
    endpoint: `https://${HOST}/send/${randomBytes(24).toString('base64url')}`,
    keys: { p256dh, auth: secret.toString('base64url') },
    pair,
    secret,
  }
}

function read(client: Client, { method, headers }: IncomingMessage, body: Buffer): Received {
  must(method === 'POST', 'a message is posted')
  must(headers['content-encoding'] === 'aes128gcm', 'the encoding is aes128gcm')
  must(body.length <= MOST_BYTES, 'a message holds 4096 bytes at most')
  must(/^\d+$/.test(String(headers.ttl)), 'a message says how long it is stored')
  const { topic, urgency } = headers
  must(/^[\w-]{1,32}$/.test(String(topic)), 'a topic has 32 letters of base64url at most')
  must(['very-low', 'low', 'normal', 'high'].includes(String(urgency)), 'the urgency is one')
  const publicKey = signerOf(headers.authorization ?? '')
  const payload = JSON.parse(decrypted(client, body).toString())
  const { endpoint } = client
  const [ttl, name, haste] = [Number(headers.ttl), String(topic), String(urgency)]
  return { endpoint, payload, ttl, topic: name, urgency: haste, publicKey }
}

/** Checks who sent it, RFC 8292. */
function signerOf(authorization: string): string {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const bytes = Buffer.from(key, 'base64url')
  must(bytes.length === 65 && bytes[0] === 4, 'the key is a point of P-256')
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((one) => one.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x, y }
  const signer = createPublicKey({ key: jwk, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: signer, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  must(isSigned, 'the token is signed with the key it names')
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString())
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const seconds = Date.now() / 1000
  must(alg === 'ES256', 'tokens are signed with ES256')
  must(aud === `https://${HOST}`, 'a token is for one push service')
  must(exp > seconds && exp <= seconds + 86_400, 'a token lasts a day at most')
  must(/^(mailto:.+@.+|https:\/\/.+)$/.test(sub), 'a token says whom to ask')
  return key
}

/** Opens what was encrypted for a browser: RFC 8291 over RFC 8188. */
function decrypted({ pair, secret }: Client, body: Buffer): Buffer {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + idLength)
  const sealed = body.subarray(21 + idLength)
  must(body.readUInt32BE(16) >= sealed.length, 'it is one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const material = hkdf(secret, pair.computeSecret(sender), info, 32)
  const key = hkdf(salt, material, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(salt, material, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(sealed.subarray(-TAG_LENGTH))
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -TAG_LENGTH)), cipher.final()])
  const end = padded.lastIndexOf(2)
  must(end >= 0 && padded.subarray(end + 1).every((byte) => byte === 0), 'the record is the last')
  return padded.subarray(0, end)
}

/** One block of HKDF (RFC 5869), which is all that is needed. */
function hkdf(salt: Buffer, material: Buffer, info: Buffer, length: number): Buffer {
  const extracted = createHmac('sha256', salt).update(material).digest()
  const block = createHmac('sha256', extracted)
    .update(info)
    .update(Buffer.from([1]))
    .digest()
  return block.subarray(0, length)
}

function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what)
}
