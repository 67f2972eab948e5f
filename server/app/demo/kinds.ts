import { PERIOD } from '#rules/account.ts'
import type { Random } from './random.ts'
import type { Shop } from './shop.ts'

/** An account without its owner, port and secrets; times in ms, quotas and use in bytes. */
export type Draft = {
  type: number
  orderId: number
  cycleStart: number | null
  cycles: number | null
  expireTime: number | null
  flow: number
  autoRemove: 0 | 1
  autoRemoveDelay: number
  active: 0 | 1
  createTime: number
  /** Raw bytes of the current cycle, if every server charged them once. */
  use: number
  /** Size of a flow pack bought in the current cycle, or 0. */
  pack: number
}

type Range = readonly [number, number]
type Kind = {
  share: number
  /** Which plan of the shop; none for accounts made by hand. */
  plan?: number
  /** Time until the end; negative when it has passed. */
  left: Range
  /** Share of the quota that is used by now, or with `evenly` would be by the end of the cycle. */
  used: Range
  evenly?: true
  active?: 0
  pack?: number
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const GB = 1e9
const TRIAL = {
  type: 5,
  cycle: 8,
  flow: 350e6,
  autoRemove: 1 as const,
  autoRemoveDelay: DAY_MS,
  id: 0,
}
const [MONTH, SEASON, YEAR, WEEK, ONE_DAY] = [0, 1, 2, 3, 4]

// An account in every state a shop knows.
const KINDS: readonly Kind[] = [
  { share: 33, plan: MONTH, left: [3 * DAY_MS, 29 * DAY_MS], used: [0.05, 0.75], evenly: true },
  { share: 9, plan: SEASON, left: [5 * DAY_MS, 85 * DAY_MS], used: [0.05, 0.75], evenly: true },
  { share: 8, plan: YEAR, left: [20 * DAY_MS, 350 * DAY_MS], used: [0.05, 0.6], evenly: true },
  { share: 9, plan: WEEK, left: [DAY_MS, 6 * DAY_MS], used: [0.1, 0.75], evenly: true },
  { share: 4, plan: ONE_DAY, left: [2 * HOUR_MS, 22 * HOUR_MS], used: [0.1, 0.7], evenly: true },
  { share: 3, left: [HOUR_MS, 7 * HOUR_MS], used: [0.1, 0.6], evenly: true },
  { share: 6, plan: MONTH, left: [HOUR_MS, 3 * DAY_MS], used: [0.3, 0.75], evenly: true },
  { share: 5, plan: MONTH, left: [2 * DAY_MS, 20 * DAY_MS], used: [0.82, 0.99] },
  { share: 2, plan: MONTH, left: [4 * DAY_MS, 15 * DAY_MS], used: [1.001, 1.02] },
  { share: 3, plan: MONTH, left: [4 * DAY_MS, 15 * DAY_MS], used: [0.7, 0.95], pack: 50 * GB },
  { share: 8, plan: MONTH, left: [-25 * DAY_MS, -DAY_MS], used: [0.1, 0.9] },
  { share: 4, plan: WEEK, left: [-2.5 * DAY_MS, -HOUR_MS], used: [0.2, 0.9] },
  { share: 2, plan: MONTH, left: [30 * DAY_MS, 30 * DAY_MS], used: [0, 0], active: 0 },
]
const ENDLESS = 0.04

/** Generates one account; the first ones show every kind there is. */
export function draftAccount(shop: Shop, random: Random, index: number, now: number): Draft {
  if (index % 25 === 7 || random.chance(ENDLESS / 2)) return endless(random, now)
  const kind = KINDS[index] ?? random.share(KINDS)
  const plan = kind.plan === undefined ? undefined : shop.plans[kind.plan]
  const { type, cycle, flow, autoRemove, autoRemoveDelay, id } = plan ?? TRIAL
  const period = PERIOD[type ?? 0] ?? DAY_MS
  const total = period * (cycle ?? 1)
  const expireTime = now + Math.round(random.between(...kind.left))
  const cycleStart = expireTime - total
  const pack = kind.pack ?? 0
  const passed = kind.evenly ? ((now - cycleStart) % period) / period : 1
  // Many customers have renewed before.
  const before =
    plan && random.chance(0.6) ? random.between(0, 400 * DAY_MS) : random.between(0, DAY_MS)
  return {
    type: type ?? 3,
    orderId: id,
    cycleStart,
    cycles: cycle ?? 1,
    expireTime,
    flow,
    autoRemove: autoRemove ?? 0,
    autoRemoveDelay: autoRemoveDelay ?? 0,
    active: kind.active ?? 1,
    createTime: Math.round(Math.min(cycleStart, now) - before),
    use: Math.ceil(random.between(...kind.used) * passed * (flow + pack)),
    pack,
  }
}

function endless(random: Random, now: number): Draft {
  const times = { type: 1, orderId: 0, cycleStart: null, cycles: null, expireTime: null }
  const createTime = Math.round(now - random.between(60 * DAY_MS, 500 * DAY_MS))
  const use = Math.ceil(random.between(5 * GB, 60 * GB))
  const defaults = { flow: 0, autoRemove: 0 as const, autoRemoveDelay: 0, active: 1 as const }
  return { ...times, ...defaults, createTime, use, pack: 0 }
}
