/** What of a list of articles is in its address. */
export type ArticleSearch = { search?: string; category?: string }

/** Parses an address; invalid parts are dropped. */
export function readArticleSearch(given: Record<string, unknown>): ArticleSearch {
  const { search, category } = given
  return {
    ...(isWord(search) && { search: String(search).slice(0, 200) }),
    ...(isWord(category) && { category: String(category).slice(0, 100) }),
  }
}

const isWord = (value: unknown) =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
