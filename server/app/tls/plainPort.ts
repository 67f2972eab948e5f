import { createServer, type Server } from 'node:http'

const CHALLENGE = '/.well-known/acme-challenge/'
const TIMEOUT_MS = 10_000

/**
 * What listens on port 80: it answers the certificate authority, and leads browsers to https. Only
 * ever to the site itself, whatever host they name.
 */
export function plainPort(site: string, answers: ReadonlyMap<string, string>): Server {
  const server = createServer({ requestTimeout: TIMEOUT_MS }, ({ method, url = '/' }, reply) => {
    const answer = url.startsWith(CHALLENGE) && answers.get(url.slice(CHALLENGE.length))
    if (answer) return void reply.setHeader('content-type', 'application/octet-stream').end(answer)
    // What was sent in the clear is not sent on.
    if (method !== 'GET' && method !== 'HEAD')
      return void reply.writeHead(405, { allow: 'GET, HEAD' }).end()
    // A program that calls without TLS is to be noticed, and not led on (OWASP ASVS 4.1.2).
    if (/^\/+api(\/|$)/i.test(url)) return void reply.writeHead(403).end('https only')
    const path = url.startsWith('/') ? url : '/'
    reply.writeHead(308, { location: site + path, 'cache-control': 'no-store' }).end()
  })
  server.keepAliveTimeout = 1_000
  return server
}
