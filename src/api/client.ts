import { jsonTextProperties, type paths } from '#contract'
import createClient from 'openapi-fetch'
import { isOtherBase } from './base.ts'
import { send } from './send.ts'

/** The server said no, or (status 0) could not be reached. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly reason: string

  constructor(status: number, reason: string) {
    super(`${status} ${reason}`)
    this.status = status
    this.reason = reason
  }
}

/** Calls the contract's paths. Screens use the operations of a feature instead. */
export const api = createClient<paths>({
  // The address is known only once config.json is read, so it is put in front per call.
  baseUrl: 'http://api.invalid',
  credentials: 'include',
  fetch: async (request) => {
    const { method, headers, signal } = request
    const { pathname, search } = new URL(request.url)
    // A request made from a request streams its body, which browsers refuse over HTTP/1.1.
    const body = request.body ? await request.arrayBuffer() : undefined
    // What is saved while the page closes must still arrive; browsers carry 64 KB that way.
    const keepalive = method === 'PUT' && (body?.byteLength ?? 0) < 32_768
    const sent = { method, headers, signal, body, keepalive, credentials: 'include' } as const
    return asJson(await send(pathname + search, sent))
  },
})

/** The body of an answered call. Throws ApiError for every other outcome. */
export async function answer<Body>(
  call: Promise<{ data?: Body; error?: unknown; response: Response }>,
): Promise<Body> {
  const { data, error, response } = await call.catch(() => {
    throw new ApiError(0, 'offline')
  })
  if (!response.ok) throw new ApiError(response.status, typeof error === 'string' ? error : '')
  // The contract says what a successful reply holds; the server's own tests hold it to that.
  return data as Body
}

/**
 * Makes a reply what the contract calls it.
 *
 * Bare words become JSON text, and what older servers send as JSON text becomes the real thing.
 */
async function asJson(reply: Response): Promise<Response> {
  if (!reply.ok) return reply
  const text = await reply.text()
  const type = reply.headers.get('content-type') ?? ''
  const body = type.includes('json')
    ? isOtherBase()
      ? JSON.stringify(JSON.parse(text, readJsonText))
      : text
    : JSON.stringify(text)
  return new Response(body, {
    status: reply.status,
    headers: { 'content-type': 'application/json' },
  })
}

function readJsonText(name: string, value: unknown): unknown {
  const packed =
    typeof value === 'string' && jsonTextProperties.includes(name) && /^[[{]/.test(value)
  return packed ? JSON.parse(value) : value
}
