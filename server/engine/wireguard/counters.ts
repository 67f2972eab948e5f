import type { RawPeer } from './device.ts'
import { chargedOf, type PeerEntry } from './peerTable.ts'
import type { State } from './state.ts'

/** What one device of an account passed since the last reading. */
export type PeerTraffic = {
  key: string
  deviceId: number
  /** From the device, and to it, tunnel overhead included. */
  up: number
  down: number
  /** Where it came from, without the port; absent without packets from it. */
  client?: string | undefined
}

/** The increase: to be charged, once it is written down. */
export type Rise = { traffic: PeerTraffic[]; unknownPeers: string[] }

/**
 * Compares a device's counters with what was charged, writes the new sums down, and returns what to
 * charge. In this order: a crash in between charges too little by one reading, never twice.
 *
 * `strangers` are peers of the device that were not added here.
 */
export function take(
  peers: readonly RawPeer[],
  table: ReadonlyMap<string, PeerEntry>,
  state: Pick<State, 'write'>,
  /** How long ago the device was read before, ms. */
  sinceMs = Infinity,
): Rise {
  const risen: PeerEntry[] = []
  const traffic: PeerTraffic[] = []
  const unknownPeers: string[] = []
  for (const raw of peers) {
    const entry = table.get(raw.publicKey)
    if (!entry) {
      unknownPeers.push(raw.publicKey)
      continue
    }
    entry.endpoint = raw.endpoint
    noteHandshake(entry, raw.handshake, sinceMs)
    if (raw.rx === entry.rx && raw.tx === entry.tx) continue
    // A device that counts from 0 again was recreated by other software.
    const isReset = raw.rx < entry.rx || raw.tx < entry.tx
    const up = isReset ? raw.rx : raw.rx - entry.rx
    const down = isReset ? raw.tx : raw.tx - entry.tx
    entry.rx = raw.rx
    entry.tx = raw.tx
    risen.push(entry)
    if (entry.isSettled) continue
    const { key, deviceId } = entry
    traffic.push({ key, deviceId, up, down, client: up > 0 ? hostOf(raw.endpoint) : undefined })
  }
  state.write(risen.map(chargedOf))
  return { traffic, unknownPeers }
}

/**
 * Dates a new handshake. The device gives it by the machine's clock, which may jump; a handshake that
 * was not there before is neither later than now nor earlier than the reading before.
 */
function noteHandshake(entry: PeerEntry, handshake: number, sinceMs: number): void {
  if (handshake === entry.handshake) return
  const age = Math.min(Math.max(Date.now() - handshake * 1000, 0), sinceMs)
  Object.assign(entry, { handshake, handshakeAt: performance.now() - age })
}

/** The address of `host:port`, where an IPv6 one is in brackets. */
export function hostOf(endpoint: string | undefined): string | undefined {
  return endpoint?.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
}
