import { isIPv4, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { ipv6Words } from './address.ts'

const CACHE_MS = 60_000
/** The first six words of an IPv4 address that a dual-stack socket shows as IPv6. RFC 4291, 2.5.5.2. */
const MAPPED = '0:0:0:0:0:ffff'

/**
 * The identity of a client, for every limit: its IPv4 address, or the /64 of its IPv6 one.
 *
 * A customer is given a whole /64 network (RFC 6177). An IPv4 address is the same client however a
 * socket spells it; `::1` is one of its own.
 */
export function clientOf(address: string): string {
  if (!isIPv6(address)) return address
  const words = ipv6Words(address)
  if (words.slice(0, 6).map(hex).join(':') === MAPPED) return ipv4Of(words)
  if (words.map(hex).join(':') === '0:0:0:0:0:0:0:1') return '::1'
  return `${words.slice(0, 4).map(hex).join(':')}::/64`
}

/** Whether a client is this machine, by its loopback interface. */
export const isLoopback = (client: string): boolean =>
  client === '::1' || (isIPv4(client) && client.startsWith('127.'))

/**
 * Whether a client has an address of this machine, loopback left out: customers who connect through
 * a server on it all have that one. The addresses are read again each minute.
 */
export function openOwnClients(interfaces = networkInterfaces): (client: string) => boolean {
  let own = new Set<string>()
  let until = 0
  return (client) => {
    if (Date.now() >= until) {
      until = Date.now() + CACHE_MS
      own = read(interfaces)
    }
    return own.has(client)
  }
}

function read(interfaces: typeof networkInterfaces): Set<string> {
  try {
    const all = Object.values(interfaces()).flatMap((found) => found ?? [])
    const clients = all.map(({ address }) => clientOf(address))
    return new Set(clients.filter((client) => !isLoopback(client) && !isLinkLocal(client)))
  } catch {
    // A service may lack the right to list them; then no client is one.
    return new Set()
  }
}

// Every neighbour of this machine is in this network, too.
const isLinkLocal = (client: string) => client.startsWith('fe80:')

const hex = (word: number) => word.toString(16)

const ipv4Of = (words: readonly number[]) =>
  words
    .slice(6)
    .flatMap((word) => [word >> 8, word & 255])
    .join('.')

/**
 * The wider networks an IPv6 client is in, nearest first: the /56 and the /48, which one customer of
 * a provider may hold whole. None for IPv4. Takes what `clientOf` returns.
 */
export function widerThan(client: string): string[] {
  const address = client.replace(/\/64$/, '')
  if (address === client) return []
  const [a = 0, b = 0, c = 0, d = 0] = ipv6Words(address)
  return [`${[a, b, c, d & 0xff00].map(hex).join(':')}::/56`, networkOf(client)]
}

/**
 * The network a client is in, for what clients share: the /24 of an IPv4 address, the /48 of an IPv6
 * one, which is the most a site is given (RFC 6177). Takes what `clientOf` returns.
 */
export function networkOf(client: string): string {
  if (isIPv4(client)) return `${client.split('.').slice(0, 3).join('.')}.0/24`
  const address = client.replace(/\/64$/, '')
  if (!isIPv6(address)) return client
  return `${ipv6Words(address).slice(0, 3).map(hex).join(':')}::/48`
}
