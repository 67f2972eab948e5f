/** How far behind the newest a datagram may come, in ids. */
const WINDOW = 2_048n
const WORDS = Number(WINDOW / 32n)

/** Which ids of a session came before. */
export type IdWindow = {
  /** Whether this id is new; it is not from now on. Ids too far behind the newest count as old. */
  isNew: (id: bigint) => boolean
}

/** Opens the window of one session, by which a recorded datagram is told from a new one. SIP022 3.2.3. */
export function openIdWindow(): IdWindow {
  const seen = new Uint32Array(WORDS)
  let newest = -1n

  return { isNew }

  function isNew(id: bigint): boolean {
    if (id > newest) {
      clear(newest + 1n, id)
      newest = id
    } else if (id + WINDOW <= newest || holds(id)) return false
    const [word, bit] = placeOf(id)
    seen[word] = (seen[word] ?? 0) | bit
    return true
  }

  function holds(id: bigint): boolean {
    const [word, bit] = placeOf(id)
    return ((seen[word] ?? 0) & bit) !== 0
  }

  /** Forgets what stood in the places of ids from one to another. */
  function clear(from: bigint, to: bigint): void {
    if (to - from >= WINDOW) return void seen.fill(0)
    for (let id = from; id <= to; id += 1n) {
      const [word, bit] = placeOf(id)
      seen[word] = (seen[word] ?? 0) & ~bit
    }
  }
}

function placeOf(id: bigint): [number, number] {
  const place = Number(id % WINDOW)
  return [place >>> 5, 1 << (place & 31)]
}
