import document from '../../openapi/made/openapi.json' with { type: 'json' }

type Schema = { [keyword: string]: unknown }

/** Values by the name of what is sent, for what only the test knows: ids, addresses, codes. */
export type Known = Readonly<Record<string, unknown>>

/** Something the schema takes: what is required, and everything else the test knows a value for. */
export function sampleOf(given: Schema, known: Known, name = ''): unknown {
  const schema = resolved(given)
  const options = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined
  if (schema.enum) return (schema.enum as unknown[])[0]
  if (name in known) return known[name]
  if (schema.default !== undefined) return schema.default
  if (options?.[0]) return sampleOf(options[0], known, name)
  if (schema.allOf) {
    const parts = (schema.allOf as Schema[]).map((part) => sampleOf(part, known, name))
    return Object.assign({}, ...parts)
  }
  const type = [schema.type].flat()[0] ?? (schema.properties ? 'object' : 'string')
  if (type === 'object') {
    const required = (schema.required ?? []) as string[]
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
    const sent = properties.filter(([key]) => required.includes(key) || key in known)
    return Object.fromEntries(sent.map(([key, value]) => [key, sampleOf(value, known, key)]))
  }
  if (type === 'array') {
    const item = sampleOf((schema.items ?? {}) as Schema, known, name)
    return Array.from({ length: Number(schema.minItems ?? 0) }, () => item)
  }
  if (type === 'integer' || type === 'number') return Math.max(1, Number(schema.minimum ?? 1))
  if (type === 'boolean') return false
  if (type === 'null') return null
  return 'x'
    .repeat(Math.max(8, Number(schema.minLength ?? 0)))
    .slice(0, Number(schema.maxLength ?? 8))
}

/** Where a schema takes numbers: names on the way to each, `0` where it is in a list. */
export function numbersIn(given: Schema, depth = 5): string[][] {
  const schema = resolved(given)
  if (depth === 0) return []
  const types = [schema.type].flat()
  const own = types.includes('integer') || types.includes('number') ? [[]] : []
  const options = [schema.oneOf, schema.anyOf, schema.allOf].flatMap((of) => (of ?? []) as Schema[])
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  const below = [
    ...properties,
    ...(schema.items ? [['0', schema.items as Schema] as const] : []),
  ].flatMap(([name, inner]) => numbersIn(inner, depth - 1).map((rest) => [name, ...rest]))
  const all = [...own, ...options.flatMap((option) => numbersIn(option, depth - 1)), ...below]
  return [...new Map(all.map((way) => [way.join('.'), way])).values()]
}

/** The schema behind references. */
export function resolved(schema: Schema): Schema {
  if (typeof schema.$ref !== 'string') return schema
  const found = schema.$ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Schema)[key], document)
  return resolved(found as Schema)
}
