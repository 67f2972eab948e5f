import schema from './singboxSchema.json' with { type: 'json' }
import { isEntry } from './templateServers.ts'

/** A part of JSON Schema: what sing-box's own description of its configuration consists of. */
type Part = {
  $ref?: string
  type?: string | readonly string[]
  properties?: Readonly<Record<string, Part>>
  additionalProperties?: boolean | Part
  unevaluatedProperties?: boolean
  items?: Part
  anyOf?: readonly Part[]
  oneOf?: readonly Part[]
  allOf?: readonly Part[]
  const?: unknown
  enum?: readonly unknown[]
  required?: readonly string[]
  pattern?: string
  minimum?: number
  maximum?: number
}
type Path = readonly (string | number)[]

const { $defs: DEFS, ...ROOT } = schema as unknown as Part & { $defs: Record<string, Part> }

/** The first place of a template that sing-box 1.14 refuses by its form; undefined for none. */
export function faultOfSingbox(template: unknown): string | undefined {
  const fault = faultIn(template, ROOT, [])
  return fault && textOf(fault)
}

/** Where a value is not what a part says: the place farthest inside, of what it may be. */
function faultIn(value: unknown, given: Part, path: Path): Path | undefined {
  const part = resolved(given)
  const choices = part.anyOf ?? part.oneOf
  if (choices) return faultOfChoices(value, choices, path)
  if (part.allOf) return faultOfAll(value, part, path)
  return isOne(value, part) ? faultInside(value, part, path) : path
}

const resolved = (part: Part): Part =>
  part.$ref === undefined ? part : (DEFS[part.$ref.split('/').at(-1) ?? ''] ?? {})

function faultOfChoices(value: unknown, choices: readonly Part[], path: Path) {
  let farthest: Path | undefined
  for (const choice of fitting(value, choices)) {
    const fault = faultIn(value, choice, path)
    if (!fault) return undefined
    if (!farthest || fault.length > farthest.length) farthest = fault
  }
  return farthest ?? [...path, 'type']
}

/** Of kinds that a `type` tells apart, the one that is meant. */
function fitting(value: unknown, choices: readonly Part[]): readonly Part[] {
  if (!isEntry(value)) return choices
  return choices.filter((choice) => {
    const type = typeIn(choice)
    if (!type) return true
    const named = value.type ?? ''
    if (type.const !== undefined) return type.const === named
    return !type.enum || type.enum.includes(named)
  })
}

function typeIn(given: Part): Part | undefined {
  const part = resolved(given)
  const inner = part.allOf ?? part.oneOf ?? []
  return part.properties?.type ?? inner.map(typeIn).find((one) => one !== undefined)
}

/** Several parts that hold at once; a field is known where any of them knows it. */
function faultOfAll(value: unknown, { allOf = [], unevaluatedProperties }: Part, path: Path) {
  for (const one of allOf) {
    const fault = faultIn(value, one, path)
    if (fault) return fault
  }
  if (unevaluatedProperties !== false || !isEntry(value)) return undefined
  const known = new Set(allOf.flatMap((one) => [...fieldsOf(value, one)]))
  const unknown = Object.keys(value).find((key) => !known.has(key))
  return unknown === undefined ? undefined : [...path, unknown]
}

function fieldsOf(value: unknown, given: Part): Set<string> {
  const part = resolved(given)
  const choices = part.anyOf ?? part.oneOf
  const fits = choices && fitting(value, choices).filter((one) => !faultIn(value, one, []))
  const inner = fits ? fits.slice(0, 1) : (part.allOf ?? [])
  return new Set([
    ...Object.keys(part.properties ?? {}),
    ...inner.flatMap((one) => [...fieldsOf(value, one)]),
  ])
}

function isOne(value: unknown, part: Part): boolean {
  if (part.const !== undefined) return value === part.const
  if (part.enum) return part.enum.includes(value)
  const types = part.type === undefined ? [] : [part.type].flat()
  return types.length === 0 || types.some((type) => isOfType(value, type, part))
}

function isOfType(value: unknown, type: string, { pattern, minimum, maximum }: Part): boolean {
  if (type === 'integer' || type === 'number') {
    if (typeof value !== 'number') return false
    const isWhole = type === 'number' || Number.isInteger(value)
    return isWhole && value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity)
  }
  if (type === 'string')
    return typeof value === 'string' && (!pattern || new RegExp(pattern, 'u').test(value))
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isEntry(value)
  return type === 'null' ? value === null : typeof value === type
}

function faultInside(value: unknown, part: Part, path: Path): Path | undefined {
  if (Array.isArray(value) && part.items) {
    for (const [index, one] of value.entries()) {
      const fault = faultIn(one, part.items, [...path, index])
      if (fault) return fault
    }
    return undefined
  }
  if (!isEntry(value)) return undefined
  const { properties = {}, additionalProperties: more = true } = part
  for (const [key, one] of Object.entries(value)) {
    const known = Object.hasOwn(properties, key) ? properties[key] : more
    if (known === false) return [...path, key]
    const fault = typeof known === 'object' ? faultIn(one, known, [...path, key]) : undefined
    if (fault) return fault
  }
  const missing = part.required?.find((key) => !Object.hasOwn(value, key))
  return missing === undefined ? undefined : [...path, missing]
}

const textOf = (path: Path) =>
  path
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${part}`))
    .join('')
