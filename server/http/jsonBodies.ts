import type { FastifyInstance, FastifyRequest } from 'fastify'
import { jsonShapeOf } from '../base/jsonShape.ts'

/** Deeper than any body of the contract, and of the notices of payment providers. */
const MAX_DEPTH = 32

const raw = new WeakMap<FastifyRequest, Buffer>()

/** A body of JSON as it was sent, for signatures that cover it; empty for any other. */
export const rawBodyOf = (request: FastifyRequest): string => raw.get(request)?.toString() ?? ''

/**
 * Reads bodies of JSON. One that is deeper than `MAX_DEPTH` is refused before it is parsed: parsing,
 * walking through and writing it again cost a hundred times what a flat one of the same size does,
 * and thousands of levels end the stack.
 */
export function readJsonBodies(app: FastifyInstance): void {
  // Fastify's own, which refuses `__proto__`.
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    raw.set(request, body as Buffer)
    if (jsonShapeOf(body as Buffer).depth <= MAX_DEPTH) return parse(request, body.toString(), done)
    // As an error of Fastify's own parser, so that an operation may have its own word for it.
    return done(Object.assign(new Error('too many levels'), { statusCode: 400 }))
  })
}
