import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { Store } from './store.ts'

export type S3Place = {
  /** `s3://bucket/prefix`. */
  url: string
  /** Base address of the service, such as `https://s3.example.com`; empty for Amazon's. */
  endpoint: string
  region: string
  keyId: string
  secret: string
}

/** A call that takes longer is given up and tried again, ms. */
const TIMEOUT_MS = 20_000

/** A store in a bucket of an S3-compatible service, addressed by path. https://docs.aws.amazon.com/AmazonS3/latest/API/ */
export function s3Store({ url, endpoint, region, keyId, secret }: S3Place): Store {
  const { host: bucket, pathname } = new URL(url)
  const folder = pathname.replace(/^\/+|\/+$/g, '')
  const root = folder === '' ? '' : `${folder}/`
  const base = `${(endpoint || `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '')}/${bucket}`
  // What failed is tried again by whoever called, who also knows whether it still matters.
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    retries: 0,
  })

  async function call(method: string, path: string, body?: Buffer): Promise<Response> {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    // The sum is signed, so that nothing on the way can put other bytes there.
    const sent = body && {
      body: new Uint8Array(body),
      headers: { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') },
    }
    const reply = await client.fetch(base + path, { method, signal, ...sent }).catch((error) => {
      const { cause, message } = error as Error
      throw new Error(
        `The store at ${url} does not answer: ${cause instanceof Error ? cause.message : message}`,
        { cause: error },
      )
    })
    if (reply.ok || (reply.status === 404 && method !== 'PUT')) return reply
    const code = /<Code>([^<]*)/.exec(await reply.text())?.[1] ?? ''
    throw new Error(`The store at ${url} refused ${method}: ${reply.status} ${code}`.trim())
  }
  const path = (name: string) => `/${root}${name}`

  return {
    place: url,
    put: async (name, bytes) => void (await call('PUT', path(name), bytes)),
    async get(name) {
      const reply = await call('GET', path(name))
      if (reply.status === 200) return Buffer.from(await reply.arrayBuffer())
      if (/NoSuchBucket/.test(await reply.text())) throw new Error(`There is no bucket for ${url}.`)
      return undefined
    },
    async list(prefix = '') {
      const names: string[] = []
      for (let token: string | undefined = ''; token !== undefined;) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: root + prefix })
        if (token !== '') query.set('continuation-token', token)
        const reply = await call('GET', `/?${query}`)
        const text = await reply.text()
        if (!reply.ok) throw new Error(`There is no bucket for ${url}.`)
        // Names are made of letters, digits, - and /: no entity can be in them.
        for (const [, key = ''] of text.matchAll(/<Key>([^<]*)<\/Key>/g))
          if (key.startsWith(root)) names.push(key.slice(root.length))
        const next = /<NextContinuationToken>([^<]*)/.exec(text)?.[1]
        token = next?.replaceAll('&amp;', '&')
      }
      return names
    },
    remove: async (name) => void (await call('DELETE', path(name))),
  }
}
