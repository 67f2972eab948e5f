import { isIP } from 'node:net'

/** What a template's rules may name. */
export type Named = {
  /** Proxies and groups, also those of mihomo itself. */
  targets: ReadonlySet<string>
  /** Rule providers. */
  sets: ReadonlySet<string>
  subRules: ReadonlySet<string>
}

/** What mihomo refuses about a rule: its form, or a name that is not defined. */
export type RuleFault = { kind: 'form' } | { kind: 'unknown name'; name: string }

/** The rules mihomo knows, to its version 1.19, but for those combined of others. */
const KINDS = new Set(
  `DOMAIN DOMAIN-SUFFIX DOMAIN-KEYWORD DOMAIN-REGEX DOMAIN-WILDCARD GEOSITE GEOIP SRC-GEOIP IP-ASN
  SRC-IP-ASN IP-CIDR IP-CIDR6 SRC-IP-CIDR IP-SUFFIX SRC-IP-SUFFIX SRC-PORT DST-PORT IN-PORT DSCP
  PROCESS-NAME PROCESS-PATH PROCESS-NAME-REGEX PROCESS-PATH-REGEX PROCESS-NAME-WILDCARD
  PROCESS-PATH-WILDCARD NETWORK UID IN-TYPE IN-USER IN-NAME RULE-SET`.split(/\s+/),
)
const COMBINED = new Set(['AND', 'OR', 'NOT', 'SUB-RULE'])
/** Rules whose value may have commas, so that their target is the last part. */
const WITH_COMMAS = new Set([
  ...COMBINED,
  'DOMAIN-REGEX',
  'PROCESS-NAME-REGEX',
  'PROCESS-PATH-REGEX',
])
const NETWORKS = new Set(['IP-CIDR', 'IP-CIDR6', 'SRC-IP-CIDR', 'IP-SUFFIX', 'SRC-IP-SUFFIX'])
const PORTS = new Set(['SRC-PORT', 'DST-PORT', 'IN-PORT'])

/** What mihomo refuses about a rule of a template; undefined where it takes it. */
export function faultOfRule(rule: string, named: Named): RuleFault | undefined {
  const parts = rule.split(',').map((part) => part.trim())
  const kind = (parts[0] ?? '').toUpperCase()
  if (kind === 'MATCH') return parts.length < 2 ? { kind: 'form' } : targeted(parts[1], named)
  if (!KINDS.has(kind) && !COMBINED.has(kind)) return { kind: 'form' }
  if (parts.length < 3) return { kind: 'form' }
  const isLong = WITH_COMMAS.has(kind)
  const value = isLong ? parts.slice(1, -1).join(',') : (parts[1] ?? '')
  const target = isLong ? parts.at(-1) : parts[2]
  const fault = COMBINED.has(kind) ? faultInside(value, named) : faultOfValue(kind, value, named)
  if (fault) return fault
  if (kind !== 'SUB-RULE') return targeted(target, named)
  return named.subRules.has(target ?? '') ? undefined : unknown(target)
}

const unknown = (name = ''): RuleFault => ({ kind: 'unknown name', name })

const targeted = (target: string | undefined, { targets }: Named) =>
  targets.has(target ?? '') ? undefined : unknown(target)

/** Of rules in parentheses, such as `((NETWORK,udp),(DST-PORT,443))`. */
function faultInside(text: string, named: Named): RuleFault | undefined {
  const isBalanced = text.startsWith('(') && text.endsWith(')') && depthsOf(text)
  if (!isBalanced) return { kind: 'form' }
  for (const [, word = '', value = ''] of text.matchAll(/\(\s*([A-Za-z][\w-]*)\s*,([^()]*)/g)) {
    const kind = word.toUpperCase()
    if (!KINDS.has(kind) && !COMBINED.has(kind)) return { kind: 'form' }
    const [first = ''] = value.split(',').map((part) => part.trim())
    const fault = COMBINED.has(kind) ? undefined : faultOfValue(kind, first, named)
    if (fault) return fault
  }
  return undefined
}

/** Whether every parenthesis is closed, and none that was not opened. */
function depthsOf(text: string): boolean {
  let depth = 0
  for (const sign of text) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}

function faultOfValue(kind: string, value: string, { sets }: Named): RuleFault | undefined {
  if (kind === 'RULE-SET') return sets.has(value) ? undefined : unknown(value)
  const isFit =
    (!NETWORKS.has(kind) || isNetwork(value)) &&
    (!PORTS.has(kind) || isPorts(value)) &&
    (kind !== 'NETWORK' || /^(tcp|udp)$/i.test(value))
  return isFit ? undefined : { kind: 'form' }
}

function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? []
  const family = isIP(address)
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128)
}

/** `80`, `1000-2000`, and several with a `/` or a comma between them; of any size, as mihomo takes it. */
const isPorts = (text: string): boolean =>
  text.split(/[/,]/).every((part) => /^\s*\d+\s*(-\s*\d+\s*)?$/.test(part))
