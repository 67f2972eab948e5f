import type { paths } from '#contract'
import createClient from 'openapi-fetch'
import { KEY, keyOf, takesKeys } from './keys.ts'
import { answersAsOlder, knownServer, NOT_OFFERED } from './serverInfo.ts'
import { STATUS_PATH } from './judge.ts'
import { send } from './send.ts'
import { conditionalPost } from './conditional.ts'
import { NoAnswer, sendOnce } from './unanswered.ts'
import { sendUntilKnown } from './until-known.ts'

/** The server refused, or (status 0) there was no answer; then the reason is an `Unanswered`. */
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

/** Writes without an outcome to look up afterwards: logging in, requesting a mail, fetching a copy. */
const HARMLESS =
  /^\/api\/(home\/(log|code|passkey|mac|ref\/|password\/send|setup\/restore)|user\/telegram\/login)/

/** A read sent as POST, which browsers do not revalidate by themselves. */
const READ_BY_POST = '/api/admin/accountWithPage'

/** Calls the contract's paths. Screens use the operations of a feature instead. */
export const api = createClient<paths>({
  // The address is known only once config.json is read, so it is put in front per call.
  baseUrl: 'http://api.invalid',
  credentials: 'include',
  fetch: async (request) => {
    const { method, headers, signal } = request
    const { pathname, search } = new URL(request.url)
    // A request made from a request streams its body, which browsers refuse over HTTP/1.1.
    const body = await bodyOf(request)
    // What is saved while the page closes must still arrive; browsers carry 64 KB that way.
    const keepalive = method === 'PUT' && (body?.byteLength ?? 0) < 32_768
    // An older server redirects calls it does not know to its first page: that is no answer.
    const redirect = 'manual'
    const sent = { method, headers, body, keepalive, credentials: 'include', redirect } as const
    // A truncated answer counts as lost, too.
    const ask = (until: AbortSignal) => (of: Headers) =>
      send(pathname + search, { ...sent, headers: of, signal: until }, pathname === READ_BY_POST)
    const call = async (until: AbortSignal) =>
      asJson(
        await (pathname === READ_BY_POST
          ? conditionalPost(new TextDecoder().decode(body), headers, ask(until))
          : ask(until)(headers)),
      )
    const key = headers.get(KEY)
    const isRead = method === 'GET' || HARMLESS.test(pathname)
    return key ? sendUntilKnown(key, signal, call) : sendOnce(() => call(signal), isRead)
  },
})

api.use({
  async onRequest({ request, schemaPath }) {
    const { method, url } = request
    const { seen } = knownServer()
    // The server does nothing where page and session show different people.
    if (seen !== undefined) request.headers.set('Seen-Customer', String(seen))
    if (!takesKeys(method, schemaPath)) return
    request.headers.set(KEY, keyOf(`${method} ${url} ${await request.clone().text()}`))
  },
})

// Loaded only where an older server answers: queries and screens know the contract's shapes alone.
const edge = () => import('./older/edge.ts')

api.use({
  async onRequest({ request, schemaPath }) {
    if (knownServer().contract !== null) return
    const { translateRequest } = await edge()
    return translateRequest(`${request.method} ${schemaPath}`, request)
  },
  async onResponse({ request, response, schemaPath }) {
    if (schemaPath === STATUS_PATH || !answersAsOlder()) return
    const { translateAnswer } = await edge()
    return translateAnswer(`${request.method} ${schemaPath}`, response, (path) =>
      answer(api.GET(path as never)),
    )
  },
})

/** What a call sends: read, as `Request.body` is what Firefox, and Chrome before 105, do not have. */
async function bodyOf(request: Request): Promise<ArrayBuffer | undefined> {
  const body = await request.arrayBuffer()
  return body.byteLength > 0 ? body : undefined
}

/** The body of an answered call. Throws ApiError for every other outcome. */
export async function answer<Body>(
  call: Promise<{ data?: Body; error?: unknown; response: Response }>,
): Promise<Body> {
  const { data, error, response } = await call.catch((problem: unknown) => {
    throw new ApiError(0, problem instanceof NoAnswer ? problem.why : 'unread')
  })
  if (!response.ok) throw new ApiError(response.status, typeof error === 'string' ? error : '')
  // The contract says what a successful reply holds; the server's own tests hold it to that.
  return data as Body
}

/**
 * Turns a reply into the type the contract names.
 *
 * Bare words become JSON text, and the page that an older server answers unknown calls with becomes
 * a 404.
 */
async function asJson(reply: Response): Promise<Response> {
  const type = reply.headers.get('content-type') ?? ''
  const isPage = type.includes('html')
  if (reply.type === 'opaqueredirect' || reply.redirected || (reply.status === 404 && isPage))
    return notOffered()
  if (!reply.ok) return reply
  const text = await reply.text()
  // Older servers also send bare words as HTML; a page begins with a tag.
  if (isPage && /^\s*</.test(text)) return notOffered()
  return new Response(type.includes('json') ? text : JSON.stringify(text), {
    status: reply.status,
    headers: { 'content-type': 'application/json' },
  })
}

const notOffered = () =>
  new Response(NOT_OFFERED, { status: 404, headers: { 'content-type': 'text/plain' } })
