import { isIP } from 'node:net'
import type { About, Listing } from './program.ts'
import { NodeTrouble } from './trouble.ts'

const MAX_CLIENTS = 200

/** What an agent reports about itself. */
export function aboutIn(data: unknown): About {
  const { version, isGfw } = fieldsOf(data)
  if (typeof version !== 'string' || !/^[\w.+-]{1,40}$/.test(version))
    throw new NodeTrouble('nonsense')
  return { version, isGfw: isGfw === true }
}

/** The ports it has, with their passwords. */
export function listingIn(data: unknown): Listing {
  const ports: Listing = new Map()
  for (const { port, password } of rowsOf(data))
    ports.set(portIn(port), typeof password === 'string' ? { password } : {})
  return ports
}

/** The bytes of each port in a span of time. */
export function sumsIn(data: unknown): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { port, sumFlow } of rowsOf(data)) {
    // SQLite answers null for the sum of nothing.
    const bytes = sumFlow ?? 0
    if (!Number.isSafeInteger(bytes) || Number(bytes) < 0) throw new NodeTrouble('nonsense')
    sums.set(portIn(port), Number(bytes) + (sums.get(portIn(port)) ?? 0))
  }
  return sums
}

/** Addresses, up to the number that is shown. */
export function clientsIn(data: unknown): string[] {
  const found = Array.isArray(data) ? data : [data]
  return found.filter((one) => typeof one === 'string' && isIP(one) !== 0).slice(0, MAX_CLIENTS)
}

function rowsOf(data: unknown): Record<string, unknown>[] {
  if (!Array.isArray(data)) throw new NodeTrouble('nonsense')
  return data.map(fieldsOf)
}

function fieldsOf(data: unknown): Record<string, unknown> {
  if (typeof data !== 'object' || data === null) throw new NodeTrouble('nonsense')
  return { ...data }
}

function portIn(value: unknown): number {
  const port = Number(value)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new NodeTrouble('nonsense')
  return port
}
