/**
 * Properties that older servers send as JSON text.
 *
 * The noun files describe the array or object, which is what this server answers and what is
 * published, and mark it `x-json-text`.
 */
const MARK = 'x-json-text'

/** Names of the properties that may arrive as JSON text. */
export function jsonTextNames(part: unknown): string[] {
  const names = new Set<string>()
  const walk = (value: unknown, name: string) => {
    if (typeof value !== 'object' || value === null) return
    if ((value as Record<string, unknown>)[MARK] === true) names.add(name)
    for (const [key, item] of Object.entries(value)) walk(item, key)
  }
  walk(part, '')
  return [...names].sort()
}
