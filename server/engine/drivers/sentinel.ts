import { createHmac } from 'node:crypto'
import type { Listing } from './program.ts'

/** Unprivileged, and rarely used by services. */
const CANDIDATES = [1031, 1033, 1039, 1049, 1051, 1061]

/** The password that identifies a sentinel; it is given to no client. */
export function sentinelPassword(serverId: number, secret: string): string {
  return createHmac('sha256', secret).update(`sentinel ${serverId}`).digest('hex').slice(0, 32)
}

/** How to make the lowest port of a node one that carries nothing. */
export type SentinelPlan = {
  /** Where one may be opened, the best first; empty where the current one is fine. */
  candidates: number[]
  /** Those that are too high, to be closed once there is a better one. */
  outdone: number[]
}

/**
 * Plans the sentinel. When the counter of a node's lowest port restarts, the deployed agents count
 * the whole history of all other ports once more; a port that carries nothing has no counter that
 * could restart.
 */
export function planSentinel(
  listing: Listing,
  wanted: readonly number[],
  password: string,
): SentinelPlan {
  const isSentinel = (port: number) => listing.get(port)?.password === password
  const others = [...listing.keys(), ...wanted].filter((port) => !isSentinel(port))
  const sentinels = [...listing.keys()].filter(isSentinel)
  if (others.length === 0) return { candidates: [], outdone: [] }
  const lowest = others.reduce((least, port) => Math.min(least, port))
  const good = sentinels.filter((port) => port < lowest)
  if (good.length > 0)
    return { candidates: [], outdone: sentinels.filter((port) => port !== good[0]) }
  const below = [1, 2, 3].map((step) => lowest - step)
  const candidates = [...CANDIDATES, ...below].filter((port) => port > 0 && port < lowest)
  return { candidates: candidates.slice(0, 3), outdone: sentinels }
}
