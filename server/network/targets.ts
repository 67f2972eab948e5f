import { BlockList, isIP, isIPv4 } from 'node:net'
import { ipv6Words, plainAddress } from './address.ts'
import { carriedInside } from './carriedInside.ts'
import { openNames } from './names.ts'
import { type Lookup, openResolver } from './resolver.ts'
import { networkInterfaces } from 'node:os'

const CACHE_MS = 60_000

/** A checked address; connections go to it and to no other. */
export type Target = { address: string; family: 4 | 6 }

/** Decides which targets customers may reach. */
export type Targets = {
  /**
   * The address to connect to for a host, synchronously where it is cached; undefined when refused.
   * Looking up a name counts against the key's lookups under way.
   */
  find(host: string, port: number, key: string): Target | undefined | Promise<Target | undefined>
  /** All addresses of a host at which a port may be reached; none where there are none. */
  reachable(host: string, port: number, key: string): Promise<string[]>
  /** Why `find` returned nothing for a host a moment ago. */
  whyNot(host: string): 'refused' | 'noName' | 'multiplexing' | 'udpOverTcp'
  /** Whether a port of an IP address may be reached. */
  allows(address: string, port: number): boolean
}

// The special-purpose registries of the IANA (RFC 6890), and multicast. Those of their blocks that
// are globally reachable (AS112, AMT, anycast of PCP and TURN) are no targets of customers.
const REFUSED_IPV4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 ' +
  '192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 ' +
  '198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
// ::/96 holds :: and ::1; Teredo (in 2001::/23) and local NAT64 embed addresses that cannot be
// checked.
const REFUSED_IPV6 =
  '::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001:db8::/32 2620:4f:8000::/48 ' +
  '3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8'
/** Networks (CIDR) no customer may reach. */
export const REFUSED_NETWORKS: readonly string[] = `${REFUSED_IPV4} ${REFUSED_IPV6}`.split(' ')
const refused = networks(REFUSED_NETWORKS)

type Options = {
  /** Networks (CIDR) that may be reached although they are private, or this machine's own. */
  allow?: string[]
  /** Ports that may be reached only in the networks of `allow`. */
  closedPorts?: readonly number[]
  /** Whether an address is in a network that is closed; by default none is. */
  isClosed?: (address: string) => boolean
  /** The port customers open the console at, where that is to be reached on this machine. */
  sitePort?: number
  lookup?: Lookup
  own?: (address: string) => boolean
}

/**
 * Opens the check of targets.
 *
 * This machine's own addresses are refused also where they are public: services there may be
 * firewalled from the outside, or trust connections from the machine. One port of them stays open,
 * that of `SITE`: customers renew and refresh subscriptions while their VPN is on. That is the
 * published port only; the console's port behind a TLS proxy stays closed.
 */
export function openTargets({
  allow = [],
  closedPorts = [],
  isClosed = () => false,
  sitePort,
  lookup = openResolver(),
  own = openOwn(),
}: Options = {}): Targets {
  const allowed = networks(allow)
  const closed = new Set(closedPorts)
  const names = openNames(lookup)

  return { find, reachable, whyNot, allows }

  function allows(address: string, port: number): boolean {
    const plain = plainAddress(address)
    const family = isIP(plain) === 4 ? 'ipv4' : 'ipv6'
    if (allowed.check(plain, family)) return true
    if (closed.has(port) || isClosed(plain)) return false
    if (refused.check(plain, family)) return false
    if (port !== sitePort && own(plain)) return false
    const inner = family === 'ipv6' ? embeddedIpv4(plain) : undefined
    return inner === undefined || allows(inner, port)
  }

  function find(host: string, port: number, key: string) {
    if (isIP(host)) return judge([host], port)
    if (carriedInside(host)) return undefined
    const found = names.find(host, key)
    // The rules are checked each time: they depend on the port, too.
    if (found instanceof Promise) return found.then((addresses) => judge(addresses, port))
    return judge(found, port)
  }

  async function reachable(host: string, port: number, key: string): Promise<string[]> {
    const addresses = isIP(host) ? [host] : await names.find(host, key)
    return addresses.map(plainAddress).filter((one) => allows(one, port))
  }

  function whyNot(host: string) {
    return carriedInside(host) ?? (isIP(host) || names.isKnown(host) ? 'refused' : 'noName')
  }

  function judge(addresses: string[], port: number): Target | undefined {
    const address = addresses.map(plainAddress).find((one) => allows(one, port))
    return address === undefined ? undefined : { address, family: isIP(address) === 4 ? 4 : 6 }
  }
}

function networks(cidrs: readonly string[]): BlockList {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [network = '', bits] = cidr.split('/')
    const family = isIP(network) === 4 ? 'ipv4' : 'ipv6'
    list.addSubnet(network, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return list
}

/** The IPv4 address embedded in a mapped, translated (RFC 2765), 6to4 or NAT64 one. */
function embeddedIpv4(address: string): string | undefined {
  const words = ipv6Words(address)
  const starts = (...prefix: number[]) => prefix.every((word, i) => words[i] === word)
  const at = starts(0x2002)
    ? 1
    : starts(0x64, 0xff9b, 0, 0, 0, 0) ||
        starts(0, 0, 0, 0, 0, 0xffff) ||
        starts(0, 0, 0, 0, 0xffff, 0)
      ? 6
      : undefined
  if (at === undefined) return undefined
  return [words[at] ?? 0, words[at + 1] ?? 0].flatMap((word) => [word >> 8, word & 0xff]).join('.')
}

/** Whether an address is one of this machine's own; they are read again each minute. */
export function openOwn(interfaces = networkInterfaces): (address: string) => boolean {
  let own = new Set<string>()
  let until = -Infinity

  return (address) => {
    if (performance.now() >= until) look()
    return own.has(spelled(address))
  }

  function look(): void {
    until = performance.now() + CACHE_MS
    try {
      const all = Object.values(interfaces()).flatMap((found) => found ?? [])
      own = new Set(all.map(({ address }) => spelled(address)))
    } catch (error) {
      // A service may lack the right to list them. That must not end all connections.
      console.error('the addresses of this machine are not known:', error)
    }
  }
}

/** One spelling for each address. */
function spelled(address: string): string {
  return isIPv4(address) ? address : ipv6Words(address).join(':')
}
