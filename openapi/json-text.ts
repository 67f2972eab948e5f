/**
 * Properties that older servers send as JSON text.
 *
 * The noun files describe the array or object and mark it `x-json-text`. Published, the document
 * also allows the text; our own types and our own replies know only the real thing.
 */
const MARK = 'x-json-text'

type Node = { [key: string]: unknown }

/** The document as published: a marked property may also be text. */
export function widened<Part>(part: Part): Part {
  return mapped(part, (node) => {
    const { [MARK]: _, ...schema } = node
    return {
      [MARK]: true,
      anyOf: [schema, { type: 'string', contentMediaType: 'application/json' }],
    }
  })
}

/** The document as this server speaks it: without the text form. */
export function narrowed<Part>(part: Part): Part {
  return mapped(part, (node) => {
    const { [MARK]: _, anyOf, ...schema } = node
    const real = Array.isArray(anyOf) ? anyOf[0] : undefined
    return { ...schema, ...(real as Node | undefined) }
  })
}

function mapped<Part>(part: Part, change: (node: Node) => Node): Part {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const node = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item)]))
    return node[MARK] === true ? change(node) : node
  }
  // The walk changes only marked schemas, so the rest is unchanged.
  return walk(part) as Part
}

/** Names of the properties that may arrive as JSON text. */
export function jsonTextNames(part: unknown): string[] {
  const names = new Set<string>()
  const walk = (value: unknown, name: string) => {
    if (typeof value !== 'object' || value === null) return
    if ((value as Node)[MARK] === true) names.add(name)
    for (const [key, item] of Object.entries(value)) walk(item, key)
  }
  walk(part, '')
  return [...names].sort()
}
