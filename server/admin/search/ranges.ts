/** Highest port there is. */
const LAST_PORT = 65_535

/**
 * The border that what begins with a text stays below, for an index to stop at; undefined where
 * there is none. Databases sort by their own rules, so whoever uses it looks again at what came.
 */
export function borderOf(prefix: string): string | undefined {
  const letters = [...prefix]
  const last = letters.pop()?.codePointAt(0)
  if (last === undefined || last >= 0xd7ff) return undefined
  return letters.join('') + String.fromCodePoint(last + 1)
}

/** The ports whose digits begin so, as ranges from the shortest: 500 is 500, 5000–5009, 50000–50099. */
export function portRanges(digits: string): [from: number, to: number][] {
  if (!/^[1-9]\d{0,4}$/.test(digits)) return []
  const ranges: [number, number][] = []
  for (let from = Number(digits), width = 1; from <= LAST_PORT; from *= 10, width *= 10)
    ranges.push([from, Math.min(from + width - 1, LAST_PORT)])
  return ranges
}
