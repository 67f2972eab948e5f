import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** What a caller at a real socket is answered. */
type Reply = { status: number; text: string; cookie: string }

/**
 * Has a server listen as it does by default, on `::`; posts JSON to it from addresses of this
 * machine, or as a proxy on it would from elsewhere.
 */
export async function openSocket(app: FastifyInstance) {
  await app.listen({ host: '::', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    post: (
      path: string,
      body: object,
      {
        from = '127.0.0.1',
        forwarded,
        cookie,
        ip6 = false,
      }: { from?: string; forwarded?: string; cookie?: string; ip6?: boolean } = {},
    ) =>
      new Promise<Reply>((resolve, reject) => {
        const sent = request(
          {
            method: 'POST',
            host: ip6 ? '::1' : '127.0.0.1',
            port,
            path,
            agent: false,
            ...(ip6 ? {} : { localAddress: from }),
            headers: {
              'content-type': 'application/json',
              ...(forwarded ? { 'x-forwarded-for': forwarded } : {}),
              ...(cookie ? { cookie } : {}),
            },
          },
          (reply) => {
            let text = ''
            reply.setEncoding('utf8')
            reply.on('data', (part: string) => (text += part))
            reply.on('end', () => {
              const set = reply.headers['set-cookie'] ?? []
              const session = set.map((one) => one.split(';')[0] ?? '').at(-1) ?? ''
              resolve({ status: reply.statusCode ?? 0, text, cookie: session })
            })
          },
        )
        sent.on('error', reject)
        sent.end(JSON.stringify(body))
      }),
  }
}
