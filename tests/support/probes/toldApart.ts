import type { Probe, Seen } from './look.ts'

/** How often a probe is sent to both before it counts: a busy machine answers late now and then. */
const TIMES = 3
/** Records that differ by a signature's length. */
const ABOUT_BYTES = 24
/** Ends further apart than this are told apart by a clock, ms. */
const ABOUT_MS = 1_500

/** Does something with each of many, so many at a time, in their order. */
async function each<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values()
  const worker = async () => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/**
 * Which of the probes tell one port from the other, with what both answered: those where each of
 * three answers differs from each of the other's.
 */
export async function toldApart(
  probes: readonly Probe[],
  [one, other]: readonly [(probe: Probe) => Promise<Seen>, (probe: Probe) => Promise<Seen>],
  atOnce: number,
) {
  const told: { probe: Probe; seen: [Seen, Seen] }[] = []
  const laterMs: number[] = []
  await each(probes, atOnce, async (probe) => {
    const [ours, theirs] = [[] as Seen[], [] as Seen[]]
    for (let time = 0; time < TIMES; time += 1) {
      const [first, second] = await Promise.all([one(probe), other(probe)])
      ours.push(first)
      theirs.push(second)
      if (time === 0 && first.firstMs !== undefined && second.firstMs !== undefined)
        laterMs.push(first.firstMs - second.firstMs)
      if (ours.some((seen) => theirs.some((their) => areAlike(seen, their)))) return
    }
    told.push({ probe, seen: [ours[0]!, theirs[0]!] })
  })
  return { told, laterMs }
}

const areAlike = (one: Seen, other: Seen) =>
  one.shape === other.shape &&
  one.end === other.end &&
  Math.abs(one.bytes - other.bytes) <= ABOUT_BYTES &&
  Math.abs(one.endMs - other.endMs) <= ABOUT_MS

/**
 * How far apart the times of two kinds are, from 0 to 1, as a share of what chance makes of so many:
 * above 1 they are told apart, in one of ten million cases by chance. Kolmogorov and Smirnov.
 */
export function distance(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((ms) => [ms, 0] as const), ...other.map((ms) => [ms, 1] as const)]
  all.sort(([a], [b]) => a - b)
  const passed: [number, number] = [0, 0]
  let most = 0
  for (const [, of] of all) {
    passed[of] += 1
    most = Math.max(most, Math.abs(passed[0] / one.length - passed[1] / other.length))
  }
  const scale = Math.sqrt((one.length + other.length) / (one.length * other.length))
  return most / (2.9 * scale)
}
