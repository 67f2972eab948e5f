/** Remembers salts, so that a recorded session cannot be played to us again. */
export type Replays = {
  /** Whether this salt was used before; it is from now on. */
  isReplay(salt: Buffer): boolean
}

// 32 bits and 12 probes per salt: a fresh one is taken for a replay once in a million at worst.
const BITS_PER_SALT = 32
const PROBES = 12

/**
 * Opens a memory of fixed size: two filters that take turns, each for `windowMs` or `salts`
 * salts, whichever comes first. `salts` is a power of two.
 */
export function openReplays(windowMs = 600_000, salts = 1 << 18): Replays {
  const mask = salts * BITS_PER_SALT - 1
  let current = new Uint32Array(salts)
  let previous = new Uint32Array(salts)
  let count = 0
  let since = Date.now()

  return { isReplay }

  function isReplay(salt: Buffer): boolean {
    if (count >= salts || Date.now() - since >= windowMs) turn()
    if (holds(previous, salt) || holds(current, salt)) return true
    for (let i = 0; i < PROBES; i += 1) {
      const bit = probe(salt, i)
      current[bit >>> 5] = (current[bit >>> 5] ?? 0) | (1 << (bit & 31))
    }
    count += 1
    return false
  }

  function turn(): void {
    const idle = previous.fill(0)
    previous = current
    current = idle
    count = 0
    since = Date.now()
  }

  function holds(filter: Uint32Array, salt: Buffer): boolean {
    for (let i = 0; i < PROBES; i += 1) {
      const bit = probe(salt, i)
      if (((filter[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false
    }
    return true
  }

  // Salts are random already: their own bytes serve as the hashes.
  function probe(salt: Buffer, i: number): number {
    const [a, b, c] = [salt.readUInt32LE(0), salt.readUInt32LE(4), salt.readUInt32LE(8)]
    return (a + Math.imul(i, b | 1) + Math.imul(i * i, c)) & mask
  }
}
