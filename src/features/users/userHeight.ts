import type { Schema } from '#contract'

/**
 * How high the row of a person is, px: what `rowStyles` gives the name, the comment below it, and a line
 * for each currency that was paid in, with the paddings and the border.
 */
export function userHeight({ comment, paid = [] }: Schema<'UserRow'>, inColumns: boolean): number {
  const who = comment ? 20 + 16 : 20
  const sums = Math.max(1, paid.length)
  return inColumns
    ? Math.max(44, 8 + Math.max(who, 20 * sums) + 1)
    : Math.max(64, 16 + who + 2 + 16 * sums + 1)
}
