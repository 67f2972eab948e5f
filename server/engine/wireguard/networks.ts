import { isIP, isIPv4 } from 'node:net'
import { ipv6Words } from '../../network/address.ts'

/** A network by its first address, as a number, and the bits all of its addresses share. */
export type Network = { family: 4 | 6; first: bigint; bits: number }

const WIDTH = { 4: 32, 6: 128 } as const

/** Parses `10.100.0.0/16`, or an address alone; clears host bits. Undefined for anything else. */
export function networkOf(text: string): Network | undefined {
  const [address = '', bits] = text.split('/')
  const family = isIP(address)
  if (family !== 4 && family !== 6) return undefined
  const width = WIDTH[family]
  const count = bits === undefined ? width : Number(bits)
  if (bits !== undefined && !/^\d{1,3}$/.test(bits)) return undefined
  if (count > width) return undefined
  const rest = BigInt(width - count)
  return { family, first: (numberOf(address) >> rest) << rest, bits: count }
}

/**
 * Whether an IPv6 network is one of the Internet (2000::/3, RFC 4291), which its hoster routes to the
 * machine: peers leave with their own addresses. Any other, such as a ULA, needs NAT66.
 */
export function isRouted(net6: string): boolean {
  const network = networkOf(net6)
  return network?.family === 6 && network.first >> 125n === 1n
}

/** Whether two networks have an address in common. */
export function overlaps(one: Network, other: Network): boolean {
  if (one.family !== other.family) return false
  const rest = BigInt(WIDTH[one.family] - Math.min(one.bits, other.bits))
  return one.first >> rest === other.first >> rest
}

/** Whether an address, without a prefix length, is in the network and not its gateway. */
export function isInside(address: string, network: Network): boolean {
  const one = isIP(address) === 0 ? undefined : networkOf(address)
  return one !== undefined && overlaps(one, network) && one.first > network.first + 1n
}

/** The first address of a network with its prefix length: the machine's own address inside. */
export function gatewayOf(network: Network): string {
  const value = network.first + 1n
  const parts = network.family === 4 ? { count: 4, size: 8n } : { count: 8, size: 16n }
  const at = (index: number) =>
    Number((value >> (BigInt(parts.count - 1 - index) * parts.size)) & ((1n << parts.size) - 1n))
  const words = Array.from({ length: parts.count }, (_, index) => at(index))
  const text =
    network.family === 4 ? words.join('.') : words.map((word) => word.toString(16)).join(':')
  return `${text}/${network.bits}`
}

/** The same without its prefix length; nothing for what is no network. */
export function gatewayIn(net: string): string {
  const network = networkOf(net)
  return network ? (gatewayOf(network).split('/')[0] ?? '') : ''
}

function numberOf(address: string): bigint {
  const [parts, size] = isIPv4(address)
    ? [address.split('.').map(Number), 8n]
    : [ipv6Words(address), 16n]
  return parts.reduce((sum, part) => (sum << size) | BigInt(part), 0n)
}
