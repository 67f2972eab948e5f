// Few sizes, so that few statements are prepared; the largest holds a write below 1,000 rows.
const SIZES = [200, 50, 10, 1]

/** Splits rows into portions of a few sizes, for inserts of many rows at once. */
export function portions<Row>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = []
  let at = 0
  for (const size of SIZES)
    for (; rows.length - at >= size; at += size) parts.push(rows.slice(at, at + size))
  return parts
}
