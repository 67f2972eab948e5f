/** Pixels. */
type Size = { width: number; height: number }

/** The logo of a site: the name of its content, and its size. */
export type Logo = Size & { hash: string }

/** How much wider than high a logo is at most where it is shown. */
const MAX_RATIO = 4
/** From here on a logo has the name of the site written in it. */
const WIDE_RATIO = 2

/** How large a logo is drawn where it may be so high, whole pixels. */
export function logoSize({ width, height }: Size, edge: number): Size {
  const scale = Math.min(edge / height, (edge * MAX_RATIO) / width)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/** Whether a logo takes the place of the name, too. */
export const isWide = ({ width, height }: Size): boolean => width >= WIDE_RATIO * height
