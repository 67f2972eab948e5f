import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats, { type FormatsPlugin } from 'ajv-formats'
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { type Document, operationsOf, type Schema } from '../openapi/document.ts'
import { narrowed } from '../openapi/json-text.ts'

// The package is CommonJS: its types describe the module, its default export is the function.
const withFormats = addFormats as unknown as FormatsPlugin

function ajv(coerceTypes: boolean | 'array') {
  const made = new Ajv2020({ coerceTypes, strict: false, useDefaults: true, validateFormats: true })
  withFormats(made)
  return made
}

/**
 * Checks what is sent.
 *
 * A URL and a form hold only text, so their numbers are read from text; JSON must say what it means.
 */
export function inputChecks(): FastifySchemaCompiler<object> {
  const text = ajv('array')
  const json = ajv(false)
  return (input) => {
    // Fastify hands over the media type of a body beside what its types name.
    const { httpPart, schema, contentType } = input as typeof input & { contentType?: string }
    const plain = httpPart === 'body' && contentType === 'application/json'
    return onFirstUse(() => (plain ? json : text).compile(schema))
  }
}

/** Compiling all of them would be a third of the server's start; each takes about a millisecond. */
function onFirstUse(compile: () => ValidateFunction) {
  let compiled: ValidateFunction | undefined
  const check = Object.assign(
    (sent: unknown) => {
      compiled ??= compile()
      const fits = compiled(sent)
      check.errors = compiled.errors
      return fits
    },
    { errors: null as ValidateFunction['errors'] },
  )
  return check
}

/** Checks every successful reply against what the contract promises. */
export function replyChecks(app: FastifyInstance, document: Document): void {
  const checks = checksOf(document)
  app.addHook('onSend', async (request, reply, payload) => {
    const { operationId } = (request.routeOptions.schema ?? {}) as { operationId?: string }
    const check = operationId ? checks.get(operationId) : undefined
    if (!check || reply.statusCode !== 200 || request.method === 'HEAD') return payload
    const type = String(reply.getHeader('content-type') ?? '')
    const [validate, value] = type.startsWith('application/json')
      ? [check.json, JSON.parse(String(payload))]
      : [check.text, payload ?? '']
    if (validate && !validate(value))
      throw new Error(`${operationId} answered: ${JSON.stringify(validate.errors)}`)
    return payload
  })
}

type ReplyChecks = Map<string, { json?: Check; text?: Check }>
type Check = ReturnType<typeof onFirstUse>

/** Compiled once for every server of a process: the tests make thousands. */
const known = new WeakMap<Document, ReplyChecks>()

function checksOf(document: Document): ReplyChecks {
  const ready = known.get(document)
  if (ready) return ready
  const strict = ajv(false)
  strict.addSchema(narrowed(document), 'contract')
  const checks: ReplyChecks = new Map()
  for (const { id, operation } of operationsOf(document)) {
    const content = operation.responses['200']?.content
    checks.set(id, {
      json: checkOf(strict, content?.['application/json']?.schema),
      text: checkOf(strict, content?.['text/plain']?.schema),
    })
  }
  known.set(document, checks)
  return checks
}

function checkOf(checker: Ajv2020, schema: Schema | undefined): Check | undefined {
  if (!schema) return undefined
  return onFirstUse(() => {
    const absolute = JSON.stringify(narrowed(schema)).replaceAll('"#/', '"contract#/')
    return checker.compile(JSON.parse(absolute))
  })
}
