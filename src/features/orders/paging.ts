import { paged } from '#api/paged.ts'
import type { Query, Schema } from '#contract'

/** What a list of orders is narrowed to. */
export type Wanted = Omit<Query<'listPlacedOrders'>, 'page' | 'maxCreateTime'>

/** Further pages are of the orders there were when the first was read. */
export const byPage = {
  ...paged,
  initialPageParam: { page: 1, maxCreateTime: 0 },
  getNextPageParam: (
    { maxPage, maxCreateTime }: Schema<'PlacedOrderPage'>,
    _pages: unknown,
    { page }: { page: number },
  ) => (page < maxPage ? { page: page + 1, maxCreateTime } : undefined),
}
