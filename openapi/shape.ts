/**
 * What may stand where in the document: each kind of thing with its keywords, and what each holds.
 *
 * Narrower than OpenAPI, where a schema may hold any word: an unquoted comma in a description ends
 * it there, and what follows becomes a keyword that nobody reads. What is used first is added here.
 *
 * A value is `text`, `texts`, `number`, `flag`, `any`, or a kind: one, a `[list]` or `{names}` of it.
 */
const KINDS: Record<string, Record<string, string>> = {
  document: {
    openapi: 'text',
    info: 'about',
    servers: 'any',
    tags: '[tag]',
    'x-permissions': '{text}',
    'x-refusals': '{text}',
    components: 'components',
    paths: '{path}',
  },
  about: { title: 'text', version: 'text', summary: 'text', description: 'text', license: 'any' },
  tag: { name: 'text', description: 'text' },
  components: {
    securitySchemes: 'any',
    parameters: '{parameter}',
    responses: '{response}',
    schemas: '{schema}',
  },
  path: { get: 'operation', put: 'operation', post: 'operation', delete: 'operation' },
  operation: {
    operationId: 'text',
    tags: 'texts',
    summary: 'text',
    description: 'text',
    security: 'any',
    parameters: '[parameter]',
    requestBody: 'body',
    responses: '{response}',
    'x-audit': 'any',
    'x-body-limit': 'number',
    'x-deployed': 'flag',
    'x-exact': 'flag',
    'x-effect': 'text',
    'x-idempotent': 'flag',
    'x-invalid': 'any',
    'x-keep': 'flag',
    'x-outdates': 'texts',
    'x-permission': 'text',
    'x-scope': 'text',
  },
  parameter: {
    $ref: 'text',
    name: 'text',
    in: 'text',
    description: 'text',
    required: 'flag',
    style: 'text',
    explode: 'flag',
    schema: 'schema',
  },
  body: { description: 'text', required: 'flag', content: '{media}' },
  response: { $ref: 'text', description: 'text', headers: '{header}', content: '{media}' },
  header: { description: 'text', schema: 'schema' },
  media: { schema: 'schema' },
  schema: {
    $ref: 'text',
    description: 'text',
    type: 'texts',
    enum: 'any',
    const: 'any',
    default: 'any',
    format: 'text',
    pattern: 'text',
    minLength: 'number',
    maxLength: 'number',
    minimum: 'number',
    maximum: 'number',
    items: 'schema',
    minItems: 'number',
    maxItems: 'number',
    uniqueItems: 'flag',
    properties: '{schema}',
    required: 'texts',
    minProperties: 'number',
    maxProperties: 'number',
    additionalProperties: 'schema',
    allOf: '[schema]',
    anyOf: '[schema]',
    oneOf: '[schema]',
    not: 'schema',
    // Written so that nobody takes it for a promise.
    ...Object.fromEntries(['if', 'then', 'else'].map((word) => [word, 'schema'])),
    'x-json-text': 'flag',
    'x-normal': 'text',
    // What only older consoles send: taken, and not published.
    'x-older': 'flag',
  },
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''
const LEAVES: Record<string, (value: unknown) => boolean> = {
  text: isText,
  texts: (value) => [value].flat().every(isText),
  number: (value) => typeof value === 'number',
  flag: (value) => typeof value === 'boolean',
  any: (value) => value !== undefined,
}

/** Every word of the document that stands where nobody reads it, or holds what it cannot. */
export const faultsOfShape = (document: object): string[] => faultsAt(document, 'document', '')

function faultsAt(value: unknown, kind: string, at: string): string[] {
  const isLeaf = LEAVES[kind]
  if (isLeaf) return isLeaf(value) ? [] : [`${at} is ${JSON.stringify(value)}, and no ${kind}`]
  const inner = kind.slice(1, -1)
  if (kind.startsWith('['))
    return Array.isArray(value)
      ? value.flatMap((one, index) => faultsAt(one, inner, `${at}/${index}`))
      : [`${at} is no list`]
  // Whatever is allowed, and nothing.
  if (kind === 'schema' && typeof value === 'boolean') return []
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${at} is ${JSON.stringify(value)}, and no ${kind}`]
  return Object.entries(value).flatMap(([name, held]) => {
    const within = kind.startsWith('{') ? inner : KINDS[kind]?.[name]
    const place = `${at}/${name}`
    return within === undefined
      ? [`${place} is a word that no ${kind} has; is there a comma that is not quoted?`]
      : faultsAt(held, within, place)
  })
}
