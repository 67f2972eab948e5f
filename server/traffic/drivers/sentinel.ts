import { createHmac } from 'node:crypto'
import type { Listing } from './program.ts'

/** Unprivileged, and where hardly a service is. */
const CANDIDATES = [1031, 1033, 1039, 1049, 1051, 1061]

/** The password by which a sentinel is known again; nobody is given it. */
export function sentinelPassword(serverId: number, secret: string): string {
  return createHmac('sha256', secret).update(`sentinel ${serverId}`).digest('hex').slice(0, 32)
}

/** What is to be done so that the lowest port of a node is one that nobody uses. */
export type SentinelPlan = {
  /** Where one may be put, the best first; empty where one stands well. */
  candidates: number[]
  /** Those that stand too high, to go once there is a better one. */
  outdone: number[]
}

/**
 * Plans the sentinel. When the counter of a node's lowest port begins again, the deployed agents
 * count whatever all other ports have ever carried once more; a port that carries nothing has no
 * counter that could.
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
