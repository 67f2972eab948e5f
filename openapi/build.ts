/** `npm run contract`: merges the noun files into one document, and makes what is generated from it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openapiTypes, { astToString } from 'openapi-typescript'
import { parse } from 'yaml'
import { type Document, operationsOf } from './document.ts'
import { declareRefusals } from './refusals.ts'
import { jsonTextNames, narrowed, widened } from './json-text.ts'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const read = (name: string) => parse(readFileSync(here(name), 'utf8'))

const document: Document = read('openapi.yaml')
document.paths = {}
for (const file of readdirSync(here('.')).sort()) {
  if (!file.endsWith('.yaml') || file === 'openapi.yaml') continue
  const noun = read(file) as Pick<Document, 'paths'> & { schemas?: Record<string, object> }
  for (const [path, item] of Object.entries(noun.paths)) {
    const methods = { ...document.paths[path] }
    for (const [method, operation] of Object.entries(item)) {
      if (method in methods) throw new Error(`${file}: ${method} ${path} is named twice`)
      methods[method] = operation
    }
    document.paths[path] = methods
  }
  for (const [name, schema] of Object.entries(noun.schemas ?? {})) {
    if (name in document.components.schemas) throw new Error(`${file}: ${name} is named twice`)
    document.components.schemas[name] = schema
  }
}

const operations = operationsOf(document)
// Which writes take a key is said in one word; what that means on the wire is the same for all.
for (const { operation } of operations) {
  if (!operation['x-idempotent']) continue
  const key = { $ref: '#/components/parameters/idempotencyKey' }
  operation.parameters = [...(operation.parameters ?? []), key]
  operation.responses['422'] = { $ref: '#/components/responses/KeyReused' }
}
declareRefusals(document)
const twice = operations.filter(
  ({ id }, at) => operations.findIndex((other) => other.id === id) !== at,
)
if (twice.length > 0) throw new Error(`named twice: ${twice.map(({ id }) => id).join(', ')}`)

const made = '// Made by `npm run contract`. Do not edit.\n'
const rolesOf = operations.map(({ id, roles }) => `  ${id}: ${JSON.stringify(roles)},`)
const addedIds = operations.filter(({ isDeployed }) => !isDeployed).map(({ id }) => `  '${id}',`)
const keyedOf = operations.filter(({ operation }) => operation['x-idempotent'])
const wordsOf = operations.map(({ id, refusals }) => `  ${id}: ${JSON.stringify(refusals)},`)

writeFileSync(here('openapi.json'), `${JSON.stringify(widened(document), null, 1)}\n`)
writeFileSync(
  here('openapi.d.ts'),
  made + astToString(await openapiTypes(narrowed(document) as never)),
)
writeFileSync(
  here('roles.ts'),
  `${made}
/** Who may call an operation. Empty: everybody. */
export const roles = {
${rolesOf.join('\n')}
} as const

/** The words an operation may be refused with. */
export const refusalWords = {
${wordsOf.join('\n')}
} as const
`,
)
writeFileSync(
  here('idempotent.ts'),
  `${made}
/** The writes that take an Idempotency-Key, and where each is sent to. */
export const idempotent = {
${keyedOf.map(({ id, method, path }) => `  ${id}: '${method.toUpperCase()} ${path}',`).join('\n')}
} as const
`,
)
writeFileSync(
  here('json-text-properties.ts'),
  `${made}
/** Properties that older servers send as JSON text. */
export const jsonTextProperties: readonly string[] = ${JSON.stringify(jsonTextNames(document))}
`,
)
writeFileSync(
  here('added.ts'),
  `${made}
/** Version of the contract, as this server's status names it. */
export const CONTRACT = '${document.info.version}'

/** Operations that no server older than the contract has. */
export const added = [
${addedIds.join('\n')}
] as const
`,
)
console.log(
  `${operations.length} operations, ${Object.keys(document.components.schemas).length} schemas`,
)
