import { LineCounter, parseDocument } from 'yaml'
import { singboxProfile } from '#rules/tunnelProfiles.ts'
import { faultOfSingbox } from './singboxFaults.ts'
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

/** The standard profile as a template. */
export function standardSingbox(): string {
  const servers = { names: [SERVERS], servers: [SERVERS], endpoints: [], outbounds: [] }
  return `${JSON.stringify(singboxProfile(servers), null, 2)}\n`
}

/** A template for sing-box, or why it is none. */
export function readSingbox(text: string): Read {
  try {
    const template = readJson(text)
    if (!isEntry(template)) return { problems: [{ kind: 'form', at: '' }] }
    const lines = new LineCounter()
    // JSON is YAML, of which the places are known. A key may be there twice.
    const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false })
    return { template, problems: withLines(problemsOf(JSON.parse(text)), document, lines) }
  } catch (error) {
    return { problems: [{ kind: 'syntax', line: lineOf(text, String(error)) }] }
  }
}

// Newer than what the compiler knows.
const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (text: string) => unknown }

/** A number longer than ours can be stays as it was written. */
const readJson = (text: string): unknown =>
  JSON.parse(text, (_key, value: unknown, { source }: { source?: string } = {}) =>
    typeof value === 'number' && source !== undefined && String(value) !== source
      ? rawJson(source)
      : value,
  )

/** The line of a fault, which the engine names by its position; the last where it names none. */
function lineOf(text: string, message: string): number {
  const [, position = text.length] = /position (\d+)/.exec(message) ?? []
  return text.slice(0, Number(position)).split('\n').length
}

function problemsOf(template: Entry): TemplateProblem[] {
  const problems: TemplateProblem[] = []
  const outbounds = entriesIn(template, 'outbounds', 'tag', problems)
  const endpoints = entriesIn(template, 'endpoints', 'tag', problems)
  const own = [...outbounds, ...endpoints].map((entry) => entry.own)
  noteDoubles(own, problems)
  const known = new Set(own)
  const look = (at: string, name: unknown) => {
    if (name !== undefined && !known.has(String(name)))
      problems.push({ kind: 'unknown name', at, name: String(name) })
  }
  let isReached = false
  for (const [index, outbound] of outbounds.entries()) {
    const at = `outbounds[${index}]`
    const members = textsIn(outbound.outbounds, `${at}.outbounds`, problems)
    isReached ||= members.some(standsForServers)
    for (const name of members) if (!standsForServers(name)) look(`${at}.outbounds`, name)
    if (isGroup(outbound) && members.length === 0)
      problems.push({ kind: 'empty list', at: `${at}.outbounds`, name: outbound.own })
    look(`${at}.default`, outbound.default)
    look(`${at}.detour`, outbound.detour)
  }
  const { route = {}, dns = {} } = template
  for (const [at, part] of Object.entries({ route, dns }))
    if (!isEntry(part)) problems.push({ kind: 'form', at })
  if (isEntry(route)) {
    look('route.final', route.final)
    lookInRules(route.rules, 'route.rules', look)
  }
  if (isEntry(dns))
    for (const [index, server] of listed(dns.servers).entries())
      look(`dns.servers[${index}].detour`, server.detour)
  if (directOf(outbounds) === undefined) problems.push({ kind: 'no direct' })
  if (!isReached) problems.push({ kind: 'no servers' })
  noteNamesIn(template, problems)
  const fault = problems.length === 0 ? faultOfSingbox(template) : undefined
  if (fault !== undefined) problems.push({ kind: 'form', at: fault })
  return problems
}

/** Notes name servers and sets of rules that nothing defines. */
function noteNamesIn({ route = {}, dns = {} }: Entry, problems: TemplateProblem[]): void {
  if (!isEntry(route) || !isEntry(dns)) return
  const tagsOf = (list: unknown) => new Set(listed(list).map(({ tag }) => String(tag)))
  const [servers, sets] = [tagsOf(dns.servers), tagsOf(route.rule_set)]
  const look = (at: string, value: unknown, known: ReadonlySet<string>) => {
    for (const name of [value ?? []].flat())
      if (!known.has(String(name))) problems.push({ kind: 'unknown name', at, name: String(name) })
  }
  const lookIn = (rules: unknown, at: string) => {
    for (const [index, rule] of listed(rules).entries()) {
      look(`${at}[${index}].rule_set`, rule.rule_set, sets)
      if (typeof rule.server === 'string') look(`${at}[${index}].server`, rule.server, servers)
      lookIn(rule.rules, `${at}[${index}].rules`)
    }
  }
  look('dns.final', dns.final, servers)
  const resolver = route.default_domain_resolver
  const name = isEntry(resolver) ? resolver.server : resolver
  look('route.default_domain_resolver', name, servers)
  lookIn(route.rules, 'route.rules')
  lookIn(dns.rules, 'dns.rules')
}

/** Rules in which others stand are combined by `and` or `or`. */
function lookInRules(rules: unknown, at: string, look: (at: string, name: unknown) => void): void {
  for (const [index, rule] of listed(rules).entries()) {
    look(`${at}[${index}].outbound`, rule.outbound)
    lookInRules(rule.rules, `${at}[${index}].rules`, look)
  }
}

const listed = (value: unknown): Entry[] => (Array.isArray(value) ? value.filter(isEntry) : [])
const isGroup = ({ type }: Entry) => type === 'selector' || type === 'urltest'
const directOf = (outbounds: readonly Entry[]) => outbounds.find(({ type }) => type === 'direct')

/** The names a server may not have in a profile made from this template. */
export const singboxNames = ({ outbounds, endpoints }: Entry): string[] =>
  [...listed(outbounds), ...listed(endpoints)].map(({ tag }) => String(tag))

/** A template, found sound before, with the servers of an account. */
export function fillSingbox(
  template: Entry,
  entries: Listed & { endpoints: readonly object[]; outbounds: readonly object[] },
): string {
  const own = listed(template.outbounds)
  const direct = String(directOf(own)?.tag)
  const filled = own.map((outbound) => {
    if (!Array.isArray(outbound.outbounds)) return outbound
    const byHand = outbound.type === 'selector'
    return { ...outbound, outbounds: withServers(outbound.outbounds, entries, { byHand, direct }) }
  })
  const profile = {
    ...template,
    endpoints: [...listed(template.endpoints), ...entries.endpoints],
    outbounds: [...filled, ...entries.outbounds],
  }
  return JSON.stringify(profile, null, 2)
}
