import { run } from './commands.ts'
import { tableOf } from './firewall.ts'

/** All that peers of accounts that have ended may reach. */
export type Way = {
  /** Where they may go. */
  homes: readonly Home[]
  /** Ports of this process, on the interface's own addresses, that answer what leads elsewhere. */
  answers: Answers | undefined
}

/** Those peers, by their addresses inside the tunnel. */
export type Gated = Way & { addresses: readonly string[] }

/** An address and TCP port that stay open. */
export type Home = { address: string; port: number }

/** Ports that answer plain HTTP, and queries of DNS by datagram. */
export type Answers = { http: number; dns: number }

/** The gate of one interface, in the kernel. */
export type Gates = {
  /** Makes the rules these; addresses of `kept` stay gated that are. Costs nothing where they are. */
  apply: (gated: Gated, kept?: Iterable<string>) => Promise<void>
  /** Restores rules that other software has removed. */
  guard: () => Promise<void>
  /** Removes them. */
  remove: () => Promise<void>
}

const gatesOf = (name: string) => `${tableOf(name)}_gate`

/** The gate of an interface, which an earlier process may have set. */
export function openGates(name: string): Gates {
  const table = gatesOf(name)
  let there: ReadonlySet<string> | undefined
  let rules: string | undefined

  return { apply, guard, remove }

  async function apply(gated: Gated, kept: Iterable<string> = []): Promise<void> {
    const before = there ?? (await readGated(table))
    const stay = [...kept].filter((address) => before.has(address))
    const addresses = [...new Set([...gated.addresses, ...stay])]
    const next = addresses.length > 0 ? gateRules(name, { ...gated, addresses }) : noRules(table)
    if (next !== rules && before.size + addresses.length > 0) {
      rules = undefined
      await run('nft', ['-f', '-'], next)
    }
    rules = next
    there = new Set(addresses)
  }

  async function guard(): Promise<void> {
    if (!rules || !there?.size || (await isThere(table))) return
    const lost = rules
    // Where they cannot be had again, the next `apply` says so.
    rules = undefined
    await run('nft', ['-f', '-'], lost)
    rules = lost
  }

  async function remove(): Promise<void> {
    there = new Set()
    rules = noRules(table)
    await run('nft', ['-f', '-'], rules).catch(() => {})
  }
}

/**
 * All rules, in place of those that are there, as nft reads them.
 *
 * They look at where a connection was meant to go, so they hold also where the machine forwards the
 * shop's port to a container. What is refused is answered, so that apps do not wait; answers to
 * connections of before are dropped.
 *
 * Queries are tracked apart from those of others, by the port that answers them: a device may ask from
 * one port of its own before its account ends, meanwhile, and once it is paid for, and where a query is
 * led is decided by the first that is tracked.
 */
export function gateRules(name: string, { addresses, homes, answers }: Gated): string {
  const table = gatesOf(name)
  const [from, to] = [`iifname "${name}"`, `oifname "${name}"`]
  const home = [
    'meta l4proto tcp ct original ip daddr . ct original proto-dst @homes4 accept',
    'meta l4proto tcp ct original ip6 daddr . ct original proto-dst @homes6 accept',
  ]
  const aside = answers
    ? [`tcp dport 80 redirect to :${answers.http}`, `udp dport 53 redirect to :${answers.dns}`]
    : []
  const answered = answers ? answeredBy(answers) : []
  const apart = answers
    ? ['ip saddr @gated4', 'ip6 saddr @gated6'].map(
        (gated) => `${from} ${gated} udp dport 53 ct original zone set ${answers.dns}`,
      )
    : []
  return `${noRules(table)}table inet ${table} {
${setOf('gated4', 'ipv4_addr', addresses.filter(isFour))}${setOf('gated6', 'ipv6_addr', addresses.filter(isSix))}${homesOf(
    'homes4',
    'ipv4_addr',
    homes.filter(({ address }) => isFour(address)),
  )}${homesOf(
    'homes6',
    'ipv6_addr',
    homes.filter(({ address }) => isSix(address)),
  )}
  chain queries {
    type filter hook prerouting priority raw; policy accept;
${block(apart)}
  }
  chain aside {
    type nat hook prerouting priority -101; policy accept;
    ${from} ip saddr @gated4 jump elsewhere
    ${from} ip6 saddr @gated6 jump elsewhere
  }
  chain elsewhere {
${block(['ip daddr . tcp dport @homes4 accept', 'ip6 daddr . tcp dport @homes6 accept', ...aside])}
  }
  chain from {
    type filter hook prerouting priority -90; policy accept;
    ${from} ip saddr @gated4 jump out
    ${from} ip6 saddr @gated6 jump out
  }
  chain out {
${block([...home, ...answered, 'meta l4proto tcp reject with tcp reset', 'reject with icmpx type admin-prohibited'])}
  }
  chain to {
    type filter hook forward priority -11; policy accept;
    ${to} ip daddr @gated4 jump back
    ${to} ip6 daddr @gated6 jump back
  }
  chain back {
${block([...home, 'drop'])}
  }
}
`
}

/** Also other software may lead these ports elsewhere: only what has got to the answers is let in. */
const answeredBy = ({ http, dns }: Answers) => [
  `ct status dnat meta l4proto tcp ct original proto-dst 80 ct reply proto-src ${http} accept`,
  `ct status dnat meta l4proto udp ct original proto-dst 53 ct reply proto-src ${dns} accept`,
]

/** Deletes a table whether or not it is there. */
const noRules = (table: string) => `table inet ${table}\ndelete table inet ${table}\n`

const block = (rules: readonly string[]) => rules.map((rule) => `    ${rule}`).join('\n')

const isSix = (address: string) => address.includes(':')
const isFour = (address: string) => !isSix(address)

function setOf(set: string, type: string, elements: readonly string[]): string {
  const line = elements.length > 0 ? `\n    elements = { ${elements.join(', ')} }` : ''
  return `  set ${set} {\n    type ${type}${line}\n  }\n`
}

const homesOf = (set: string, type: string, homes: readonly Home[]) =>
  setOf(
    set,
    `${type} . inet_service`,
    // Name servers answer in turns: the same addresses are the same rules.
    homes.map(({ address, port }) => `${address} . ${port}`).sort(),
  )

/** Whom an earlier process has gated, or other software has left. */
async function readGated(table: string): Promise<Set<string>> {
  const found = await Promise.all(
    ['gated4', 'gated6'].map((set) =>
      run('nft', ['list', 'set', 'inet', table, set]).catch(() => ''),
    ),
  )
  const all = found.flatMap((text) => /elements = \{([^}]*)\}/.exec(text)?.[1]?.split(',') ?? [])
  return new Set(all.map((one) => one.trim()))
}

const isThere = (table: string) =>
  run('nft', ['list', 'chain', 'inet', table, 'from']).then(
    (text) => text.includes('@gated4'),
    () => false,
  )
