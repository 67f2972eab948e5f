import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { type Store, StoreRefused, Unreachable } from './store.ts'
import { request as plainRequest } from 'node:http'
import { request } from 'node:https'

type Call = { method: string; headers: Record<string, string>; body?: Buffer | undefined }

type Reply = { status: number; body: Buffer }

/** Bytes of a body that may be in the socket's buffers: their progress cannot be observed. */
const UNSEEN_BYTES = 4 * 2 ** 20

/** A slower connection counts as dead, bytes per ms. */
const SLOWEST = 32

export type S3Place = {
  /** `s3://bucket/prefix`. */
  url: string
  /** Base address of the service, such as `https://s3.example.com`; empty for Amazon's. */
  endpoint: string
  region: string
  keyId: string
  secret: string
}

/** A call without progress for so long is aborted, ms. */
const SILENCE_MS = 30_000
/** Besides 5xx: statuses that mean "not now" instead of "no". */
const NOT_NOW = [408, 429]

/** A store in a bucket of an S3-compatible service, addressed by path. https://docs.aws.amazon.com/AmazonS3/latest/API/ */
export function s3Store(
  { url, endpoint, region, keyId, secret }: S3Place,
  { silenceMs = SILENCE_MS } = {},
): Store {
  const { host: bucket, pathname } = new URL(url)
  const folder = plain(pathname).replace(/^\/+|\/+$/g, '')
  const root = folder === '' ? '' : `${folder}/`
  const base = `${(endpoint || `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '')}/${bucket}`
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
  })

  // A failed call is retried by its caller (`retryingStore.ts`, or the shipper's next turn).
  async function call(method: string, path: string, body?: Buffer) {
    // The sum is signed, so that nothing on the way can put other bytes there.
    const sum = body && {
      headers: { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
    }
    const signed = await client.sign(base + path, { method, ...sum })
    const headers = Object.fromEntries(signed.headers)
    const reply = await sendCall(signed.url, { method, headers, body }, silenceMs).catch(
      (error: unknown) => {
        const { message, code } = error as { message: string; code?: string }
        const why = message || code
        throw new Unreachable(`The store at ${url} does not answer: ${why}`, { cause: error })
      },
    )
    const { status } = reply
    if ((status >= 200 && status < 300) || (status === 404 && method !== 'PUT')) return reply
    const code = /<Code>([^<]*)/.exec(reply.body.toString())?.[1] ?? ''
    const sentence = `The store at ${url} refused ${method}: ${status} ${code}`.trim()
    throw status >= 500 || NOT_NOW.includes(status)
      ? new Unreachable(sentence)
      : new StoreRefused(sentence)
  }
  const path = (name: string) => `/${(root + name).split('/').map(encodeURIComponent).join('/')}`

  return {
    place: url,
    put: async (name, bytes) => void (await call('PUT', path(name), bytes)),
    async get(name) {
      const { status, body } = await call('GET', path(name))
      if (status === 200) return body
      if (/NoSuchBucket/.test(body.toString()))
        throw new StoreRefused(`There is no bucket for ${url}.`)
      return undefined
    },
    async list(prefix = '') {
      const names: string[] = []
      for (let token: string | undefined = ''; token !== undefined;) {
        const params: Record<string, string> = { 'list-type': '2', prefix: root + prefix }
        if (token !== '') params['continuation-token'] = token
        // Not every service decodes a plus as a space.
        const query = Object.entries(params).map((pair) => pair.map(encodeURIComponent).join('='))
        const { status, body } = await call('GET', `/?${query.join('&')}`)
        const text = body.toString()
        if (status === 404) throw new StoreRefused(`There is no bucket for ${url}.`)
        for (const [, key = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) {
          const name = unescaped(key)
          if (name.startsWith(root)) names.push(name.slice(root.length))
        }
        const next = /<NextContinuationToken>([^<]*)/.exec(text)?.[1]
        token = next && unescaped(next)
      }
      return names
    },
    remove: async (name) => void (await call('DELETE', path(name))),
  }
}

/** A path, decoded: an address encodes spaces and non-ASCII letters. */
function plain(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // A lone percent sign is literal.
    return path
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Unescapes XML text. */
function unescaped(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    return decimal ? String.fromCodePoint(Number(decimal)) : (ENTITIES[name] ?? all)
  })
}

/**
 * Sends a call and reads its reply. It may take any time, in either direction, as long as bytes
 * pass: it is aborted once there were none for `silenceMs`. `fetch` does not show how much of a
 * body has left.
 */
function sendCall(url: string, { method, headers, body }: Call, silenceMs: number): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const length = body && { 'content-length': body.length }
  const send = url.startsWith('https:') ? request : plainRequest
  const call = send(url, { method, headers: { ...headers, ...length } }, (reply) => {
    const parts: Buffer[] = []
    reply.on('data', (part: Buffer) => parts.push(part))
    reply.on('error', reject)
    reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body: Buffer.concat(parts) }))
  })
  const unseenMs = Math.min(body?.length ?? 0, UNSEEN_BYTES) / SLOWEST
  call.setTimeout(silenceMs + unseenMs, () =>
    call.destroy(new Error(`silent for ${silenceMs / 1_000} s`)),
  )
  call.on('error', reject)
  call.end(body)
  return promise
}
