/** Remembers salts, so that a recorded session cannot be replayed to us. */
export type Replays = {
  /** Whether this salt was used before, by a client or by us; it is from now on. */
  isReplay(salt: Buffer): boolean
  /**
   * Records a salt of our own: both directions derive keys alike, so our answer could be replayed.
   */
  remember(salt: Buffer): void
}

// 32 bits and 12 probes per salt: a new one is taken for a replay once in a million at worst.
const BITS_PER_SALT = 32
const PROBES = 12
// Odd numbers without a pattern, one for each of the three hashes (from MurmurHash3, public domain).
const FACTORS = [0x85ebca6b, 0xc2b2ae35, 0xcc9e2d51] as const

/**
 * Opens a filter of fixed size: two filters that take turns, each for `windowMs` or `salts` salts,
 * whichever comes first. `salts` is a power of two.
 */
export function openReplays(windowMs = 600_000, salts = 1 << 19): Replays {
  const mask = salts * BITS_PER_SALT - 1
  const hashes = new Int32Array(FACTORS.length)
  let current = new Uint32Array(salts)
  let previous = new Uint32Array(salts)
  let count = 0
  let since = Date.now()

  return { isReplay, remember }

  function isReplay(salt: Buffer): boolean {
    digest(salt)
    if (holds(previous) || holds(current)) return true
    add()
    return false
  }

  function remember(salt: Buffer): void {
    digest(salt)
    add()
  }

  function add(): void {
    if (count >= salts || Date.now() - since >= windowMs) turn()
    for (let i = 0; i < PROBES; i += 1) {
      const bit = probe(i)
      current[bit >>> 5] = (current[bit >>> 5] ?? 0) | (1 << (bit & 31))
    }
    count += 1
  }

  function turn(): void {
    const idle = previous.fill(0)
    previous = current
    current = idle
    count = 0
    since = Date.now()
  }

  function holds(filter: Uint32Array): boolean {
    for (let i = 0; i < PROBES; i += 1) {
      const bit = probe(i)
      if (((filter[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false
    }
    return true
  }

  /** Of the whole salt: clients may use a fixed prefix, to look like another protocol. */
  function digest(salt: Buffer): void {
    hashes.fill(salt.length)
    for (let at = 0; at < salt.length; at += 4) {
      const word = salt.readInt32LE(at)
      for (let i = 0; i < FACTORS.length; i += 1) {
        const mixed = Math.imul((hashes[i] ?? 0) ^ word, FACTORS[i] ?? 1)
        hashes[i] = mixed ^ (mixed >>> 15)
      }
    }
  }

  function probe(i: number): number {
    const [a = 0, b = 0, c = 0] = hashes
    return (a + Math.imul(i, b | 1) + Math.imul(i * i, c)) & mask
  }
}
