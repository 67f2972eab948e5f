import type { Schema } from '../../openapi/document.ts'

type Query = Record<string, unknown>

/** Where a list is, by the names the wire has for it. */
const PAGING = ['page', 'pageSize', 'p', 'ps']

/**
 * Mends in place what links and scripts made by hand send in a query, before it is checked.
 *
 * A value left empty counts as left out, unless empty is a value. A page that is none is the first;
 * more rows than a page may have are as many as it may have. Older servers took all of it (wire 1.5).
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
