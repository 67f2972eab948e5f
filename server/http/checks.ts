import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats, { type FormatsPlugin } from 'ajv-formats'
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { normalEmail } from '#rules/email.ts'
import { rechargeCodeIn } from '#rules/rechargeCode.ts'
import { type Document, operationsOf, type Schema } from '../../openapi/document.ts'
import { mendQuery } from './query.ts'

// The package is CommonJS: its types describe the module, its default export is the function.
const withFormats = addFormats as unknown as FormatsPlugin

function ajv(coerceTypes: boolean | 'array') {
  const made = new Ajv2020({ coerceTypes, strict: false, useDefaults: true, validateFormats: true })
  withFormats(made)
  // Normalizes what was sent before any other check of it, and before a handler.
  made.addKeyword({
    keyword: 'x-normal',
    type: 'string',
    before: 'maxLength',
    modifying: true,
    errors: false,
    validate: normalize,
  })
  return made
}

const MAX_PASTED = 1000

const NORMAL = {
  email: normalEmail,
  rechargeCode: (text: string) => rechargeCodeIn(text).toLowerCase(),
}

function normalize(
  form: keyof typeof NORMAL,
  text: string,
  _schema?: unknown,
  at?: { parentData: Record<string, unknown>; parentDataProperty: string | number },
): boolean {
  // Longer than anything that is taken: refused as it is.
  if (at && text.length <= MAX_PASTED) at.parentData[at.parentDataProperty] = NORMAL[form](text)
  return true
}

let inputs: { text: Ajv2020; json: Ajv2020 } | undefined

/**
 * Validates what is sent.
 *
 * A URL and a form hold only text, so their numbers are parsed from text; JSON must have the right
 * types.
 */
export function inputChecks(): FastifySchemaCompiler<object> {
  return (input) => {
    // Fastify passes the media type of a body in addition to what its types declare.
    const { httpPart, schema, contentType } = input as typeof input & { contentType?: string }
    const plain = httpPart === 'body' && contentType === 'application/json'
    const check = onFirstUse(() => {
      // They keep what they compiled, by schema: every server of a process shares it.
      inputs ??= { text: ajv('array'), json: ajv(false) }
      return inputs[plain ? 'json' : 'text'].compile(schema)
    })
    return httpPart === 'querystring' ? mendedFirst(check, schema) : check
  }
}

function mendedFirst(check: Check, schema: { properties?: Record<string, Schema> }): Check {
  const mended = (sent: unknown) => {
    mendQuery(sent as Record<string, unknown>, schema.properties ?? {}) // a parsed query is an object
    const fits = check(sent)
    mended.errors = check.errors
    return fits
  }
  mended.errors = check.errors
  return mended
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

/** Validates every successful reply against the contract. */
export function replyChecks(app: FastifyInstance, document: Document): void {
  const checks = checksOf(document)
  app.addHook('onSend', async (request, reply, payload) => {
    const { operationId } = (request.routeOptions.schema ?? {}) as { operationId?: string }
    const check = operationId ? checks.get(operationId) : undefined
    if (!check || reply.statusCode !== 200 || request.method === 'HEAD') return payload
    const type = String(reply.getHeader('content-type') ?? '')
    const isJson = type.startsWith('application/json')
    const validate = isJson ? check.json : check.text
    // Properties that are not in the contract are removed: no client reads them, and they may
    // disclose something.
    if (!validate && payload && (isJson || type === '' || type.startsWith('text/plain')))
      throw new Error(`${operationId} answered what has no schema: ${type}`)
    const value = isJson ? JSON.parse(String(payload)) : (payload ?? '')
    if (validate && !validate(value))
      throw new Error(`${operationId} answered: ${JSON.stringify(validate.errors)}`)
    return payload
  })
}

type ReplyChecks = Map<string, { json?: Check; text?: Check }>
type Check = ReturnType<typeof onFirstUse>

/** Compiled once for every server of a process: the tests make thousands. */
const compiled = new WeakMap<Document, ReplyChecks>()

function checksOf(document: Document): ReplyChecks {
  const ready = compiled.get(document)
  if (ready) return ready
  const strict = ajv(false)
  strict.addSchema(document, 'contract')
  const checks: ReplyChecks = new Map()
  for (const { id, operation } of operationsOf(document)) {
    const content = operation.responses['200']?.content
    checks.set(id, {
      json: checkOf(strict, content?.['application/json']?.schema),
      text: checkOf(strict, content?.['text/plain']?.schema),
    })
  }
  compiled.set(document, checks)
  return checks
}

function checkOf(checker: Ajv2020, schema: Schema | undefined): Check | undefined {
  if (!schema) return undefined
  return onFirstUse(() => {
    const absolute = JSON.stringify(schema).replaceAll('"#/', '"contract#/')
    return checker.compile(JSON.parse(absolute))
  })
}
