import { isIP } from 'node:net'
import type { Destination } from '../../network/address.ts'
import type { Targets } from '../../network/targets.ts'
import type { WayBack } from '../plane.ts'
import { addBytes, type Counter } from './counter.ts'

/** What an account that has ended may reach. */
export type Gate = {
  /** Where everything else is sent that can be. */
  page: string
  /** Whether a destination is the shop. */
  leadsHome: (to: Pick<Destination, 'host' | 'port'>) => Promise<boolean>
  /** The addresses of a name of the shop; undefined for other names. */
  addressesOf: (name: string) => Promise<string[] | undefined>
  /** All addresses of the shop, with its port. */
  homes: () => Promise<{ address: string; port: number }[]>
  /** Bytes of today that may still pass. */
  left: () => number
  /** Counts bytes that have passed, which nobody is billed for. */
  charge: (direction: 'up' | 'down', bytes: number) => void
}

/** What accounts that have ended may pass each day on this machine. */
export type Allowances = {
  left: (accountId: number) => number
  take: (accountId: number, bytes: number) => void
}

/** How fast the way back is, kbit/s each way: enough for the pages of a shop, and for little else. */
export const GATE_KBITS = 256
/** Connections at a time of an account that has ended: a browser opens six to one host. */
export const GATE_CONNECTIONS = 32
/** Bytes of a day for one account: some hundred visits of the console, which browsers keep. */
const DAY_BYTES = 50_000_000
const DAY_MS = 86_400_000

/** Starts with a whole day for everybody. `now` is in ms. */
export function openAllowances(now: () => number): Allowances {
  const used = new Map<number, number>()
  let day = -1

  return {
    left: (id) => Math.max(0, DAY_BYTES - (today().get(id) ?? 0)),
    take: (id, bytes) => void today().set(id, (today().get(id) ?? 0) + bytes),
  }

  function today(): Map<number, number> {
    const current = Math.floor(now() / DAY_MS)
    // A clock that goes back gives nobody a day twice.
    if (current > day) {
      day = current
      used.clear()
    }
    return used
  }
}

type Deps = {
  accountId: number
  targets: Pick<Targets, 'reachable'>
  allowances: Allowances
  /** The counter of what nobody is billed for on this server. */
  counter: Counter
  /** Is called when today is used up. */
  over: () => void
}

/** Opens the gate of an account. */
export function openGate(
  { places, page }: WayBack,
  { accountId, targets, allowances, counter, over }: Deps,
): Gate {
  const homes = places.map(placeOf)
  const key = counter.key

  const left = () => allowances.left(accountId)
  return { page, leadsHome, addressesOf, homes: findHomes, left, charge }

  async function leadsHome({ host, port }: Pick<Destination, 'host' | 'port'>): Promise<boolean> {
    const there = homes.filter((home) => home.port === port)
    const name = nameOf(host)
    if (there.some((home) => home.host === name)) return true
    if (isIP(host) === 0) return false
    // A client that looks names up itself sends the address that it has found.
    for (const home of there)
      if ((await targets.reachable(home.host, port, key)).includes(host)) return true
    return false
  }

  async function addressesOf(name: string): Promise<string[] | undefined> {
    const home = homes.find(({ host }) => host === nameOf(name))
    return home && targets.reachable(home.host, home.port, key)
  }

  async function findHomes() {
    const found = homes.map(async ({ host, port }) =>
      (await targets.reachable(host, port, key)).map((address) => ({ address, port })),
    )
    return (await Promise.all(found)).flat()
  }

  function charge(direction: 'up' | 'down', bytes: number): void {
    allowances.take(accountId, bytes)
    addBytes(counter, direction === 'up' ? bytes : 0, direction === 'down' ? bytes : 0)
    if (allowances.left(accountId) === 0) over()
  }
}

/** Of `host:port`; an IPv6 address has brackets. */
function placeOf(place: string): { host: string; port: number } {
  const at = place.lastIndexOf(':')
  const host = place.slice(0, at).replace(/^\[(.*)\]$/, '$1')
  return { host: nameOf(host), port: Number(place.slice(at + 1)) }
}

/** A name may be written with a dot at its end. */
const nameOf = (host: string) => host.toLowerCase().replace(/\.$/, '')
