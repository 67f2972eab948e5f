import type { Schema } from '../document.ts'

/** Schemas by their names. */
export type Schemas = { [name: string]: Schema }

const LISTS = ['allOf', 'anyOf', 'oneOf']
const ONES = ['items', 'additionalProperties', 'if', 'then', 'else', 'not']

/** A schema with each that stands within it changed. */
export function partsOf(schema: Schema, change: (part: Schema) => Schema): Schema {
  const changed = (part: unknown) =>
    typeof part === 'object' && part !== null ? change(part as Schema) : part
  return Object.fromEntries(
    Object.entries(schema).map(([word, value]) => {
      if (LISTS.includes(word) && Array.isArray(value)) return [word, value.map(changed)]
      if (ONES.includes(word)) return [word, changed(value)]
      if (word === 'properties' && typeof value === 'object' && value !== null)
        return [word, Object.fromEntries(Object.entries(value).map(([k, v]) => [k, changed(v)]))]
      return [word, value]
    }),
  )
}

/** What a schema refers to, or the schema itself. */
export function pointedTo(schema: Schema, named: Schemas): Schema {
  const { $ref } = schema
  return typeof $ref === 'string' ? (named[nameIn($ref)] ?? schema) : schema
}

/** The name in a reference. */
export const nameIn = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1)

/** A reference to a named schema. */
export const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
