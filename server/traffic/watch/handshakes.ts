import { CONNECTED_MS } from '#rules/wireguard.ts'
import type { Attempt, PeerSight } from '../../base/plane.ts'
import { hostOf } from '../wireguard/counters.ts'

/**
 * What the handshakes of a WireGuard account say to somebody who watches from `since` on, ms. A
 * device whose tunnel is up shakes hands every two minutes and may do so just before: it counts as
 * connected as long as its last handshake is young. A device with a wrong key leaves no trace.
 */
export function handshakesSeen(
  peers: readonly PeerSight[],
  { since, now }: { since: number; now: number },
): Attempt[] {
  return peers.flatMap(({ endpoint, handshakeAt }) => {
    const address = hostOf(endpoint)
    if (address === undefined || handshakeAt === undefined) return []
    if (handshakeAt <= Math.min(since, now - CONNECTED_MS)) return []
    return [{ reason: 'connected', at: handshakeAt, count: 1, address }]
  })
}
