import type { VirtualItem } from '@tanstack/react-virtual'

/** A row that is to be drawn: which, how far down it is, and its height, px. */
type Wanted = Pick<VirtualItem, 'key' | 'index' | 'start' | 'size'>
/** A row and the element of the page it is drawn in. */
type Placed = Wanted & { slot: number }
export type RowKey = VirtualItem['key'] | undefined
export type Pool = { rows: readonly Placed[]; flying: boolean; slots: number }

export const EMPTY_POOL: Pool = { rows: [], flying: false, slots: 0 }

type Now = {
  isScrolling: boolean
  /** The row that the focus or a finger was on last. */
  held: RowKey
  /** Whether a row is still in the list where it was. */
  isThere: (row: Wanted) => boolean
}

/** From so many new rows at once on nobody reads them. */
const FLYING_ROWS = 3

/**
 * Which element each row is drawn in.
 *
 * A row keeps its element as long as it is drawn. While rows fly by, new ones take the elements of those
 * that left, in whatever order these have in the page: making and moving elements is most of what a row
 * costs. At rest they stand in the order of the list. The element of the row that is `held`, by the focus
 * or by a finger, is never that of another.
 */
export function place(
  before: Pool,
  wanted: readonly Wanted[],
  { isScrolling, held, isThere }: Now,
): Pool {
  const slotOf = new Map(before.rows.map(({ key, slot }) => [key, slot]))
  const waiting = wanted.filter(({ key }) => !slotOf.has(key))
  const flying = isScrolling && (before.flying || waiting.length >= FLYING_ROWS)
  let { slots } = before
  if (!flying) {
    const rows = wanted.map((row) => ({ ...row, slot: slotOf.get(row.key) ?? slots++ }))
    return { rows, flying, slots }
  }
  const staying = new Map(wanted.map((row) => [row.key, row]))
  const next = waiting.values()
  const rows = before.rows.flatMap((row) => {
    const { slot, key } = row
    const taker = staying.get(key) ?? (key === held ? undefined : next.next().value)
    if (taker) return { ...taker, slot }
    // Out of view it stays until its element is needed.
    return isThere(row) ? row : []
  })
  return { rows: [...rows, ...next.map((row) => ({ ...row, slot: slots++ }))], flying, slots }
}
