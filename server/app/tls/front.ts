import type { Server as HttpServer } from 'node:http'
import { createServer } from 'node:tls'
import type { Pair } from './certificate.ts'
import { http2Side } from './http2.ts'

/** How long a client may take to agree on a key, ms. */
const HANDSHAKE_MS = 10_000
/** How often connections that became idle are closed while it stops, ms. */
const CLOSING_MS = 100

/**
 * Takes TLS off connections and hands them to the console's own HTTP server, as `https.Server` does
 * inside: limits, timeouts, WebSockets and the client's address are the same on both. Browsers agree
 * on HTTP/2, whose requests reach the same server; a WebSocket is opened by HTTP/1.1 beside it.
 */
export function tlsFront() {
  let http: HttpServer | undefined
  const server = createServer({
    ALPNProtocols: ['h2', 'http/1.1'],
    handshakeTimeout: HANDSHAKE_MS,
    noDelay: true,
  })
  const http2 = http2Side(() => http)
  server.on('secureConnection', (socket) => {
    if (socket.alpnProtocol === 'h2') http2.take(socket)
    else http?.emit('connection', socket)
  })
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  return {
    server,
    http2: http2.server,
    /** Names the server that answers; before, nobody may connect. */
    to: (server: HttpServer) => void (http = server),
    /** Serves this pair to new connections; open connections keep theirs. */
    serve: ({ cert, key }: Pair) => server.setSecureContext({ cert, key }),
    /** Ends what is open by HTTP/2, whatever it is doing. */
    cut: http2.cut,
    /** Takes no more connections, and ends once the last one has. */
    async stop() {
      const { promise, resolve } = Promise.withResolvers<void>()
      const closing = setInterval(() => http?.closeIdleConnections(), CLOSING_MS)
      server.close(() => resolve())
      http2.close()
      await promise.finally(() => clearInterval(closing))
    },
  }
}
