import type { Peer, Speed, Tunnel } from '../plane.ts'
import { type Refusal, TunnelRefused } from './commands.ts'
import { idsIn } from '../portKey.ts'
import type { Server } from './serverShape.ts'
import type { PeerEntry } from './peerTable.ts'
import { faultOf } from './valid.ts'

/** An account whose peers are to be active, with its devices. */
export type AccountPeers = {
  key: string
  tunnel: Tunnel
  peers: readonly Peer[]
  /** How fast all of them may be together; absent is without limit. */
  speed?: Speed | undefined
  /** Whether they reach what the gate lets through alone. */
  isGated?: boolean | undefined
}

/** Why an account is refused. */
export type PeersRefused =
  | Refusal
  | 'key in use'
  | 'address in use'
  | 'key not valid'
  | 'address not valid'
  | 'failed'

/** Activates the peers of accounts on one interface; answers why for those it refused. */
export async function activatePeers(
  server: Server,
  accounts: readonly AccountPeers[],
): Promise<Map<string, PeersRefused>> {
  const { table } = server
  // Shut out by the gate, which cannot be had.
  const isOut = ({ publicKey }: Peer) => table.get(publicKey)?.isActive !== true
  const refused = refusalsOf(accounts, table)
  const accepted = accounts.filter(({ key }) => !refused.has(key))
  const coming = new Map(accepted.map((account) => [account.key, account.peers]))
  for (const { key, publicKey } of table.values()) {
    const isNamed = coming.get(key)?.some((peer) => peer.publicKey === publicKey)
    if (refused.has(key) || isNamed === false) server.suspendPeer(publicKey)
  }
  try {
    // Before a peer connects with what was theirs.
    await server.applyChanges()
    const [last] = accepted.slice(-1)
    if (last) await server.bringUp(last.tunnel)
    // What passed until now is its former owner's.
    if (accepted.some((one) => isMoved(one, table))) await server.look({ hurried: true })
    for (const { key, peers, speed, isGated } of accepted)
      for (const peer of peers) server.activatePeer(key, peer, { speed, isGated })
    await server.applyChanges()
    const shut = accepted.filter((one) => one.isGated && one.peers.some(isOut))
    return new Map([...refused, ...refuseAll(shut, 'failed')])
  } catch (error) {
    for (const { key, publicKey } of table.values())
      if (coming.has(key)) server.suspendPeer(publicKey)
    await server.applyChanges().catch(() => {})
    return new Map([...refused, ...refuseAll(accepted, reasonOf(error))])
  }
}

/** The same answer for all. */
export function refuseAll(
  accounts: readonly AccountPeers[],
  reason: PeersRefused,
): Map<string, PeersRefused> {
  return new Map(accounts.map(({ key }) => [key, reason]))
}

/** Maps an error to the refusal's word; the rest is in the log. */
export function reasonOf(error: unknown): PeersRefused {
  console.error('engine: wireguard:', error)
  return error instanceof TunnelRefused ? error.reason : 'failed'
}

/**
 * Finds which of these are refused, because their keys or addresses are invalid or in use. Active
 * peers keep their key or address; among new ones, the first gets it.
 */
export function refusalsOf(
  accounts: readonly AccountPeers[],
  table: ReadonlyMap<string, PeerEntry>,
): Map<string, PeersRefused> {
  const coming = new Set(accounts.map(({ key }) => key))
  const taken = new Set<string>()
  const inside = new Set<string>()
  for (const { isActive, key, publicKey, own } of table.values()) {
    // A peer that an earlier process had gated has no account until an order names it.
    if (!isActive || idsIn(key).accountId === 0) continue
    if (coming.has(key)) inside.add(`${key} ${publicKey}`)
    else for (const one of [publicKey, ...own]) taken.add(one)
  }
  const isInside = ({ key, peers }: AccountPeers) =>
    peers.some(({ publicKey }) => inside.has(`${key} ${publicKey}`))
  const refused = new Map<string, PeersRefused>()
  for (const account of [...accounts].sort((a, b) => Number(isInside(b)) - Number(isInside(a)))) {
    const reason = reasonFor(account, taken)
    if (reason) refused.set(account.key, reason)
    else
      for (const { publicKey, addresses } of account.peers)
        for (const one of [publicKey, ...addresses]) taken.add(one)
  }
  return refused
}

/** Whether an active peer of these was another key's, as an earlier process has left it. */
const isMoved = ({ key, peers }: AccountPeers, table: ReadonlyMap<string, PeerEntry>): boolean =>
  peers.some(({ publicKey }) => {
    const known = table.get(publicKey)
    return known?.isActive === true && known.key !== key
  })

function reasonFor(
  { peers, tunnel }: AccountPeers,
  taken: ReadonlySet<string>,
): PeersRefused | undefined {
  const own = new Set<string>()
  for (const peer of peers) {
    const fault = faultOf(peer, tunnel)
    if (fault) return fault
    const isTaken = (one: string) => taken.has(one) || own.size === own.add(one).size
    if (isTaken(peer.publicKey)) return 'key in use'
    if (peer.addresses.some(isTaken)) return 'address in use'
  }
  return undefined
}
