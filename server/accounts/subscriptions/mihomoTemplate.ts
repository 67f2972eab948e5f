import {
  type Document,
  isSeq,
  LineCounter,
  Pair,
  parseDocument,
  Scalar,
  YAMLMap,
  YAMLSeq,
} from 'yaml'
import { GROUPS, MIHOMO_OWN } from '#rules/entryNames.ts'
import { clashProfile } from '#rules/tunnelProfiles.ts'
import { yamlOf } from './clash.ts'
import { faultOfRule } from './mihomoRules.ts'
import { withLines } from './templateLines.ts'
import {
  entriesIn,
  type Entry,
  isEntry,
  type Listed,
  noteDoubles,
  type Read,
  SERVERS,
  standsForServers,
  type TemplateProblem,
  textsIn,
  withServers,
} from './templateServers.ts'

/** The groups mihomo knows. */
const GROUP_TYPES = ['select', 'url-test', 'fallback', 'load-balance', 'relay']
/** The proxies it knows, to its version 1.19. */
const PROXY_TYPES = `ss ssr socks5 http vmess vless snell trojan hysteria hysteria2 wireguard tuic
  direct dns reject ssh mieru anytls sudoku masque trusttunnel`.split(/\s+/)

/** The standard profile as a template. */
export const standardMihomo = (): string =>
  yamlOf(clashProfile({ names: [SERVERS], servers: [SERVERS], proxies: [], isMihomo: true }))

/** A template for mihomo, or why it is none. */
export function readMihomo(text: string): Read {
  try {
    const lines = new LineCounter()
    // `<<` takes over what an anchor names, as many profiles do.
    const document = parseDocument(text, { merge: true, lineCounter: lines })
    const [error] = document.errors
    if (error) return { problems: [{ kind: 'syntax', line: error.linePos?.[0].line ?? 1 }] }
    const template: unknown = document.toJS()
    if (!isEntry(template)) return { problems: [{ kind: 'form', at: '' }] }
    const problems = withLines(problemsOf(template), document, lines)
    // Nothing in it has a meaning here, so that all of it is written again as it was.
    const written = parseDocument(text, { schema: 'failsafe' })
    // A list that others stand for may not be one that servers go into.
    if (problems.length === 0)
      fillMihomo({ template, written }, { names: [], servers: [], proxies: [], groups: [] })
    return { template, problems, written }
  } catch {
    // Aliases that multiply without end, and lists in lists by the thousand.
    return { problems: [{ kind: 'form', at: '' }] }
  }
}

function problemsOf(template: Entry): TemplateProblem[] {
  const problems: TemplateProblem[] = []
  const proxies = entriesIn(template, 'proxies', 'name', problems)
  const groups = entriesIn(template, 'proxy-groups', 'name', problems)
  const own = [...proxies, ...groups].map((entry) => entry.own)
  noteDoubles(own, problems)
  const known = new Set([...MIHOMO_OWN, ...own])
  noteTypes(proxies, 'proxies', PROXY_TYPES, problems)
  noteTypes(groups, 'proxy-groups', GROUP_TYPES, problems)
  const providers = namesIn(template, 'proxy-providers', problems)
  let isReached = false
  for (const [index, group] of groups.entries()) {
    const at = `proxy-groups[${index}].proxies`
    const members = textsIn(group.proxies, at, problems)
    const takesAll = group['include-all'] === true || group['include-all-proxies'] === true
    isReached ||= takesAll || members.some(standsForServers)
    for (const name of members)
      if (!standsForServers(name) && !known.has(name))
        problems.push({ kind: 'unknown name', at, name })
    if (members.length === 0 && !takesAll && !group.use)
      problems.push({ kind: 'empty list', at, name: group.own })
    const use = `proxy-groups[${index}].use`
    for (const name of textsIn(group.use, use, problems))
      if (!providers.has(name)) problems.push({ kind: 'unknown name', at: use, name })
  }
  noteRules(template, known, problems)
  if (!isReached) problems.push({ kind: 'no servers' })
  return problems
}

