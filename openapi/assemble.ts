import { type Document, operationsOf } from './document.ts'
import { declareRefusals } from './refusals.ts'

type Noun = Pick<Document, 'paths'> & { schemas?: Record<string, object> }

/** The file that says what is true of all nouns. */
const WHOLE = 'openapi.yaml'

/**
 * The document that the noun files make together, with what is the same for every operation of a
 * kind put in.
 *
 * @param files what the YAML files say, by their names; it is not changed
 * @throws where an operation or a schema is named twice
 */
export function assembled(files: Readonly<Record<string, unknown>>): Document {
  const document = structuredClone(files[WHOLE]) as Document
  document.paths = {}
  for (const [file, said] of Object.entries(files)) {
    if (file === WHOLE) continue
    const noun = structuredClone(said) as Noun
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
  const ids = operations.map(({ id }) => id)
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at)
  if (twice.length > 0) throw new Error(`named twice: ${twice.join(', ')}`)
  // Which writes take a key is said in one word; what that means on the wire is the same for all.
  for (const { operation } of operations) {
    if (!operation['x-idempotent']) continue
    const key = { $ref: '#/components/parameters/idempotencyKey' }
    operation.parameters = [...(operation.parameters ?? []), key]
    operation.responses['422'] = { $ref: '#/components/responses/KeyReused' }
  }
  declareRefusals(document)
  return document
}
