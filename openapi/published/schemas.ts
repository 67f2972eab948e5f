import type { Schema } from '../document.ts'
import { alternatives } from './alternatives.ts'
import { partsOf, type Schemas } from './parts.ts'

/**
 * A schema as programs can read it that make a client of the document: one type a thing, no null
 * and no rule among the words, and nothing that is only for older consoles.
 *
 * It takes no less than the server answers, and asks for nothing that the server refuses.
 */
export function plainSchema(schema: Schema, named: Schemas): Schema {
  const plain = partsOf(schema, (part) => plainSchema(part, named))
  return withTypes(withoutNullWord(alternatives(withoutRules(plain), named)))
}

/** What a property holds may hang on another one: said in the description, and checked by the server. */
const RULES = ['if', 'then', 'else', 'not', 'x-json-text', 'x-normal']

const withoutRules = (schema: Schema): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([word]) => !RULES.includes(word)))

const NOTHING = { type: 'null' }
/** What in a query says yes or no, in each of the ways in which older consoles said it. */
const SAID_BY_TEXT = '["","0","1","true","false"]'

/** Nothing is an alternative to a list of words, and none of them. */
function withoutNullWord(schema: Schema): Schema {
  const words = schema['enum']
  if (!Array.isArray(words)) return schema
  if (JSON.stringify(words) === SAID_BY_TEXT) return { ...schema, type: 'integer', enum: [0, 1] }
  if (!words.includes(null)) return schema
  const { description, ...listed } = schema
  const types = [schema['type'] ?? []].flat().filter((type) => type !== 'null')
  const some = { ...listed, type: types[0], enum: words.filter((word) => word !== null) }
  return { ...(description !== undefined && { description }), anyOf: [some, NOTHING] }
}

/** Which words are about which type; the others are about all of them. */
const ABOUT: Record<string, readonly string[]> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
}
const OF_ONE = new Set(Object.values(ABOUT).flat())

/** Several types in one are alternatives, each with the words that are about it. */
function withTypes(schema: Schema): Schema {
  const types = [schema['type'] ?? []].flat().map(String)
  if (types.filter((type) => type !== 'null').length < 2) return schema
  const words = Object.entries(schema).filter(([word]) => word !== 'type')
  const anyOf = types.map((type) => ({
    type,
    ...Object.fromEntries(words.filter(([word]) => ABOUT[type]?.includes(word))),
  }))
  return { ...Object.fromEntries(words.filter(([word]) => !OF_ONE.has(word))), anyOf }
}
