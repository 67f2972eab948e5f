import { startOfDay, startOfMonth } from '#rules/calendar.ts'
import { type FlowSource, type FlowTableName, RETENTION_MS, STEP } from './slots.ts'

const COARSE_FIRST = ['flowDay', 'flowHour', 'flow5min'] as const

/**
 * The table that yields the slots with the fewest rows.
 *
 * Its rows must fit the borders exactly and be within retention; where no table does, the finest
 * within retention and not longer than a slot is used.
 *
 * `homeZone` is the zone whose days the rows of `flowDay` are.
 */
export function sourceOf(
  borders: readonly number[],
  { now, homeZone }: { now: number; homeZone: string },
): FlowTableName {
  const from = Math.min(...borders)
  const retained = COARSE_FIRST.filter((table) => from >= now - RETENTION_MS[table])
  const exact = retained.find((table) => borders.every((border) => fits(table, border, homeZone)))
  if (exact) return exact
  const shortest = Math.min(...borders.slice(1).map((border, slot) => border - borders[slot]!))
  return retained.findLast((table) => STEP[table] <= shortest) ?? 'flow5min'
}

/**
 * The same, or days and months where days do not reach back far enough and every border is the start
 * of a month in `zone`: a sum of a month must not be taken for one of less.
 */
export function longSourceOf(
  borders: readonly number[],
  { zone, ...at }: { now: number; homeZone: string; zone: string },
): FlowSource {
  const isPast = Math.min(...borders) < at.now - RETENTION_MS.flowDay
  return isPast && borders.every((border) => startOfMonth(border, zone) === border)
    ? 'flowMonth'
    : sourceOf(borders, at)
}

/**
 * The stretches rows are added up in before they are assigned to slots: each of `grain` ms, from
 * `origin` on. A stretch never crosses a border that lies on whole five minutes.
 */
export function stretchesOf(borders: readonly number[]): { origin: number; grain: number } {
  const origin = Math.min(...borders)
  const grain = borders.reduce((all, border) => divisor(all, border - origin), 0)
  return grain > 0 && grain % STEP.flow5min === 0
    ? { origin, grain }
    : { origin: 0, grain: STEP.flow5min }
}

/** Assigns sums to the slots between borders; `time` is when a sum's stretch begins. */
export function sumsBySlot(
  borders: readonly number[],
  sums: readonly { time: number; bytes: number }[],
): number[] {
  const slots = borders.slice(1).map(() => 0)
  for (const { time, bytes } of sums)
    for (const slot of slots.keys())
      if (time >= borders[slot]! && time < borders[slot + 1]!) slots[slot]! += bytes
  return slots
}

function fits(table: FlowTableName, border: number, homeZone: string) {
  if (table !== 'flowDay') return border % STEP[table] === 0
  return startOfDay(border, homeZone) === border
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}
