import type { Peer, Speed } from '../plane.ts'
import { idsIn } from '../portKey.ts'
import type { PeerTerms, RawPeer } from './device.ts'
import type { Limited } from './speeds.ts'
import type { Charged } from './state.ts'

/** A peer of one interface: its account, its terms, and how much of it was charged. */
export type PeerEntry = PeerTerms & {
  key: string
  deviceId: number
  /** Its terms while it is active. */
  own: readonly string[]
  /** How fast its account may be; nothing is without limit. */
  speed: Speed
  /** Whether its account has ended: it reaches what the gate lets through alone. */
  isGated: boolean
  /** Whether it is active. */
  isActive: boolean
  /** Whether no order has named it since this process took the interface over. */
  isAdopted: boolean
  /** Whether the device has its latest state. */
  isApplied: boolean
  /** Whether all that passed until it was shut is charged: later packets are dropped. */
  isSettled: boolean
  /** When it was shut, by a monotonic clock. */
  suspendedAt: number
  rx: number
  tx: number
  endpoint?: string | undefined
  /** Its latest one, in seconds of the machine's clock; 0 is never. */
  handshake: number
  /** When that was, by a monotonic clock: the machine's own may jump meanwhile. */
  handshakeAt: number
}

/** What holds back the peers of an account; absent is nothing. */
export type PeerLimits = { speed?: Speed | undefined; isGated?: boolean | undefined }

/** A new peer under these terms. */
export function newEntry(
  key: string,
  { deviceId, publicKey, presharedKey, addresses }: Peer,
): PeerEntry {
  return {
    publicKey,
    presharedKey,
    addresses,
    own: addresses,
    speed: {},
    isGated: false,
    key,
    deviceId,
    isActive: true,
    isAdopted: false,
    isApplied: false,
    isSettled: false,
    suspendedAt: 0,
    rx: 0,
    tx: 0,
    handshake: 0,
    handshakeAt: 0,
  }
}

/** A peer that was on the device before this process, as it is there and was stored. */
export function adopted(raw: RawPeer, [publicKey, key, deviceId, rx, tx]: Charged): PeerEntry {
  const { addresses, presharedKey } = raw
  const isActive = addresses.length > 0
  return {
    ...newEntry(key, { publicKey, deviceId, addresses, ...(presharedKey && { presharedKey }) }),
    isActive,
    isAdopted: true,
    isApplied: true,
    isSettled: !isActive,
    suspendedAt: performance.now(),
    rx,
    tx,
  }
}

/** Activates a peer under these terms, which may be another account's than before. */
export function activate(
  entry: PeerEntry,
  key: string,
  peer: Peer,
  { speed = {}, isGated = false }: PeerLimits = {},
): void {
  const { presharedKey, addresses, deviceId } = peer
  const isSame =
    entry.isActive && entry.presharedKey === presharedKey && entry.own.join() === addresses.join()
  Object.assign(entry, { key, deviceId, presharedKey, addresses, own: addresses })
  Object.assign(entry, { isActive: true, isAdopted: false, speed, isGated })
  if (!isSame) entry.isApplied = false
}

/** Shuts a peer out; it stays on the device for a while, so that it needs no new handshake. */
export function suspend(entry: PeerEntry): void {
  if (!entry.isActive) return
  Object.assign(entry, {
    isActive: false,
    isApplied: false,
    addresses: [],
    suspendedAt: performance.now(),
  })
}

/** The addresses of gated peers, and of those that stay as they are. */
export function gatedIn(table: Iterable<PeerEntry>): { addresses: string[]; kept: string[] } {
  const { limited, kept } = speedsIn(all())
  return { addresses: limited.map(({ address }) => address), kept }

  function* all() {
    for (const entry of table) if (entry.isGated || entry.isAdopted || !entry.isActive) yield entry
  }
}

/** The addresses of peers that an order has named, each with its account's speed; and of all others. */
export function speedsIn(table: Iterable<PeerEntry>): { limited: Limited[]; kept: string[] } {
  const all = [...table]
  return {
    limited: all
      .filter(({ isActive, isAdopted }) => isActive && !isAdopted)
      .flatMap(({ own, key, speed }) => own.map((address) => ({ address, key, speed }))),
    // Who is on the way out stays as slow until it is out, and who was found as it was found.
    kept: all
      .filter(({ isActive, isAdopted, isApplied }) => (isActive ? isAdopted : !isApplied))
      .flatMap(({ own }) => own),
  }
}

/**
 * What outlives the process. Bytes of a gated peer are billed to no account, also where the next
 * process reads them before any order: they are those of the server's account 0.
 */
export const chargedOf = ({ publicKey, key, deviceId, rx, tx, isGated }: PeerEntry): Charged => [
  publicKey,
  isGated ? `${idsIn(key).serverId}:0` : key,
  isGated ? 0 : deviceId,
  rx,
  tx,
]
