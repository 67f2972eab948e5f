import type { Document } from '../document.ts'

const MARK = 'x-json-text'

/**
 * The document as older servers keep it, and as their consoles go on being answered: what is marked
 * may also come as JSON text.
 */
export function olderDocument(document: Document): Document {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const node = Object.fromEntries(Object.entries(value).map(([word, one]) => [word, walk(one)]))
    const { [MARK]: isMarked, ...schema } = node
    if (isMarked !== true) return node
    return { anyOf: [schema, { type: 'string', contentMediaType: 'application/json' }] }
  }
  // The walk changes marked schemas only.
  return walk(document) as Document
}
