import { isOverQuota, lackOf } from '#rules/account.ts'
import { countedOf, timedOf } from '../facts.ts'
import type { Traffic } from './traffic.ts'

type Limited = Parameters<typeof countedOf>[0] & { multiServerFlow: number }

/** The scale of traffic of deleted servers: what was used there stays used. */
export const GONE = 1

/**
 * An account's usage in its cycle: raw bytes by server, and the scales that charge them. `flowPack`
 * is what its packs add, less what a last cycle that ends early lacks; it may be below zero.
 */
export type Quota = {
  flow: number
  flowPack: number
  shared: boolean
  raw: Map<number, number>
  scales: Map<number, number>
}

/** Computes an account's quota, with its packs, and what it has used in the current cycle. */
export function quotaOf(account: Limited, traffic: Traffic, now: number): Quota {
  const { usage, packs, servers } = traffic
  const cycle = countedOf(account, now)
  const from = cycle?.from ?? 0
  const added = packs
    .filter(({ createTime: at }) => {
      // Before an account is started its packs wait with it.
      if (!cycle || !account.active) return cycle !== null
      return at >= cycle.from && at < cycle.to
    })
    .reduce((sum, { flow }) => sum + flow, 0)
  return {
    flow: account.flow,
    flowPack: added - lackOf(timedOf(account), now),
    shared: account.multiServerFlow === 1,
    raw: new Map(
      usage
        .filter(({ cycleFrom }) => cycleFrom === from)
        .map(({ serverId, bytes }) => [serverId, bytes]),
    ),
    scales: new Map(servers.map(({ id, scale }) => [id, scale])),
  }
}

/** Bytes charged against the quota of a server: of all servers, or of that one. */
export function usedOn(quota: Quota, serverId: number): number {
  const counted = quota.shared ? [...quota.raw.keys()] : [serverId]
  return counted.reduce((sum, id) => sum + charged(quota, id), 0)
}

/**
 * How many raw bytes may still pass on a server before the quota is used up; null without a quota.
 *
 * `pending` are raw bytes by server that are on the way to the database. Spec 4.
 */
export function leftOn(
  quota: Quota,
  serverId: number,
  pending: (serverId: number) => number = () => 0,
): number | null {
  const { flow, flowPack, scales, shared, raw } = quota
  if (flow <= 0) return null
  const rawOn = (id: number) => (raw.get(id) ?? 0) + pending(id)
  const scale = scales.get(serverId) ?? GONE
  const mine = rawOn(serverId)
  let others = 0
  if (shared)
    for (const id of new Set([...scales.keys(), ...raw.keys()]))
      if (id !== serverId) others += Math.ceil(rawOn(id) * (scales.get(id) ?? GONE))
  const isOver = (more: number) =>
    isOverQuota(flow, flowPack, others + Math.ceil((mine + more) * scale))
  if (isOver(0)) return 0
  if (scale <= 0) return null
  const about = Math.floor((flow + flowPack - 1 - others) / scale) - mine
  // Fractions of a byte round up or down; the rule decides.
  return [about - 1, about, about + 1, about + 2].find((more) => more > 0 && isOver(more)) ?? 1
}

function charged({ raw, scales }: Quota, serverId: number): number {
  return Math.ceil((raw.get(serverId) ?? 0) * (scales.get(serverId) ?? GONE))
}
