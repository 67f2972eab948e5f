import { Readable } from 'node:stream'
import type { Answer, Body, OperationId, Path, Query, Role } from '#contract'
import { roles } from '#contract'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Operation } from '../../openapi/document.ts'
import { once } from './keys/once.ts'
import { NOT_PERMITTED, permits } from './permissions.ts'
import { checkAccountAlone } from './accountAlone.ts'
import { rawBodyOf } from './jsonBodies.ts'
import { asForConsoles, fieldOf, isPublished, type Said, say } from './form.ts'
import { callerOfCall, SEEN_CUSTOMER } from './seeing.ts'
import { clientOf } from '../network/client.ts'
import { type Reader, readerOf } from './reader.ts'
import { ReadyAnswer } from './readyAnswer.ts'
import { Refusal } from '../base/refusal.ts'
import { RETRY_AFTER, unavailableBy } from '../database/unavailable.ts'
import type { World } from './world.ts'

/** The caller. */
export type Caller = {
  id: number
  type: 'normal' | 'admin'
  groupId: number
  roles: readonly Role[]
  /** What an admin other than the main one may do, by the name of the set (`permissions.ts`). */
  rights?: string
  /** The admin who sees what this customer sees, and until when; they may change nothing. */
  seenBy?: { id: number; expireTime: number }
  /** Logged in by a MAC address, which opens the account alone. */
  byMac?: true
}

/** The visit a call belongs to. */
export type Visit = {
  /** Names the session without opening it; undefined for visitors. */
  id: string | undefined
  start: (userId: number, how?: { byMac: true }) => Promise<void>
  end: () => Promise<void>
}

/** Operations without a login; there the caller may be undefined. */
type Open = {
  [Id in OperationId]: (typeof roles)[Id] extends readonly [] ? Id : never
}[OperationId]

/** One incoming call, validated against the contract. */
export type Call<Id extends OperationId> = World & {
  caller: Id extends Open ? Caller | null : Caller
  path: Path<Id>
  query: Query<Id>
  body: Body<Id>
  /** Whom limits count as one: an IPv4 address, or the /64 of an IPv6 one (`clientOf`). */
  client: string
  /** In which languages the caller reads. */
  reader: Reader
  session: Visit
  /** The caller's request key of this write, to be done once. */
  key?: string
  /** Whether this write was done before under the same key. */
  isRepeated: boolean
  /** A header of the request; empty where there is none. */
  requestHeader: (name: string) => string
  /** The body of JSON as it was sent; empty for any other. */
  rawBody: () => string
  /** Sets a header of the reply. */
  header: (name: string, value: string) => void
  /** Passes the audit log the id of what the call made, where the reply does not contain it. */
  made: (id: number) => void
}

/** The reply; plain text, such as a long table, may be a stream. */
type Given<Id extends OperationId> =
  | ReadyAnswer<Answer<Id>>
  | (string extends Answer<Id> ? Answer<Id> | Readable : Answer<Id>)

/** One function per operation; leaving one out does not compile. */
export type Handlers = { [Id in OperationId]: (call: Call<Id>) => Given<Id> | Promise<Given<Id>> }

type Bound = (call: unknown) => unknown

/** The visitor's side of a request, found by the session module. */
export type Visitor = {
  caller: Caller | null
  session: Visit
  /** The admin behind a customer who is only seen. */
  admin?: Caller
}

/** Runs a call and writes down what it changed; `made` takes the id of what the call made. */
export type Audited = <Answer>(
  id: OperationId,
  call: World & Pick<Call<OperationId>, 'caller' | 'path' | 'query' | 'body'>,
  run: (made: (id: number) => void) => Promise<Answer> | Answer,
) => Promise<Answer>

const JSON_ALONE = 'application/json'

