import type { Server as HttpServer } from 'node:http'
import { createServer } from 'node:tls'
import type { Pair } from './certificate.ts'

/** How long a client may take to agree on a key, ms. */
const HANDSHAKE_MS = 10_000
/** How often connections that became idle are closed while it stops, ms. */
const CLOSING_MS = 100

/**
 * Takes TLS off connections and hands them to the console's own HTTP server, as `https.Server` does
 * inside: limits, timeouts, WebSockets and the client's address are the same on both.
 */
export function tlsFront() {
  let http: HttpServer | undefined
  const server = createServer({
    ALPNProtocols: ['http/1.1'],
    handshakeTimeout: HANDSHAKE_MS,
    noDelay: true,
  })
  server.on('secureConnection', (socket) => http?.emit('connection', socket))
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  return {
    server,
    /** Names the server that speaks HTTP; before, nobody may connect. */
    to: (server: HttpServer) => void (http = server),
    /** Serves this pair to new connections; open connections keep theirs. */
    serve: ({ cert, key }: Pair) => server.setSecureContext({ cert, key }),
    /** Takes no more connections, and ends once the last one has. */
    async stop() {
      const { promise, resolve } = Promise.withResolvers<void>()
      const closing = setInterval(() => http?.closeIdleConnections(), CLOSING_MS)
      server.close(() => resolve())
      await promise.finally(() => clearInterval(closing))
    },
  }
}
