import type { Schema } from '#contract'

/** A notice with its title as shown; `category` is empty for those without one. */
export type SortedNotice = Schema<'Notice'> & { category: string }

/** Notices of one category, in the order they came. */
export type NoticeCategory = { category: string; notices: SortedNotice[] }

/** Parts `[Category]Title` into its two; a title without brackets has no category. */
export function sortNotice(notice: Schema<'Notice'>): SortedNotice {
  const [, category = '', title = notice.title] =
    /^\s*\[([^[\]]+)\]\s*(\S.*)$/s.exec(notice.title) ?? []
  return { ...notice, category: category.trim(), title: title.trim() }
}

/** Puts notices of the same category together; those without one come first. */
export function byCategory(notices: readonly Schema<'Notice'>[]): NoticeCategory[] {
  const categories = new Map<string, SortedNotice[]>([['', []]])
  for (const notice of notices.map(sortNotice)) {
    const others = categories.get(notice.category) ?? []
    categories.set(notice.category, [...others, notice])
  }
  return [...categories]
    .map(([category, own]) => ({ category, notices: own }))
    .filter(({ notices: own }) => own.length > 0)
}