function noteTypes(
  entries: readonly Entry[],
  at: string,
  types: readonly string[],
  problems: TemplateProblem[],
): void {
  for (const [index, { type }] of entries.entries())
    if (!types.includes(String(type))) problems.push({ kind: 'form', at: `${at}[${index}].type` })
}

function noteRules(template: Entry, targets: ReadonlySet<string>, problems: TemplateProblem[]) {
  const sets = namesIn(template, 'rule-providers', problems)
  const subRules = namesIn(template, 'sub-rules', problems)
  const look = (rules: unknown, place: string) => {
    for (const [index, rule] of textsIn(rules, place, problems).entries()) {
      const fault = faultOfRule(rule, { targets, sets, subRules })
      if (fault) problems.push({ ...fault, at: `${place}[${index}]` })
    }
  }
  look(template.rules, 'rules')
  const inside = template['sub-rules']
  if (isEntry(inside))
    for (const [name, rules] of Object.entries(inside)) look(rules, `sub-rules.${name}`)
}

/** The names of a mapping's entries; notes what has another form. */
function namesIn(template: Entry, key: string, problems: TemplateProblem[]): Set<string> {
  const value = template[key] ?? {}
  if (isEntry(value)) return new Set(Object.keys(value))
  problems.push({ kind: 'form', at: key })
  return new Set()
}

/** The names a server may not have in a profile made from this template. */
export const mihomoNames = (template: Entry): string[] => [
  ...MIHOMO_OWN,
  ...[template.proxies, template['proxy-groups']].flatMap((list) =>
    ((list ?? []) as { name: string }[]).map(({ name }) => name),
  ),
]

/**
 * A template, found sound before, with the servers of an account; all else in it is as it was
 * written: read and written again by what it means, `01234567` would be another number.
 */
export function fillMihomo(
  { template, written }: { template: Entry; written: Document },
  {
    proxies,
    groups: spares,
    ...listed
  }: Listed & { proxies: readonly object[]; groups: readonly object[] },
): string {
  const filled = written.clone()
  const own = filled.get('proxies')
  const servers = proxies.map(nodeOf)
  if (isSeq(own)) own.items.unshift(...servers)
  else filled.set('proxies', listOf(servers))
  const groups = (template['proxy-groups'] ?? []) as { type?: string; proxies?: string[] }[]
  for (const [index, { type, proxies: members }] of groups.entries()) {
    if (!members) continue
    const full = withServers(members, listed, {
      byHand: type === 'select',
      direct: GROUPS.direct,
    })
    const before = filled.getIn(['proxy-groups', index, 'proxies'], true)
    const list = listOf(full.map(nodeOf))
    // Other parts may stand for the list of this one.
    if (isSeq(before) && before.anchor) list.anchor = before.anchor
    filled.setIn(['proxy-groups', index, 'proxies'], list)
  }
  const list = filled.get('proxy-groups')
  // A template has groups, or no server could be reached through it.
  if (isSeq(list)) list.items.push(...spares.map(nodeOf))
  return filled.toString({ lineWidth: 0 })
}

function listOf(nodes: readonly unknown[]): YAMLSeq {
  const list = new YAMLSeq()
  list.items.push(...nodes)
  return list
}

/** A value of ours as it is to be read: texts in quotes, so that no password becomes a number. */
function nodeOf(value: unknown): unknown {
  if (Array.isArray(value)) return listOf(value.map(nodeOf))
  if (isEntry(value)) {
    const map = new YAMLMap()
    for (const [key, one] of Object.entries(value))
      if (one !== undefined) map.add(new Pair(nodeOf(key), nodeOf(one)))
    return map
  }
  const scalar = new Scalar(String(value))
  scalar.type = typeof value === 'string' ? 'QUOTE_DOUBLE' : 'PLAIN'
  return scalar
}
