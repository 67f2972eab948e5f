import { isIP, isIPv4 } from 'node:net'
import { carriedInside } from './carriedInside.ts'

/** A client's target, and how many bytes its address took. */
export type Destination = { host: string; port: number; headerBytes: number }

const IPV4 = 1
const NAME = 3
const IPV6 = 4

/** Parses the SOCKS address a stream or datagram begins with. */
export function readDestination(data: Buffer): Destination | 'incomplete' | 'invalid' {
  const type = data[0]
  if (type === undefined) return 'incomplete'
  if (type !== IPV4 && type !== NAME && type !== IPV6) return 'invalid'
  if (data.length < 2) return 'incomplete'
  const from = type === NAME ? 2 : 1
  const to = from + (type === IPV4 ? 4 : type === IPV6 ? 16 : data.readUInt8(1))
  if (data.length < to + 2) return 'incomplete'
  const raw = data.subarray(from, to)
  const host = type === IPV4 ? raw.join('.') : type === IPV6 ? ipv6Text(raw) : raw.toString()
  const port = data.readUInt16BE(to)
  if (host === '' || host.includes('\0')) return 'invalid'
  // UDP over TCP names no port, and is told apart by its name.
  if (port === 0 && !carriedInside(host)) return 'invalid'
  return { host, port, headerBytes: to + 2 }
}

/** The SOCKS address of an IP address and a port. */
export function writeAddress(address: string, port: number): Buffer {
  const words = isIPv4(address) ? undefined : ipv6Words(address)
  const header = Buffer.allocUnsafe(words ? 19 : 7)
  header[0] = words ? IPV6 : IPV4
  if (words) words.forEach((word, i) => header.writeUInt16BE(word, 1 + i * 2))
  else address.split('.').forEach((byte, i) => (header[1 + i] = Number(byte)))
  header.writeUInt16BE(port, header.length - 2)
  return header
}

/** The SOCKS address of a host: an IP address, or a name of at most 255 bytes. */
export function addressTo(host: string, port: number): Buffer {
  if (isIP(host)) return writeAddress(host, port)
  return Buffer.from([NAME, Buffer.byteLength(host), ...Buffer.from(host), port >> 8, port & 0xff])
}

/** An address for display: the IPv4 one where a dual-stack socket shows it as IPv6. */
export function plainAddress(address: string): string {
  const tail = address.slice(7)
  return address.startsWith('::ffff:') && isIPv4(tail) ? tail : address
}

/** The eight 16-bit words of an IPv6 address, any zone left out. */
export function ipv6Words(address: string): number[] {
  const text = (address.split('%')[0] ?? '').replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, joinBytes)
  const [head = '', tail] = text.split('::')
  const left = words(head)
  const right = words(tail ?? '')
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

function words(text: string): number[] {
  return text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16))
}

function ipv6Text(raw: Buffer): string {
  return Array.from({ length: 8 }, (_, i) => raw.readUInt16BE(i * 2).toString(16)).join(':')
}

function joinBytes(_: string, ...bytes: string[]): string {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
}
