import { parseDocument } from 'yaml'
import { clashProfile, GROUPS, MIHOMO_OWN } from '#rules/tunnelProfiles.ts'
import { yamlOf } from './clash.ts'
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

/** What may follow the target of a rule. */
const RULE_OPTIONS = new Set(['no-resolve', 'src'])

/** The standard profile as a template. */
export const standardMihomo = (): string =>
  yamlOf(clashProfile({ names: [SERVERS], servers: [SERVERS], proxies: [], isMihomo: true }))

/** A template for mihomo, or why it is none. */
export function readMihomo(text: string): Read {
  try {
    // `<<` takes over what an anchor names, as many profiles do.
    const document = parseDocument(text, { merge: true })
    const [error] = document.errors
    if (error) return { problems: [{ kind: 'syntax', line: error.linePos?.[0].line ?? 1 }] }
    const template: unknown = document.toJS()
    if (!isEntry(template)) return { problems: [{ kind: 'form', at: '' }] }
    return { template, problems: problemsOf(template) }
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
  }
  for (const [index, rule] of textsIn(template.rules, 'rules', problems).entries()) {
    const target = targetOf(rule)
    if (target !== undefined && !known.has(target))
      problems.push({ kind: 'unknown name', at: `rules[${index}]`, name: target })
  }
  if (!isReached) problems.push({ kind: 'no servers' })
  return problems
}

/** Where a rule sends what it fits; undefined for one that leads to other rules. */
function targetOf(rule: string): string | undefined {
  if (/^SUB-RULE\b/i.test(rule)) return undefined
  const parts = rule.split(',').map((part) => part.trim())
  return parts.findLast((part) => !RULE_OPTIONS.has(part)) ?? ''
}

/** The names a server may not have in a profile made from this template. */
export const mihomoNames = (template: Entry): string[] => [
  ...MIHOMO_OWN,
  ...[template.proxies, template['proxy-groups']].flatMap((list) =>
    ((list ?? []) as { name: string }[]).map(({ name }) => name),
  ),
]

/** A template, found sound before, with the servers of an account. */
export function fillMihomo(
  template: Entry,
  { proxies, ...listed }: Listed & { proxies: readonly object[] },
): string {
  const groups = (template['proxy-groups'] ?? []) as { type?: string; proxies?: string[] }[]
  return yamlOf({
    ...template,
    proxies: [...proxies, ...((template.proxies ?? []) as object[])],
    'proxy-groups': groups.map(({ proxies: members, ...group }) => ({
      ...group,
      ...(members && {
        proxies: withServers(members, listed, {
          byHand: group.type === 'select',
          direct: GROUPS.direct,
        }),
      }),
    })),
  })
}
