import { CONTRACT, problems } from '#contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Document, operationsOf } from '../../openapi/document.ts'
import { doneFormOf } from '../../openapi/published/done.ts'
import { baseOf } from '../../openapi/published/publish.ts'
import { Refusal } from '../base/refusal.ts'
import { plainUrl } from './addresses.ts'

/** Below it a call is answered as the published document says; elsewhere as consoles are. */
const BASE = new RegExp(`^${baseOf({ info: { version: CONTRACT } })}(?=/)`, 'i')
const JSON_TYPE = 'application/json; charset=utf-8'

/** Requests that came by a published address. */
const published = new WeakSet<object>()

/** The address of a request as all routes know it; which form it asked for is noted. */
export function inForm(request: { url?: string }): string {
  const url = plainUrl(request.url ?? '/')
  if (!BASE.test(url)) return url
  published.add(request)
  return url.replace(BASE, '/api')
}

/** Whether a call came by a published address. */
export const isPublished = ({ raw }: Pick<FastifyRequest, 'raw'>): boolean => published.has(raw)

/** Answers a call as consoles are, by whichever address it came. */
export const asForConsoles = ({ raw }: Pick<FastifyRequest, 'raw'>): void =>
  void published.delete(raw)

/** Why a call is refused. */
export type Said = { status: number; reason: string } & Partial<{
  code: string
  field: string | undefined
  retryAfter: number
}>

/** Sends a refusal: its word or sentence as text, or one JSON body for all below a published address. */
export function say(request: FastifyRequest, reply: FastifyReply, said: Said): FastifyReply {
  if (!isPublished(request))
    return reply.code(said.status).type('text/plain; charset=utf-8').send(said.reason)
  const code = codeOf(request, said)
  // Clients that try again by themselves read the header.
  if (said.retryAfter !== undefined) reply.header('retry-after', said.retryAfter)
  return reply
    .code(STATUS_OF[code] ?? (said.retryAfter === undefined ? said.status : 429))
    .type(JSON_TYPE)
    .send(JSON.stringify(problemOf(request, reply, { ...said, code })))
}

function problemOf({ id }: FastifyRequest, reply: FastifyReply, said: Said & { code: string }) {
  const { code, reason, field, status } = said
  const after = reply.getHeader('retry-after')
  const retryAfter = said.retryAfter ?? (after === undefined ? undefined : Number(after))
  const sentence = Object.hasOwn(problems, code) ? problems[code as keyof typeof problems] : ''
  // A sentence of its own says more; what was refused by one of its words says that.
  const message = (status < 500 && status !== 404 && reason) || sentence || `Refused: ${code}.`
  return { code, message, field, request: id, retryAfter }
}

/** Codes that older consoles get with another status, as they end a session over some. */
const STATUS_OF: Record<string, number> = { 'no such thing': 404 }

/** Statuses whose text is a word of the contract. */
const WITH_WORDS = [403, 409, 422, 503]

const WORD_OF: Record<number, keyof typeof problems> = {
  401: 'not logged in',
  408: 'too slow',
  413: 'too large',
}

function codeOf({ is404, params }: FastifyRequest, { status, reason, code }: Said): string {
  if (code) return code
  if (WITH_WORDS.includes(status) && reason !== '') return reason
  if (is404 && status === 404) return 'no such call'
  // Nobody learns whether it is there or somebody else's.
  const isOfOne = Object.keys((params ?? {}) as object).length > 0
  if (status === 404 || (status === 403 && isOfOne)) return 'no such thing'
  if (status === 403) return 'refused'
  return WORD_OF[status] ?? (status < 500 ? 'bad input' : 'failed')
}

type Invalid = { instancePath?: string; params?: { missingProperty?: string } }

/** The name of what does not fit, of an error of the checks of input: `name`, `server.0`. */
export function fieldOf(error: unknown): string | undefined {
  const [first] = (error as { validation?: Invalid[] }).validation ?? []
  if (!first) return undefined
  const { instancePath = '', params } = first
  const names = [...instancePath.split('/').slice(1), params?.missingProperty ?? []].flat()
  return names.join('.') || undefined
}

/** Turns what is answered below the published addresses into the form that they promise. */
export function answerInForm(app: FastifyInstance, document: Document): void {
  const forms = new Map(
    operationsOf(document).map(({ id, operation }) => [id, doneFormOf(operation)]),
  )
  // What is no call of the contract, such as the measurements, has one address: a proxy that
  // closes it has closed it.
  app.addHook('onRequest', async (request) => {
    if (isPublished(request) && !request.is404 && operationOf(request) === undefined)
      throw new Refusal(404, '', { code: 'no such call' })
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isPublished(request)) return payload
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
    const { statusCode: status } = reply
    if (status >= 400 && !isJson) {
      reply.type(JSON_TYPE)
      const said = { status, reason: '' }
      return JSON.stringify(problemOf(request, reply, { ...said, code: codeOf(request, said) }))
    }
    const form = forms.get(operationOf(request) ?? '')
    if (status !== 200 || isJson || form === undefined || form === 'same') return payload
    if (form === 'nothing') {
      reply.code(204).removeHeader('content-type')
      return null
    }
    reply.type(JSON_TYPE)
    return form === 'saved' ? '{}' : JSON.stringify(String(payload))
  })
}

const operationOf = ({ routeOptions }: FastifyRequest) =>
  (routeOptions.schema as { operationId?: string } | undefined)?.operationId
