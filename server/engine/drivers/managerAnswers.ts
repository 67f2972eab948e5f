import type { Listing } from './program.ts'

/**
 * The counters in an answer to `ping`, which a manager with many ports splits into packets at any
 * byte: an entry across a split is left out, because half a number is another number.
 */
export function countersIn(packets: readonly string[]): Map<number, number> {
  const counters = new Map<number, number>()
  for (const packet of packets)
    for (const [, port, bytes] of packet.matchAll(ENTRY)) counters.set(Number(port), Number(bytes))
  return counters
}

const ENTRY = /(?<=^|[{,\s])"(\d{1,5})"\s*:\s*(\d{1,15})(?=\s*[,}])/g

/** The ports in an answer to `list`; if a packet was lost, the complete ones. */
export function portsIn(packets: readonly string[]): Listing {
  const whole = entriesOf(packets.join(''))
  const entries = whole ?? packets.flatMap((packet) => [...packet.matchAll(OBJECT)].flatMap(each))
  const ports: Listing = new Map()
  for (const entry of entries) {
    if (typeof entry !== 'object' || entry === null || !('server_port' in entry)) continue
    const port = Number(entry.server_port)
    if (!Number.isInteger(port) || port < 1 || port > 65_535) continue
    ports.set(port, { ...textOf(entry, 'password'), ...textOf(entry, 'method') })
  }
  return ports
}

const OBJECT = /\{"server_port".*?\}(?=\s*,?\s*(?:\{|\]|$))/gs

function each([text]: RegExpMatchArray): unknown[] {
  return entriesOf(`[${text}]`) ?? []
}

function entriesOf(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function textOf(entry: object, name: 'password' | 'method'): { [key in typeof name]?: string } {
  const value: unknown = Reflect.get(entry, name)
  return typeof value === 'string' ? { [name]: value } : {}
}