/** Registers one operation: who may call, the input, the reply. */
export function bind(
  id: OperationId,
  operation: Operation,
  handler: Bound,
  world: World,
  whoCalls: (request: FastifyRequest, reply: FastifyReply) => Promise<Visitor>,
  audited: Audited,
): Omit<RouteOptions, 'method' | 'url'> {
  const accepted = Object.keys(operation.requestBody?.content ?? {})
  const mediaType = Object.keys(operation.responses['200']?.content ?? {})[0]
  const invalid = operation['x-invalid']
  const visitors = new WeakMap<FastifyRequest, Visitor>()

  return {
    async onRequest(request, reply) {
      if (operation['x-exact']) asForConsoles(request)
      const { session, ...found } = await whoCalls(request, reply)
      const caller = callerOfCall(id, found, request.headers[SEEN_CUSTOMER])
      allow(caller, id)
      checkAccountAlone(id, caller)
      visitors.set(request, { caller, session })
    },
    async preValidation(request) {
      if (accepted.length === 0) return
      const sent = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
      if (sent && accepted.includes(sent)) return
      if (!sent && operation.requestBody?.required !== true) return
      if (invalid && !isPublished(request)) throw new Refusal(invalid.status, invalid.text)
      throw new Refusal(400, `send ${accepted.join(' or ')}`)
    },
    errorHandler(error, request, reply) {
      const refused =
        invalid && isBadInput(error) && !isPublished(request)
          ? new Refusal(invalid.status, invalid.text)
          : error
      return refuse(refused, request, reply)
    },
    async handler(request, reply) {
      const call = {
        ...world,
        ...visitors.get(request),
        path: request.params,
        query: request.query,
        body: request.body,
        client: clientOf(request.ip),
        reader: readerOf(request),
        requestHeader: (name: string) =>
          // Below the published addresses JSON is the answer, whatever a client says it takes.
          isPublished(request) && name === 'accept'
            ? JSON_ALONE
            : String(request.headers[name] ?? ''),
        rawBody: () => rawBodyOf(request),
        header: (name: string, value: string) => void reply.header(name, value),
      }
      const key = operation['x-idempotent'] ? request.headers[KEY] : undefined
      const run = (isRepeated: boolean) => {
        const given = { ...call, key, isRepeated }
        if (isRepeated) return handler({ ...given, made: () => {} })
        // The contract has validated these.
        return audited(id, call as never, (made) => handler({ ...given, made }))
      }
      const done =
        typeof key === 'string'
          ? await once(operation, call as never, key, run)
          : { answer: await run(false), isRepeated: false }
      if (done.isRepeated) reply.header('idempotency-replayed', 'true')
      const { answer } = done
      if (answer === undefined) return reply.send()
      if (answer instanceof ReadyAnswer) return sendReady(answer, request, reply)
      const isText = typeof answer === 'string' || answer instanceof Readable
      if (isText && !reply.hasHeader('content-type'))
        reply.type(`${mediaType ?? 'text/plain'}; charset=utf-8`)
      return reply.send(answer)
    },
  }
}

/** Sends a ready answer, or 304 if the caller has it already. */
function sendReady(
  { bytes, tag }: ReadyAnswer<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  reply.header('etag', tag)
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(bytes)
}

/** The header of a request key, as Node spells it. */
const KEY = 'idempotency-key'

/** Maps any error to the reply the contract promises. */
export const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
  say(request, reply, saidOf(error, request, reply))

function saidOf(error: unknown, request: FastifyRequest, reply: FastifyReply): Said {
  if (error instanceof Refusal) return { status: error.status, reason: error.reason, ...error.more }
  const { statusCode, message, code } = error as Partial<Record<'message' | 'code', string>> & {
    statusCode?: number
  }
  // PostgreSQL refuses a number outside a column's range; nothing has such an id.
  if (code && NO_SUCH_NUMBER.includes(code)) return { status: 400, reason: 'a number is too large' }
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return { status: statusCode, reason: message ?? '', field: fieldOf(error) }
  const unavailable = unavailableBy(error)
  if (unavailable) {
    request.log.warn({ why: message }, `a call found the database ${unavailable}`)
    reply.header('retry-after', RETRY_AFTER[unavailable])
    return { status: 503, reason: `database ${unavailable}` }
  }
  // Who hangs up in the middle of an answer is no news, and anybody can do so.
  const hungUp = code === 'ERR_STREAM_PREMATURE_CLOSE' && request.raw.socket.destroyed
  if (hungUp) return { status: 408, reason: '' }
  request.log.error({ err: error }, 'a call failed')
  return { status: 500, reason: '' }
}

/** PostgreSQL's numeric_value_out_of_range, and invalid_text_representation for `1e+21`. */
const NO_SUCH_NUMBER = ['22003', '22P02']

const isBadInput = (error: unknown) => {
  const { statusCode } = error as { statusCode?: number }
  return statusCode === 400 || statusCode === 415
}

function allow(caller: Caller | null, id: OperationId) {
  const allowed: readonly Role[] = roles[id]
  if (allowed.length === 0) return
  if (allowed.some((role) => caller?.roles.includes(role))) {
    if (caller?.rights !== undefined && !permits(caller.rights, id))
      throw new Refusal(403, NOT_PERMITTED)
    return
  }
  // An admin who is not the main one stays logged in: a 401 would end the session on every console.
  throw caller?.type === 'admin' && allowed.includes('mainAdmin')
    ? new Refusal(403, '', { code: NOT_PERMITTED })
    : new Refusal(401)
}
