/** Private IPv4 networks: RFC 1918, and RFC 6598 (carrier-grade NAT). */
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10']

/**
 * The network of all clients of a server of ours: the accounts' /16, and the /16 after it
 * for their further devices.
 *
 * Undefined unless `net` is a private /16 such as `10.100.0.0/16` with an even second number: then
 * both are one /15, which is one route, one rule and one look for collisions.
 */
export function tunnelNet(net: string): string | undefined {
  const [, first, second] = /^(\d{1,3})\.(\d{1,3})\.0\.0\/16$/.exec(net) ?? []
  const whole = `${Number(first)}.${Number(second)}.0.0/15`
  const isEven = second !== undefined && Number(second) % 2 === 0
  return isEven && PRIVATE.some((one) => contains(one, whole)) ? whole : undefined
}

/** An IPv6 network of clients, a /64, as it is written everywhere; undefined if it is none. */
export function parseNet6(text: string): string | undefined {
  const [, address = ''] = /^([\da-f:]+)\/64$/i.exec(text.normalize('NFKC').trim()) ?? []
  const groups = groupsOf(address)
  return groups && `${compressed([...groups.slice(0, 4), 0, 0, 0, 0])}/64`
}

/**
 * The IPv6 address of an account by its port, or of a device by its number.
 *
 * The last two groups are the kind (1 account, 2 device) and the number, so they never meet, nor the
 * gateway, which is the first address. Undefined if `net6` is no /64.
 */
export function clientAddress6(
  net6: string,
  kind: 'account' | 'device',
  number: number,
): string | undefined {
  const groups = groupsOf(/^(.+)\/64$/.exec(net6)?.[1] ?? '')
  return groups && compressed([...groups.slice(0, 4), 0, 0, kind === 'account' ? 1 : 2, number])
}

/** Whether two IPv4 networks overlap; false for what is no network. */
export function overlap(one: string, other: string): boolean {
  return contains(one, other) || contains(other, one)
}

/** Whether the first network holds all of the second. */
function contains(outer: string, inner: string): boolean {
  const [a, b] = [rangeOf(outer), rangeOf(inner)]
  return a !== undefined && b !== undefined && a.start <= b.start && b.end <= a.end
}

function rangeOf(net: string): { start: number; end: number } | undefined {
  const [, address = '', length = '32'] = /^(\d+(?:\.\d+){3})(?:\/(\d+))?$/.exec(net) ?? []
  const octets = address.split('.').map(Number)
  if (octets.length !== 4 || octets.some((octet) => octet > 255) || Number(length) > 32)
    return undefined
  const size = 2 ** (32 - Number(length))
  const value = octets.reduce((sum, octet) => sum * 256 + octet, 0)
  const start = value - (value % size)
  return { start, end: start + size - 1 }
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] | undefined {
  if (!address.includes(':') || !URL.canParse(`http://[${address}]`)) return undefined
  const [head = '', tail] = address.split('::')
  const numbers = (part: string) =>
    part === '' ? [] : part.split(':').map((hex) => Number(`0x${hex}`))
  const [front, back] = [numbers(head), numbers(tail ?? '')]
  return [...front, ...Array.from({ length: 8 - front.length - back.length }, () => 0), ...back]
}

/** As RFC 5952 writes it, which is how browsers do. */
function compressed(groups: readonly number[]): string {
  const text = groups.map((group) => group.toString(16)).join(':')
  return new URL(`http://[${text}]`).hostname.slice(1, -1)
}
