import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { problems } from '#contract'

type Code = 'too slow' | 'too large' | 'bad input'

/** Of what Node could not read as a request: the status, and the word of the contract. */
const REFUSED: Record<string, [number, Code]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'too slow'],
  HPE_HEADER_OVERFLOW: [431, 'too large'],
}

/**
 * Answers what is no whole request, and ends its connection. It came by no address yet, so that the
 * body is the one of the published addresses with what there was before them.
 */
export function refuseUnread(
  this: Pick<FastifyInstance, 'log'>,
  error: { code?: string },
  socket: Socket,
): void {
  // There is nobody to tell.
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, code] = REFUSED[error.code ?? ''] ?? [400, 'bad input' as const]
  const name = STATUS_CODES[status]
  const request = randomUUID()
  // Strangers send as much of it as they like.
  this.log.debug({ reqId: request, why: error.code }, 'no whole request')
  const body = JSON.stringify({
    code,
    message: problems[code],
    request,
    error: name,
    statusCode: status,
  })
  const head = [
    `HTTP/1.1 ${status} ${name}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Content-Type: application/json; charset=utf-8',
    'Connection: close',
  ]
  if (socket.writable) socket.write([...head, '', body].join('\r\n'))
  socket.destroy()
}
