/** Highest port number. */
const LAST_PORT = 65_535

/**
 * The exclusive upper bound of texts with a prefix, for an index range; undefined where there is
 * none. Databases have their own collations, so the caller filters the result again.
 */
export function borderOf(prefix: string): string | undefined {
  const letters = [...prefix]
  const last = letters.pop()?.codePointAt(0)
  if (last === undefined || last >= 0xd7ff) return undefined
  return letters.join('') + String.fromCodePoint(last + 1)
}

/** The ports with a prefix, as ranges from the shortest: 500 is 500, 5000–5009, 50000–50099. */
export function portRanges(digits: string): [from: number, to: number][] {
  if (!/^[1-9]\d{0,4}$/.test(digits)) return []
  const ranges: [number, number][] = []
  for (let from = Number(digits), width = 1; from <= LAST_PORT; from *= 10, width *= 10)
    ranges.push([from, Math.min(from + width - 1, LAST_PORT)])
  return ranges
}
