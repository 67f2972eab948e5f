import { type NetworkFile, NO_NETWORKS } from '../../network/networkList.ts'
import { REFUSED_NETWORKS } from '../../network/targets.ts'
import { CommandFailed, run, TunnelRefused } from './commands.ts'
import { ipErrorOf } from './links.ts'
import { gatewayIn, isRouted } from './networks.ts'

/** The parameters of one interface's rules. */
export type Fence = {
  /** Name of the interface. */
  name: string
  net: string
  net6?: string | undefined
  /** Bytes of a packet inside. */
  mtu: number
  /** Networks that may be reached although they are private. */
  allow: readonly string[]
  /** The console's port on this machine, where it has one. */
  sitePort?: number | undefined
  /** Ports that are reached nowhere but in the networks of `allow`. */
  closedPorts?: readonly number[] | undefined
  /** Networks customers do not reach, which may be others by and by; absent is none. */
  closedNetworks?: NetworkFile | undefined
}

/** Name of the table that holds all rules of one interface. */
export const tableOf = (name: string): string => name.replaceAll('-', '_')

/** Which list of closed networks the rules of an interface were installed with. */
const lists = new Map<string, number>()

/** Installs the rules of an interface, in one step; connected clients stay connected. */
export async function fenceIn(fence: Fence): Promise<void> {
  const version = fence.closedNetworks?.version() ?? 0
  try {
    await run('nft', ['-f', '-'], rulesOf(fence))
    lists.set(fence.name, version)
  } catch (error) {
    const shown = ipErrorOf(error)
    // nftables is missing, or missing in the kernel, or too old for a rule.
    const isMissing =
      shown instanceof CommandFailed &&
      (shown.isMissing || /not supported|Could not process rule/.test(shown.said))
    throw isMissing ? new TunnelRefused('nftables missing', shown.message) : shown
  }
}

/**
 * Whether the rules are there, with the list of today: reloading a firewall often flushes all tables
 * first. What an earlier process installed is not known to have it.
 */
export async function isFenced(
  name: string,
  { closedNetworks }: Pick<Fence, 'closedNetworks'> = {},
): Promise<boolean> {
  if (closedNetworks && lists.get(name) !== closedNetworks.version()) return false
  return run('nft', ['list', 'chain', 'inet', tableOf(name), 'forward']).then(
    (text) => text.includes(name),
    () => false,
  )
}

/** Removes the rules; having none is no error. */
export async function removeFence(name: string): Promise<void> {
  await run('nft', ['delete', 'table', 'inet', tableOf(name)]).catch(() => {})
}

/**
 * The rules of an interface as nft reads them.
 *
 * They are in a table of their own, which no other software replaces, and before the usual place of
 * filters. What they drop stays dropped, whatever others say; what they accept another table may
 * still drop, as Docker's does by default. Packets of a known connection meet one or two of them;
 * all others are for its first packet, as each costs every packet time.
 */
