import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

const KEYS = { keyId: 'test-key', secret: 'test secret' }
const REGION = 'us-east-1'
/** As few as this are listed at once, so that pages are turned. */
const PAGE = 7

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * A stand-in for an S3-compatible store with one bucket. Each request's signature is computed again
 * from AWS Signature Version 4's own words, and its body compared with the sum that was signed.
 */
export async function serveS3(bucket = 'bucket') {
  const objects = new Map<string, Buffer>()
  const seen = { refused: 0, calls: 0 }
  /** What is answered instead; how often before it recovers; how long each piece of a body takes, ms. */
  const state = { status: 0, failures: 0, slow: 0, cut: 0 }
  const answerTo = async (request: IncomingMessage, reply: ServerResponse) => {
    const parts: Buffer[] = []
    for await (const part of request) {
      parts.push(part as Buffer)
      if (state.slow) await pause(state.slow)
    }
    const body = Buffer.concat(parts)
    const url = new URL(request.url ?? '/', 'http://store')
    const answer = (status: number, text = '') => reply.writeHead(status).end(text)
    const error = (status: number, code: string) =>
      answer(status, `<Error><Code>${code}</Code></Error>`)
    seen.calls += 1
    if (state.failures > 0) {
      state.failures -= 1
      return error(503, 'SlowDown')
    }
    if (state.status) return error(state.status, 'SlowDown')
    if (!isSigned(request, url, body)) {
      seen.refused += 1
      return error(403, 'SignatureDoesNotMatch')
    }
    const [, place = '', ...rest] = url.pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    if (place !== bucket) return error(404, 'NoSuchBucket')
    if (request.method === 'PUT') {
      objects.set(key, body)
      return answer(200)
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return answer(204)
    }
    if (url.searchParams.get('list-type') !== '2') {
      const found = objects.get(key)
      if (!found) return error(404, 'NoSuchKey')
      reply.writeHead(200, { 'content-length': found.length })
      if (state.cut > 0) {
        state.cut -= 1
        reply.write(found.subarray(0, found.length / 2), () => request.socket.destroy())
        return reply
      }
      for (let at = 0; state.slow && at < found.length; at += 65_536) {
        reply.write(found.subarray(at, at + 65_536))
        await pause(state.slow)
      }
      return reply.end(state.slow ? undefined : found)
    }
    const prefix = url.searchParams.get('prefix') ?? ''
    const after = url.searchParams.get('continuation-token') ?? ''
    const names = [...objects.keys()].filter((name) => name.startsWith(prefix)).sort()
    const left = names.filter((name) => name > after)
    const page = left.slice(0, PAGE)
    const more =
      left.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    const keys = page
      .map((name) => `<Contents><Key>${name.replaceAll('&', '&amp;')}</Key></Contents>`)
      .join('')
    return answer(200, `<ListBucketResult>${keys}${more}</ListBucketResult>`)
  }
  // The caller may have given up meanwhile.
  const server = createServer((request, reply) => void answerTo(request, reply).catch(() => {}))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { objects, seen, state, endpoint, region: REGION, ...KEYS }
}

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const { headers, method } = request
  const [, credential = '', signed = '', signature] =
    /Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
      headers.authorization ?? '',
    ) ?? []
  const [keyId, day = '', region = '', service = '', end] = credential.split('/')
  if (keyId !== KEYS.keyId || service !== 's3' || end !== 'aws4_request' || region !== REGION)
    return false
  const sum = String(headers['x-amz-content-sha256'])
  if (sum !== (request.method === 'PUT' ? sha(body) : 'UNSIGNED-PAYLOAD')) return false
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
  const path = url.pathname.split('/').map((part) => encoded(decodeURIComponent(part)))
  const canonical = [
    method,
    path.join('/'),
    query,
    ...signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    sum,
  ].join('\n')
  const time = String(headers['x-amz-date'])
  const scope = [day, region, service, end].join('/')
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha(canonical)].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    (last, part) => hmac(last, part),
    `AWS4${KEYS.secret}`,
  )
  return hmac(key, toSign).toString('hex') === signature
}
