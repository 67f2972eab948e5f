import { cycleOf } from '#rules/account.ts'
import type { Draft } from './kinds.ts'
import type { Random } from './random.ts'
import { activeHours, type Rhythm } from './rhythm.ts'

/** An hour of an account on a server: bytes, and the local day it belongs to. */
export type Passed = { bucket: number; day: number; serverId: number; up: number; down: number }

type Use = {
  servers: readonly { id: number; scale: number }[]
  now: number
  rhythm: Rhythm
  /** Whether nearly everyone who can is online right now, and not only some. */
  isBusy: boolean
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * Generates an account's traffic of the last weeks, in order of time. Traffic of its current cycle
 * is added to the draft's `use` once it is charged.
 */
export function trafficOf(
  draft: Draft,
  random: Random,
  { servers, now, rhythm, isBusy }: Use,
): Passed[] {
  const favourite = random.pick(servers)
  const from = draft.createTime
  const to = Math.min((draft.expireTime ?? now) - HOUR_MS, now)
  const [cycleFrom, cycleTo] = span(draft, now)
  const isOn = random.chance(isBusy ? 0.95 : 0.4)
  const parts: (Omit<Passed, 'up' | 'down'> & { weight: number; scale: number })[] = []
  const thisHour = rhythm.at(-1)?.hours.at(-1)?.bucket
  for (const day of draft.active ? rhythm : []) {
    const isToday = day === rhythm.at(-1)
    if (random.chance(0.12) && !(isToday && isOn)) continue
    const hours = new Set(activeHours(day, random))
    if (isToday && isOn && thisHour !== undefined) hours.add(thisHour)
    for (const bucket of hours) {
      // An hour in which the cycle turned would belong to both.
      if (bucket < from || bucket > to || (bucket < cycleFrom && bucket + HOUR_MS > cycleFrom))
        continue
      const { id: serverId, scale } = random.chance(0.75) ? favourite : random.pick(servers)
      const weight = 0.05 + random.next() ** 3
      parts.push({ bucket, day: day.day, serverId, weight, scale })
    }
  }
  const counts = ({ bucket }: { bucket: number }) => bucket >= cycleFrom && bucket < cycleTo
  const weights = parts.filter(counts).reduce((sum, { weight }) => sum + weight, 0)
  const each = weights > 0 ? draft.use / weights : draft.use / Math.max(1, parts.length)
  // Earlier usage stays within the quota of that time.
  const before = Math.min(each, (draft.flow || Infinity) / 2 / ((cycleTo - cycleFrom) / DAY_MS))
  return parts.map(({ weight, scale, ...part }) => {
    const charged = weight * (counts(part) ? each : before)
    const raw = Math.max(2_000, Math.round(charged / scale))
    const up = Math.round(raw * random.between(0.03, 0.12))
    return { ...part, up, down: raw - up }
  })
}

/** The cycle whose traffic counts now; all time for an account without an end. */
export function span(draft: Draft, now: number): readonly [from: number, to: number] {
  const { type, cycleStart: create, cycles: limit } = draft
  const cycle = cycleOf({ type, data: { create, limit } }, now)
  return cycle ? [cycle.from, cycle.to] : [0, Infinity]
}

/** Divides an hour into some of its slots of five minutes up to now; nothing is lost. */
export function slotsOf(hour: Passed, random: Random, now: number): Passed[] {
  const last = Math.min(11, Math.floor((now - hour.bucket) / (HOUR_MS / 12)))
  const some = Array.from({ length: random.whole(2, 6) }, () => random.whole(0, last))
  // An account online in this hour is online right now.
  if (last < 11) some.push(last)
  const starts = [...new Set(some)]
  starts.sort((a, b) => a - b)
  let { up, down } = hour
  return starts.map((start, index) => {
    const isLast = index === starts.length - 1
    const share = isLast ? 1 : random.between(0.2, 0.8) / (starts.length - index)
    const part = { up: Math.floor(up * share), down: Math.floor(down * share) }
    up -= part.up
    down -= part.down
    return { ...hour, ...part, bucket: hour.bucket + start * (HOUR_MS / 12) }
  })
}
