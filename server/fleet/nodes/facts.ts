import { isIP } from 'node:net'
import type { MachineFacts } from '../../engine/nodeLinks.ts'

const MOST_CHARACTERS = 100
const MOST_ADDRESSES = 32

/** What a node said of its machine, brought into shape: it may say anything. */
export function factsOf(said: unknown): MachineFacts {
  const { hostname, os, arch, cores, memory, disk, load, addresses } = record(said)
  return {
    hostname: text(hostname),
    os: text(os),
    arch: text(arch),
    cores: whole(cores),
    memory: room(memory),
    disk: room(disk),
    load: Math.round(amount(load) * 100) / 100,
    addresses: (Array.isArray(addresses) ? addresses : [])
      .filter((one): one is string => typeof one === 'string' && isIP(one) !== 0)
      .slice(0, MOST_ADDRESSES),
  }
}

/** The version an agent says it is of. */
export const versionOf = (said: unknown): string => text(said)

const record = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>

// No control characters: terminals and CSV files read them, too.
const text = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll(/\p{Cc}/gu, '').slice(0, MOST_CHARACTERS) : ''

const amount = (value: unknown) =>
  typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : 0

const whole = (value: unknown) => Math.floor(amount(value))

const room = (value: unknown) => {
  const { total, free } = record(value)
  return { total: whole(total), free: whole(free) }
}
