import type { Schema } from '../document.ts'
import { pointedTo, refTo, type Schemas } from './parts.ts'

type Shape = { properties: Record<string, Schema>; required?: string[] }

/**
 * A schema with several alternatives as programs can tell them apart: what only older consoles send
 * is left out, flags are 0 or 1 as in replies, alternatives by a word of their own have a
 * discriminator, and things without a name that nothing tells apart are one thing.
 */
export function alternatives(schema: Schema, named: Schemas): Schema {
  const word = 'oneOf' in schema ? 'oneOf' : 'anyOf'
  const { [word]: list, ...rest } = schema
  if (!Array.isArray(list)) return schema
  const all = flat(list as Schema[], named).filter((one) => one['x-older'] !== true)
  const some = all.filter(({ type }) => type !== 'null')
  const [first] = some
  if (some.length === 1 && all.length === 1) return { ...first, ...rest }
  if (some.length < 2) return { ...rest, [word]: all }
  // Whatever it is, it is text.
  if (some.every((one) => pointedTo(one, named)['type'] === 'string'))
    return { ...rest, type: all.length > some.length ? ['string', 'null'] : 'string' }
  const shapes = some.map((one) => pointedTo(one, named)).filter(isShape)
  if (shapes.length < some.length) return { ...rest, [word]: all }
  const tag = tagOf(shapes)
  if (tag === undefined && some.every(({ $ref }) => $ref === undefined))
    return { ...rest, ...merged(shapes) }
  if (tag === undefined) return { ...rest, [word]: all }
  const refs = some.map(({ $ref }) => $ref)
  const mapping = Object.fromEntries(
    shapes.flatMap((one, at) => wordsOf(one, tag).map((said) => [said, refs[at]])),
  )
  return { ...rest, oneOf: all, discriminator: { propertyName: tag, mapping } }
}

/** Gives things without a name that one word tells apart a name each: `JobAction` and `JobActionBan`. */
export function nameAlternatives(named: Schemas): Schemas {
  const result: Schemas = {}
  for (const [name, schema] of Object.entries(named)) {
    const list = (schema['oneOf'] ?? []) as Schema[]
    const tag = list.every(isShape) ? tagOf(list) : undefined
    result[name] = schema
    if (tag === undefined) continue
    const names = list.map((one) => name + capital(String(wordsOf(one as Schema & Shape, tag)[0])))
    result[name] = { ...schema, oneOf: names.map(refTo) }
    for (const [at, one] of list.entries()) result[names[at] ?? ''] = one
  }
  return result
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const isShape = (schema: Schema): schema is Schema & Shape =>
  typeof schema['properties'] === 'object'

/** Alternatives among which one is a list of alternatives itself. */
const flat = (list: readonly Schema[], named: Schemas): Schema[] =>
  list.flatMap((one) => {
    const within = pointedTo(one, named)['oneOf']
    return Array.isArray(within) && !within.some((part) => part.type === 'null')
      ? flat(within as Schema[], named)
      : [one]
  })

/** The property that says by a word which of them a thing is. */
function tagOf(shapes: readonly Shape[]): string | undefined {
  const [first] = shapes
  return Object.keys(first?.properties ?? {}).find((name) => {
    const words = shapes.map((one) => wordsOf(one, name))
    const all = words.flat()
    return words.every((some) => some.length > 0) && new Set(all).size === all.length
  })
}

/** The words of which a thing has to have one under a name. */
function wordsOf({ properties, required = [] }: Shape, name: string): string[] {
  const words = properties[name]?.['enum']
  const isTag = required.includes(name) && Array.isArray(words)
  return isTag && words.every((word) => typeof word === 'string') ? words : []
}

/** One thing with what any of them has; needed is what all of them need. */
function merged(shapes: readonly (Schema & Shape)[]): Schema {
  const [first, ...others] = shapes
  const properties: Record<string, Schema> = {}
  for (const shape of shapes)
    for (const [name, one] of Object.entries(shape.properties)) {
      const { enum: words, ...held } = one
      const known = properties[name]?.['enum']
      const both = [...(Array.isArray(known) ? known : []), ...(Array.isArray(words) ? words : [])]
      const isYesOrNo = held['type'] === 'boolean'
      properties[name] = { ...held, ...(both.length > 0 && !isYesOrNo && { enum: both }) }
    }
  const required = (first?.required ?? []).filter((name) =>
    others.every((other) => other.required?.includes(name)),
  )
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}
