import type { Schema } from '../../openapi/document.ts'

type Query = Record<string, unknown>

/** The wire's parameter names of a list's position. */
const PAGING = ['page', 'pageSize', 'p', 'ps']

/**
 * Corrects queries of links and hand-written scripts in place, before they are validated.
 *
 * An empty value counts as left out, unless empty is valid. An invalid page is the first; more rows
 * than allowed are as many as allowed. Older servers accepted all of it (wire 1.5).
 */
export function mendQuery(query: Query, properties: Readonly<Record<string, Schema>>): void {
  for (const [name, value] of Object.entries(query)) {
    const schema = properties[name]
    if (!schema) continue
    if (value === '' && !takesEmpty(schema)) delete query[name]
    else if (PAGING.includes(name)) {
      const number = Number(value)
      if (number >= 1) query[name] = Math.min(number, Number(schema['maximum']))
      else delete query[name]
    }
  }
}

/** Whether empty text is one of the values, as with a search for nothing. */
function takesEmpty(schema: Schema): boolean {
  const { type, enum: values, anyOf, pattern } = schema
  if (Array.isArray(values)) return values.includes('')
  if (Array.isArray(anyOf)) return anyOf.some((one: Schema) => takesEmpty(one))
  return type === 'string' && pattern === undefined
}
