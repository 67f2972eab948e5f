import type { Document } from '../document.ts'
import { pointedTo, type Schemas } from './parts.ts'

type Node = { [word: string]: unknown }

/**
 * A published document as OpenAPI 3.0.3 says it, for programs that read no later one: whether there
 * may be nothing is a word of its own there, and nothing stands beside a reference.
 */
export function asThirty(document: Document): Document {
  const { info, ...rest } = document as Document & { info: Node }
  const { summary: _summary, license, ...about } = info
  const { name } = license as { name: string }
  const whole = { ...rest, openapi: '3.0.3', info: { ...about, license: { name } } }
  // The walk changes schemas only.
  return changed(whole, document.components.schemas as Schemas) as Document
}

function changed(value: unknown, named: Schemas): unknown {
  if (Array.isArray(value)) return value.map((one) => changed(one, named))
  if (typeof value !== 'object' || value === null) return value
  const node = value as Node
  if (typeof node['$ref'] === 'string') return { $ref: node['$ref'] }
  const walked = Object.fromEntries(
    Object.entries(node).map(([word, one]) => [word, changed(one, named)]),
  )
  return withoutNull(withoutTypes(walked), named)
}

/** A list of types is one, which may be nothing. */
function withoutTypes(node: Node): Node {
  const { type } = node
  if (!Array.isArray(type)) return node
  const [some] = type.filter((one) => one !== 'null')
  return { ...node, type: some, ...(type.includes('null') && { nullable: true }) }
}

/** Nothing is no alternative; what is left alone is the thing itself. */
function withoutNull(node: Node, named: Schemas): Node {
  const word = Array.isArray(node['oneOf']) ? 'oneOf' : 'anyOf'
  const { [word]: list, ...rest } = node
  if (!Array.isArray(list)) return node
  const some = list.filter((one: Node) => one['type'] !== 'null') as Node[]
  if (some.length === list.length) return node
  const [first = {}] = some
  // A reference has a type that may be nothing only where it is said beside it.
  const type = typeOf(first, named)
  if (some.length > 1) return { ...rest, ...type, [word]: some, nullable: true }
  return '$ref' in first
    ? { ...rest, ...type, allOf: [first], nullable: true }
    : { ...first, ...rest, nullable: true }
}

function typeOf(schema: Node, named: Schemas): Node {
  const { type } = pointedTo(schema, named)
  return { type: type ?? 'object' }
}