export function rulesOf(fence: Fence): string {
  const { name, net, net6, mtu, allow, sitePort, closedPorts, closedNetworks } = fence
  const table = tableOf(name)
  const allowed = byFamily(allow)
  const refused = byFamily(REFUSED_NETWORKS)
  const closed = (closedNetworks?.now() ?? NO_NETWORKS).ranges()
  const closed6 = [...closed.six, ...closed.four.flatMap(carriedRange)]
  const [from, to] = [`iifname "${name}"`, `oifname "${name}"`]
  // A source address outside the network is dropped: answers to it would go to a third party.
  const honest = [
    `ip saddr != ${net} drop`,
    net6 === undefined ? 'meta nfproto ipv6 drop' : `ip6 saddr != ${net6} drop`,
  ]
  // A packet too large for a peer would be lost where ICMP is blocked, as it often is.
  const segments = [
    `tcp flags syn tcp option maxseg size set rt mtu`,
    `meta nfproto ipv4 tcp flags syn tcp option maxseg size set ${mtu - 40}`,
    `meta nfproto ipv6 tcp flags syn tcp option maxseg size set ${mtu - 60}`,
  ]
  const exceptions = [
    ...(allowed.four.length > 0 ? ['ip daddr @allowed4 accept'] : []),
    ...(allowed.six.length > 0 ? ['ip6 daddr @allowed6 accept'] : []),
  ]
  const site =
    sitePort === undefined
      ? []
      : [
          // A console in a container: its public port is forwarded to a private address.
          `ct status dnat meta l4proto tcp ct original proto-dst ${sitePort} accept`,
        ]
  return `table inet ${table}
delete table inet ${table}
table inet ${table} {
${setOf('refused4', 'ipv4_addr', refused.four)}${setOf('refused6', 'ipv6_addr', [...refused.six, ...carried(refused.four)])}${setOf('closed4', 'ipv4_addr', closed.four)}${setOf('closed6', 'ipv6_addr', closed6)}${setOf('allowed4', 'ipv4_addr', allowed.four)}${setOf('allowed6', 'ipv6_addr', allowed.six)}
  chain outward {
${block([...honest, `${to} drop`, ...segments, ...exceptions, ...site, ...droppedPorts(closedPorts), ...(closed.four.length > 0 ? ['ip daddr @closed4 drop'] : []), ...(closed6.length > 0 ? ['ip6 daddr @closed6 drop'] : []), 'ip daddr @refused4 drop', 'ip6 daddr @refused6 drop'])}
  }
  chain inward {
${block([...honest, ...asideRules(fence), ...exceptions, ...(sitePort === undefined ? [] : [`tcp dport ${sitePort} accept`]), 'drop'])}
  }
  chain forward {
    type filter hook forward priority filter - 10; policy accept;
    ${to} ct state established,related accept
    ${to} drop
    ${from} ct state established accept
    ${from} jump outward
  }
  chain input {
    type filter hook input priority filter - 10; policy accept;
    ${from} jump inward
  }
  chain masks {
    type nat hook postrouting priority srcnat; policy accept;
    oifname != "${name}" ip saddr ${net} masquerade
${net6 === undefined || isRouted(net6) ? '' : `    oifname != "${name}" ip6 saddr ${net6} masquerade\n`}  }
}
`
}

const block = (rules: readonly string[]) => rules.map((rule) => `    ${rule}`).join('\n')

/** Lets in what the gate of accounts that have ended has sent to this machine's own answers. */
function asideRules({ net, net6 }: Fence): string[] {
  return [net, ...(net6 === undefined ? [] : [net6])].flatMap((network) => {
    const own = `${network.includes(':') ? 'ip6' : 'ip'} daddr ${gatewayIn(network)}`
    return ['tcp ct original proto-dst 80', 'udp ct original proto-dst 53'].map(
      (meant) => `ct status dnat ${own} meta l4proto ${meant} accept`,
    )
  })
}

function droppedPorts(ports: readonly number[] = []): string[] {
  if (ports.length === 0) return []
  return ['tcp', 'udp'].map((protocol) => `${protocol} dport { ${ports.join(', ')} } drop`)
}

function setOf(name: string, type: string, elements: readonly string[]): string {
  if (elements.length === 0) return ''
  return `  set ${name} {
    type ${type}
    flags interval
    auto-merge
    elements = { ${elements.join(', ')} }
  }
`
}

function byFamily(networks: readonly string[]) {
  const { four = [], six = [] } = Object.groupBy(networks, (one) =>
    one.includes(':') ? 'six' : 'four',
  )
  return { four, six }
}

/** The same networks as IPv6 carries them through translators: NAT64 and 6to4. */
function carried(networks: readonly string[]): string[] {
  return networks.flatMap((network) => {
    const [address = '', bits = '32'] = network.split('/')
    const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
    const hex = (high: number, low: number) => ((high << 8) | low).toString(16)
    return [
      `64:ff9b::${hex(a, b)}:${hex(c, d)}/${96 + Number(bits)}`,
      `2002:${hex(a, b)}:${hex(c, d)}::/${16 + Number(bits)}`,
    ]
  })
}

/** A range of IPv4 as IPv6 carries it. */
function carriedRange(range: string): string[] {
  const [first = '', last = first] = range.split('-')
  const [from, to] = [wordsOf(first), wordsOf(last)]
  return [`64:ff9b::${from}-64:ff9b::${to}`, `2002:${from}::-2002:${to}:ffff:ffff:ffff:ffff:ffff`]
}

function wordsOf(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return [(a << 8) | b, (c << 8) | d].map((word) => word.toString(16)).join(':')
}
