import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import {
  constants,
  createServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2'
import type { TLSSocket } from 'node:tls'

/** Requests of one connection at a time: a browser's first visit asks for about 60 files at once. */
const MAX_STREAMS = 100
/** Bytes of all headers of a request, as Node allows by HTTP/1.1 (`--max-http-header-size`). */
const MAX_HEADER_BYTES = 16_384
/** Frames against the protocol before a connection is ended; an honest client sends none. */
const MAX_INVALID_FRAMES = 10
/** How long nothing may move on a connection, ms: that of Fastify's `keepAliveTimeout`. */
const IDLE_MS = 72_000

/**
 * The console's requests by HTTP/2 (RFC 9113): each reaches the listeners of the server that speaks
 * HTTP/1.1, in Node's form that is common to both. Nothing is pushed, and no WebSocket is opened in it.
 */
export function http2Side(to: () => HttpServer | undefined, idleMs = IDLE_MS) {
  const sessions = new Set<ServerHttp2Session>()
  const server = createServer({
    settings: {
      maxConcurrentStreams: MAX_STREAMS,
      maxHeaderListSize: MAX_HEADER_BYTES,
      enablePush: false,
    },
    maxSessionInvalidFrames: MAX_INVALID_FRAMES,
  })
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
    endIdle(session, idleMs)
  })
  server.on('request', (request, reply) => {
    const http = to()
    if (!http) return request.stream.close(constants.NGHTTP2_REFUSED_STREAM)
    // What was HTTP/1.1's header is a part of the address here (RFC 9113, 8.3.1).
    request.headers.host ??= request.authority
    endLate(request, reply, http.requestTimeout)
    http.emit('request', request as unknown as IncomingMessage, reply as unknown as ServerResponse)
  })
  return {
    server,
    /** Takes a connection whose two sides agreed on HTTP/2. */
    take: (socket: TLSSocket) => void server.emit('connection', socket),
    /** Begins no more requests, and ends each connection with its last one. */
    close: () => sessions.forEach((session) => session.close()),
    /** Ends all at once. */
    cut: () => sessions.forEach((session) => session.destroy()),
  }
}

/** Ends a connection on which nothing moves: once it begins no more requests, then also what stalls. */
function endIdle(session: ServerHttp2Session, idleMs: number) {
  session.setTimeout(idleMs, () => {
    if (session.closed) return session.destroy()
    session.close()
    endIdle(session, idleMs)
  })
}

/** Ends a request whose body takes longer than that to arrive, ms; HTTP/1.1 does so by itself. */
function endLate({ stream }: Http2ServerRequest, reply: Http2ServerResponse, timeout: number) {
  if (timeout === 0 || stream.endAfterHeaders) return
  const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), timeout)
  const keep = () => clearTimeout(timer)
  stream.once('end', keep)
  reply.once('close', keep)
}
