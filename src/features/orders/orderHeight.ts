import { usualHeight } from '#ui/listRow.ts'

/** The heading of a day above an order, px: its paddings, a line and a border. */
const HEADING = { phone: 10 + 16 + 6 + 1, columns: 8 + 16 + 6 + 1 }

/** How high an order's row is, px, with the heading of its day or without. */
export function orderHeight(hasHeading: boolean, inColumns: boolean): number {
  const row = usualHeight(undefined, inColumns)
  // The border below is the list's, and the row beneath a heading is as high as it is with one.
  return hasHeading ? row + 1 + (inColumns ? HEADING.columns : HEADING.phone) : row
}
