import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { ipv6Words, plainAddress } from './address.ts'

/** An address that was checked; connections go to it and nowhere else. */
export type Target = { address: string; family: 4 | 6 }

/** Decides where customers may go. */
export type Targets = {
  /** The address to connect to for a host, at once where it is known; nothing when refused. */
  find(host: string): Target | undefined | Promise<Target | undefined>
  /** Whether an IP address may be talked to. */
  allows(address: string): boolean
}

const REFUSED_IPV4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 ' +
  '192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 ' +
  '224.0.0.0/4 240.0.0.0/4'
// ::/96 holds :: and ::1; Teredo and local NAT64 carry addresses nobody here can judge.
const REFUSED_IPV6 =
  '::/96 64:ff9b:1::/48 100::/64 2001::/32 2001:db8::/32 3fff::/20 fc00::/7 fe80::/10 fec0::/10 ff00::/8'
const refused = networks(`${REFUSED_IPV4} ${REFUSED_IPV6}`.split(' '))

const CACHE_MS = 60_000
const FAILURE_MS = 5_000
const CACHE_NAMES = 4_096
const LOOKUPS = 512

/** Opens the way out; `allow` lists networks (CIDR) that may be reached although private. */
export function openTargets(allow: string[]): Targets {
  const allowed = networks(allow)
  const names = new Map<string, { until: number; target: Target | undefined }>()
  const lookups = new Map<string, Promise<Target | undefined>>()

  return { find, allows }

  function allows(address: string): boolean {
    const plain = plainAddress(address)
    const family = isIP(plain) === 4 ? 'ipv4' : 'ipv6'
    if (allowed.check(plain, family)) return true
    if (refused.check(plain, family)) return false
    const inner = family === 'ipv6' ? embeddedIpv4(plain) : undefined
    return inner === undefined || allows(inner)
  }

  function find(host: string) {
    if (isIP(host)) return judge([host])
    const name = host.toLowerCase()
    const known = names.get(name)
    if (known && known.until > Date.now()) return known.target
    const running = lookups.get(name)
    if (running || lookups.size >= LOOKUPS) return running
    const started = resolve(name)
    lookups.set(name, started)
    return started
  }

  async function resolve(name: string): Promise<Target | undefined> {
    const answers = await lookup(name, { all: true, order: 'ipv4first' }).catch(() => [])
    const target = judge(answers.map((answer) => answer.address))
    lookups.delete(name)
    names.delete(name)
    names.set(name, { until: Date.now() + (answers.length > 0 ? CACHE_MS : FAILURE_MS), target })
    if (names.size > CACHE_NAMES) names.delete(names.keys().next().value ?? '')
    return target
  }

  function judge(addresses: string[]): Target | undefined {
    const address = addresses.map(plainAddress).find(allows)
    return address === undefined ? undefined : { address, family: isIP(address) === 4 ? 4 : 6 }
  }
}

function networks(cidrs: string[]): BlockList {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [network = '', bits] = cidr.split('/')
    const family = isIP(network) === 4 ? 'ipv4' : 'ipv6'
    list.addSubnet(network, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return list
}

/** The IPv4 address inside a mapped, 6to4 or NAT64 one. */
function embeddedIpv4(address: string): string | undefined {
  const words = ipv6Words(address)
  const starts = (...prefix: number[]) => prefix.every((word, i) => words[i] === word)
  const at = starts(0x2002)
    ? 1
    : starts(0x64, 0xff9b, 0, 0, 0, 0) || starts(0, 0, 0, 0, 0, 0xffff)
      ? 6
      : undefined
  if (at === undefined) return undefined
  return [words[at] ?? 0, words[at + 1] ?? 0].flatMap((word) => [word >> 8, word & 0xff]).join('.')
}
