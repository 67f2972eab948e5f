import { type Document, operationsOf, type Schema } from './document.ts'

type Components = { [part: string]: { [name: string]: unknown } }

/**
 * Names that programs which make a client of the document would give to two things. They write
 * names in one case, name a thing without a name by where it stands (`Job` and `action`: `JobAction`),
 * and put parameters and schemes beside the schemas.
 */
export function faultsOfNames(document: Document): string[] {
  const components = document.components as Components
  const owners = new Map<string, string>()
  const faults: string[] = []
  for (const [part, things] of Object.entries(components))
    for (const name of Object.keys(things)) {
      const owner = owners.get(name.toLowerCase())
      if (owner) faults.push(`${part}/${name} has the name of ${owner}`)
      owners.set(name.toLowerCase(), `${part}/${name}`)
    }
  for (const [name, schema] of Object.entries(document.components.schemas))
    for (const derived of derivedFrom(name, schema as Schema)) {
      const owner = owners.get(derived.name.toLowerCase())
      if (owner) faults.push(`${derived.place} is called ${derived.name}, the name of ${owner}`)
    }
  return [...faults, ...tagFaults(document)]
}

type Derived = { name: string; place: string }

/** What stands within a schema without a name of its own, with the name it would be given. */
function derivedFrom(name: string, schema: Schema, place = name): Derived[] {
  const { properties = {}, items } = schema as { properties?: object; items?: Schema }
  const within = Object.entries(properties).flatMap(([key, value]: [string, Schema]) => {
    const made = {
      name: name + key.charAt(0).toUpperCase() + key.slice(1),
      place: `${place}.${key}`,
    }
    return [...(isMade(value) ? [made] : []), ...derivedFrom(made.name, value, made.place)]
  })
  const parts = [items ?? [], ...['allOf', 'anyOf', 'oneOf'].map((of) => schema[of] ?? [])].flat()
  return [...within, ...parts.flatMap((part) => derivedFrom(name, part as Schema, place))]
}

/** Whether a program makes a type of it; a reference has one, also where there may be nothing. */
function isMade({ properties, enum: words, anyOf, oneOf = anyOf }: Schema): boolean {
  const several = (oneOf ?? []) as Schema[]
  return Boolean(properties ?? words) || several.filter(({ type }) => type !== 'null').length > 1
}

function tagFaults(document: Document): string[] {
  const known = new Set(document.tags.map(({ name }) => name))
  const used = operationsOf(document).flatMap(({ id, operation }) =>
    (operation.tags ?? []).map((tag) => ({ id, tag })),
  )
  const unused = known.difference(new Set(used.map(({ tag }) => tag)))
  return [
    ...used.filter(({ tag }) => !known.has(tag)).map(({ id, tag }) => `${id}: tags lack "${tag}"`),
    ...[...unused].map((tag) => `no operation has the tag "${tag}"`),
  ]
}
