import { request as plainRequest } from 'node:http'
import { request } from 'node:https'

type Call = { method: string; headers: Record<string, string>; body?: Buffer | undefined }
type Reply = { status: number; body: Buffer }

/** Bytes of a body that may be in the socket's buffers: their progress cannot be observed. */
const UNSEEN_BYTES = 4 * 2 ** 20
/** A slower connection counts as dead, bytes per ms. */
const SLOWEST = 32

/**
 * Sends a call and reads its reply. It may take any time, in either direction, as long as bytes
 * pass: it is aborted once there were none for `silenceMs`. `fetch` does not show how much of a
 * body has left.
 */
export function sendCall(
  url: string,
  { method, headers, body }: Call,
  silenceMs: number,
): Promise<Reply> {
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
