import { type Document, type Operation, operationsOf, type Schema } from '../document.ts'
import { nameAlternatives } from './alternatives.ts'
import { doneFormOf } from './done.ts'
import { nameIn, pointedTo, type Schemas } from './parts.ts'
import { PROBLEM, PROBLEM_REPLY, problemSchema } from './problem.ts'
import { standingAlone } from './said.ts'
import { plainSchema } from './schemas.ts'

/** Where calls are answered as the published document says, and not as older consoles expect. */
export const baseOf = ({ info }: Pick<Document, 'info'>): string =>
  `/api/v${info.version.split('.')[0]}`

/**
 * The document as it is published, for programs that make clients of it: one error body, no text
 * where there is nothing to say, one media type a reply, and schemas that have one meaning in each
 * language. It describes the addresses below `baseOf`, which the server answers in this form
 * (`server/http/form.ts`).
 */
export function published(whole: Document): Document {
  const document = standingAlone(whole)
  const named = nameAlternatives(document.components.schemas as Schemas)
  const plain = (schema: Schema) => plainSchema(schema, named)
  const operations = operationsOf(document).map((one) => [one, operationOf(one, plain)] as const)
  const paths: Document['paths'] = {}
  for (const [{ path, method }, operation] of operations) {
    const address = path.replace(/^\/api/, baseOf(document))
    paths[address] = { ...paths[address], [method]: operation }
  }
  const { parameters = {} } = document.components as { parameters?: Schemas }
  return onlyUsed({
    ...document,
    paths,
    components: {
      ...document.components,
      parameters: mapped(parameters, (one) => parameterOf(one, plain)),
      responses: { [PROBLEM_REPLY.name]: PROBLEM_REPLY.reply },
      schemas: {
        ...mapped(named, plain),
        ...mapped(savedIn(document), ({ required: _required, ...saved }) => plain(saved)),
        [PROBLEM]: problemSchema(document),
      },
    },
  } as unknown as Document)
}

/** Without the schemas that nothing refers to: what a form sends is said once, as JSON. */
function onlyUsed(document: Document): Document {
  const { schemas } = document.components as { schemas: Schemas }
  const used = new Set<string>()
  const look = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue
      used.add(name)
      look(schemas[name])
    }
  }
  look({ ...document, components: { ...document.components, schemas: {} } })
  const listed = Object.entries(schemas).filter(([name]) => used.has(name))
  return {
    ...document,
    components: { ...document.components, schemas: Object.fromEntries(listed) },
  }
}

/** What is said of something saved; nothing to those who did not ask. */
function savedIn(document: Document): Schemas {
  const replies = operationsOf(document)
    .filter(({ operation }) => doneFormOf(operation) === 'saved')
    .map(({ operation }) => operation.responses['200']?.content?.['application/json']?.schema)
  const { schemas } = document.components as { schemas: Schemas }
  return Object.fromEntries(
    replies.map((schema = {}) => [nameIn(String(schema['$ref'])), pointedTo(schema, schemas)]),
  )
}

const mapped = (things: Schemas, change: (one: Schema) => Schema): Schemas =>
  Object.fromEntries(Object.entries(things).map(([name, one]) => [name, change(one)]))

/** What only this project reads of an operation. */
const OURS = ['x-audit', 'x-deployed', 'x-exact', 'x-invalid', 'x-keep', 'x-outdates']

type Described = ReturnType<typeof operationsOf>[number]
type Plain = (schema: Schema) => Schema

function operationOf({ operation, roles, refusals }: Described, plain: Plain): Operation {
  const { parameters, requestBody, security: _security, ...said } = operation
  const problem = { $ref: `#/components/responses/${PROBLEM_REPLY.name}` }
  return {
    ...Object.fromEntries(Object.entries(said).filter(([word]) => !OURS.includes(word))),
    security: roles.length > 0 ? [{ session: [] }] : [],
    ...(roles.length > 0 && { 'x-roles': [...new Set(roles)] }),
    ...(refusals.length > 0 && { 'x-refusals': refusals }),
    ...(parameters && { parameters: parameters.map((one) => parameterOf(one, plain)) }),
    ...(requestBody && { requestBody: bodyOf(requestBody, plain) }),
    responses: { ...doneOf(operation, plain), '4XX': problem, '5XX': problem },
    // What was taken out above stands here again.
  } as unknown as Operation
}

function parameterOf(parameter: Schema, plain: Plain): Schema {
  const { schema } = parameter
  return schema ? { ...parameter, schema: plain(schema as Schema) } : parameter
}

type Body = NonNullable<Operation['requestBody']>

/** JSON where it may be JSON: a form says the same. */
function bodyOf({ content, ...rest }: Body, plain: Plain): Body {
  const [first] = Object.keys(content)
  const type = 'application/json' in content ? 'application/json' : (first ?? '')
  return { ...rest, content: { [type]: { schema: plain(content[type]?.schema ?? {}) } } }
}

/** Nothing where there is nothing to say, and else one media type. */
function doneOf(operation: Operation, plain: Plain): Operation['responses'] {
  const { content = {}, description = 'Done.' } = operation.responses['200'] ?? {}
  const form = doneFormOf(operation)
  if (form === 'nothing') return { '204': { description } }
  const json = content['application/json']?.schema
  const text = content['text/plain']?.schema
  const done = (type: string, schema: Schema) => ({
    '200': { description, content: { [type]: { schema } } },
  })
  if (form === 'word' && text) return done('application/json', plain(text))
  if (text && form === 'same') return done('text/plain', { type: 'string' })
  if (json) return done('application/json', plain(json))
  const types = Object.keys(content)
  const [type = ''] = types
  if (!type.startsWith('image/')) return done(type, { type: 'string' })
  return done(types.length > 1 ? 'image/*' : type, { type: 'string', format: 'binary' })
}
