import type { Document } from 'yaml'
import type { Schema } from '#contract'

/** Why a template cannot be used, and where in it. */
export type TemplateProblem = Schema<'ProfileTemplateProblem'>

/** Names of what a profile lists: all entries, and those among them that are servers. */
export type Listed = { names: readonly string[]; servers: readonly string[] }

/** What stands for the account's servers in a list, or for those named alike: `{servers:Tokyo,Osaka}`. */
export const SERVERS = '{servers}'
const PLACEHOLDER = /^\{servers(?::([^{}]*))?\}$/

/** Whether an entry of a list stands for servers. */
export const standsForServers = (entry: string): boolean => PLACEHOLDER.test(entry)

/**
 * A list of a template with the servers in their places. `byHand` is a list from which a person
 * chooses, which also shows notes; a list left empty gets `direct`, as apps refuse an empty one.
 */
export function withServers(
  list: readonly string[],
  { names, servers }: Listed,
  { byHand, direct }: { byHand: boolean; direct: string },
): string[] {
  const full = list.flatMap((entry) => {
    const [placeholder, wanted = ''] = PLACEHOLDER.exec(entry) ?? []
    if (placeholder === undefined) return entry
    const words = wanted.split(',').flatMap((word) => word.trim().toLowerCase() || [])
    if (words.length === 0) return byHand ? names : servers
    return servers.filter((name) => words.some((word) => name.toLowerCase().includes(word)))
  })
  return full.length === 0 ? [direct] : full
}

/** An entry of a template's lists. */
export type Entry = Record<string, unknown>

/** A template as it was read, or why it is none; `written` is for YAML, which is kept as it is. */
export type Read = { template?: Entry; written?: Document; problems: TemplateProblem[] }

/**
 * Reads a text once for as long as it stays the same: every app of every customer asks for a profile
 * from the same template, and reading takes tens of milliseconds. Callers change nothing in it.
 */
export function readOnce(read: (text: string) => Read): (text: string) => Read {
  let last: { text: string; is: Read } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, is: read(text) }
    return last.is
  }
}

/** Whether a value is a mapping of names to values. */
export const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The entries of a list whose every entry has a name, as they are; notes what has another form. */
export function entriesIn(
  template: Entry,
  key: string,
  naming: 'name' | 'tag',
  problems: TemplateProblem[],
): (Entry & { own: string })[] {
  const value = template[key] ?? []
  if (!Array.isArray(value)) {
    problems.push({ kind: 'form', at: key })
    return []
  }
  return value.flatMap((one: unknown, index) => {
    const name = isEntry(one) ? one[naming] : undefined
    if (isEntry(one) && typeof name === 'string') return { ...one, own: name }
    problems.push({ kind: 'form', at: `${key}[${index}]` })
    return []
  })
}

/** The texts of a list; notes what has another form. */
export function textsIn(value: unknown, at: string, problems: TemplateProblem[]): string[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value
  problems.push({ kind: 'form', at })
  return []
}

/** Notes every name that two entries have. */
export function noteDoubles(names: readonly string[], problems: TemplateProblem[]): void {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) problems.push({ kind: 'double name', name })
    seen.add(name)
  }
}
