/** Width classes of screens, for the page sizes. Spec 9. */
export type WidthClass = 'xs' | 'sm' | 'md' | 'lg'

/** How many rows one page of a long list has, by width of screen. Spec 9. */
export const PAGE_SIZES: Readonly<Record<WidthClass, number>> = { xs: 30, sm: 30, md: 60, lg: 80 }

/** The default page size, as in the contract. Spec 9. */
export const PAGE_SIZE = 20

/** How many articles a page has. Spec 9. */
export const ARTICLE_PAGE_SIZE = 10

/** The class of a screen of so many CSS pixels. */
export function widthClass(pixels: number): WidthClass {
  if (pixels < 600) return 'xs'
  if (pixels < 960) return 'sm'
  return pixels < 1280 ? 'md' : 'lg'
}

/** The page size for a screen of so many CSS pixels. Spec 9. */
export function pageSize(pixels: number): number {
  return PAGE_SIZES[widthClass(pixels)]
}

/** The number of the last page, counted from 1; 0 when there is nothing. */
export function maxPage(total: number, size: number): number {
  return Math.ceil(total / size)
}
