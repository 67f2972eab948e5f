/** The contract as data: what of an OpenAPI document this project relies on. */
export type Schema = { [keyword: string]: unknown }

type Content = { [mediaType: string]: { schema?: Schema } }

/** What the audit log says a call of an admin is about (`x-audit`). */
export type Audit = {
  /** What kind of thing: a table with numbered rows, or one of `snapshot.ts`. */
  subject: string
  /**
   * Where its number comes from: `path.name`, `query.name`, `body.name` or `caller`; of several the
   * first that was sent. Without one the call makes something new, or is about many.
   */
  id?: string | readonly string[]
  /** Its name where it has no number: such a place, or the name itself. */
  key?: string
  /** What it is called, where its row does not say so: such a place. */
  label?: string
  /** It changes its subject and nothing else: when that is unchanged, nothing was done. */
  isEdit?: boolean
  /** It changes nothing, and opens something secret: noted once an hour. */
  isLook?: boolean
  /** Who has the last word on it: a function of `server/admin/audit/rules.ts`. */
  rule?: string
}

/** One operation as the document spells it. */
export type Operation = {
  operationId: string
  tags?: string[]
  summary?: string
  security?: { session: string[] }[]
  parameters?: Schema[]
  requestBody?: { required?: boolean; content: Content }
  responses: { [status: string]: { description?: string; $ref?: string; content?: Content } }
  /**
   * What a call does: it only reads, it changes something, or it takes away what no other call brings
   * back.
   */
  'x-effect'?: 'read' | 'write' | 'destroy'
  /**
   * Of what writes: the reads of the console whose answers are wrong once it is done. Where it answers
   * the job that will do it, once that has ended.
   */
  'x-outdates'?: string[]
  /** Whether sending it again with the same `Idempotency-Key` does it once. */
  'x-idempotent'?: boolean
  /** The most bytes of its body; 128 KiB where it says nothing. */
  'x-body-limit'?: number
  /** To whose things it is confined: the caller's, those of an admin's group, or nobody's. */
  'x-scope'?: 'own' | 'group' | 'all'
  /** What an admin other than the main one needs to be permitted; a word of `x-permissions`. */
  'x-permission'?: string
  /** What the audit log notes of it; `none` is the reason why it notes nothing. */
  'x-audit'?: Audit | { none: string }
  /** Whether its answer may lie on the device of whoever may call it, to be read without a network. */
  'x-keep'?: boolean
  'x-invalid'?: { status: number; text: string }
  /** Who calls it reads the text of its answer to the letter: it is the same at each address. */
  'x-exact'?: boolean
  'x-deployed'?: boolean
}

/** The whole document. */
export type Document = {
  info: { version: string }
  tags: { name: string }[]
  /** What any call may be refused with, and what each word means. */
  'x-refusals': { [word: string]: string }
  /** What may be permitted to an admin other than the main one, and what each word means. */
  'x-permissions': { [word: string]: string }
  paths: { [path: string]: { [method: string]: Operation } }
  components: { schemas: { [name: string]: object } }
}

const METHODS = ['get', 'post', 'put', 'delete']

/** Every operation of the document, with where it lives, who may call it and its refusals. */
export function operationsOf(document: Document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({
        id: operation.operationId,
        method,
        path,
        operation,
        isDeployed: operation['x-deployed'] === true,
        roles: operation.security?.flatMap(({ session }) => session) ?? [],
        refusals: wordsIn(operation.responses['403']?.content?.['text/plain']?.schema),
      })),
  )
}

/**
 * A part of the document with every reference replaced by what it refers to.
 *
 * @throws where a schema contains itself, or a reference leads nowhere
 */
export function resolvedIn<Part>(document: Document, part: Part): Part {
  const walk = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk(item, within))
    if (typeof value !== 'object' || value === null) return value
    const { $ref } = value as Schema
    if (typeof $ref === 'string') {
      if (within.includes($ref)) throw new Error(`${$ref} contains itself`)
      return walk(referredTo(document, $ref), [...within, $ref])
    }
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one, within)]))
  }
  // The walk changes references only.
  return walk(part, []) as Part
}

function referredTo(document: Document, $ref: string): unknown {
  const names = $ref.replace('#/', '').split('/')
  const found = names.reduce<unknown>(
    (node, name) => (node as Schema | undefined)?.[name],
    document,
  )
  if (found === undefined) throw new Error(`${$ref} is not in the document`)
  return found
}

const wordsIn = (schema: Schema | undefined): string[] =>
  Array.isArray(schema?.enum) ? schema.enum.filter((word) => word !== '') : []
