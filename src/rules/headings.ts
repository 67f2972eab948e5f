/**
 * Levels for headings below one of level `under`, given their depths in the order they stand.
 *
 * A text may begin with its second depth and leave depths out; a page may not, or people who go from
 * heading to heading miss one (WCAG 1.3.1).
 */
export function headingLevels(under: number): (depth: number) => number {
  const open: number[] = []
  return (depth) => {
    while ((open.at(-1) ?? 0) >= depth) open.pop()
    open.push(depth)
    return Math.min(6, under + open.length)
  }
}
