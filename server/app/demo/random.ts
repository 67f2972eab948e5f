/** A seeded random generator, so that a demo is the same shop everywhere. */
export type Random = ReturnType<typeof startRandom>

/** Starts a sequence of random numbers. */
export function startRandom(seed: number) {
  let state = seed >>> 0

  /** From 0 to below 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const between = (low: number, high: number) => low + next() * (high - low)
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1))
  const chance = (share: number) => next() < share

  function pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(next() * items.length)]
    if (item === undefined) throw new Error('there is nothing to pick from')
    return item
  }

  /** One of the items, weighted by their shares. */
  function share<Item extends { share: number }>(items: readonly Item[]): Item {
    let rest = next() * items.reduce((sum, item) => sum + item.share, 0)
    return items.find((item) => (rest -= item.share) < 0) ?? pick(items)
  }

  return { next, between, whole, chance, pick, share }
}
