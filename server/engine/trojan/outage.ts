import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttp2 } from 'node:http2'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { guardServer } from '../../base/guarded.ts'

/** The connection of somebody who is no customer so far, and what TLS says of it where it has any. */
export type Visitor = Socket & Partial<Pick<TLSSocket, 'alpnProtocol' | 'servername'>>

/** Answers visitors while the site behind cannot be reached. */
export type Outage = {
  /** Takes a paused connection, and what was read of it. */
  answer(visitor: Visitor, first: Buffer): void
}

const STATUS = 502
const PAGE =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n' +
  '<center><h1>502 Bad Gateway</h1></center>\r\n</body>\r\n</html>\r\n'
/** How long a connection may be silent, ms; web servers in front of others take about a minute. */
const IDLE_MS = 60_000

/** What a web server in front of the site would say: that the one behind it is down. */
export function openOutage(): Outage {
  const http = createServer({ keepAliveTimeout: IDLE_MS }, (_request, reply) => refuse(reply))
  http.timeout = IDLE_MS
  const http2 = createHttp2((_request, reply) => refuse(reply as unknown as ServerResponse))
  http2.setTimeout(IDLE_MS)
  for (const server of [http, http2])
    guardServer(server, (error) => console.error('engine: site:', error))
  return {
    answer(visitor, first) {
      if (first.length > 0) visitor.unshift(first)
      // It reads the connection by itself.
      if (visitor.alpnProtocol === 'h2') return void http2.emit('connection', visitor)
      http.emit('connection', visitor)
      visitor.resume()
    },
  }
}

function refuse(reply: ServerResponse<IncomingMessage>): void {
  reply.writeHead(STATUS, { 'content-type': 'text/html', 'content-length': PAGE.length })
  reply.end(PAGE)
}
