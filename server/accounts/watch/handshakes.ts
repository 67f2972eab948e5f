import { CONNECTED_MS } from '#rules/wireguard.ts'
import type { Attempt, PeerSight } from '../../engine/plane.ts'
import { hostOf } from '../../engine/wireguard/counters.ts'

/**
 * The handshakes of a WireGuard account as attempts since `since`, ms. A device whose tunnel is up
 * makes a handshake every two minutes and may have done so just before: it counts as connected as
 * long as its last handshake is recent. A device with a wrong key leaves no trace.
 */
export function handshakesSeen(
  peers: readonly PeerSight[],
  { since, now }: { since: number; now: number },
): Attempt[] {
  return peers.flatMap(({ endpoint, handshakeAt }) => {
    const address = hostOf(endpoint)
    if (address === undefined || handshakeAt === undefined) return []
    if (handshakeAt <= Math.min(since, now - CONNECTED_MS)) return []
    return [{ reason: 'connected', at: Math.min(handshakeAt, now), count: 1, address }]
  })
}
