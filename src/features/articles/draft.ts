import { msg } from '@lingui/core/macro'
import type { Body, Schema } from '#contract'
import { isLanguage, type Language } from '#locales/activate.ts'
import type { Problems } from '#ui/draft.ts'

/** An article as it is being typed. */
export type ArticleDraft = {
  title: string
  content: string
  position: string
  category: string
  order: string
  url: string
  /** Of its readers; empty is everybody. */
  language: Language | ''
}

/** How many characters an article may have. */
export const MAX_ARTICLE_LETTERS = 16_384

const MAX_ORDER = 1_000_000

/** What a new article starts from: a help page. Spec 3. */
export const NEW_ARTICLE: ArticleDraft = {
  title: '',
  content: '',
  position: 'help',
  category: '',
  order: '0',
  url: '',
  language: '',
}

/** An article as it can be edited. */
export function articleDraftOf(article: Schema<'Article'>): ArticleDraft {
  const { title, content, position, category, category_order: order, url } = article
  const language = isLanguage(article.language) ? article.language : ''
  return { title, content, position, category, order: String(order), url, language }
}

/** What prevents a draft from becoming an article. */
export function checkArticleDraft(draft: ArticleDraft): Problems<ArticleDraft> {
  const { title, content, order, url } = draft
  const problems: Problems<ArticleDraft> = {}
  if (title.trim() === '') problems.title = msg`Give the article a title.`
  if (content.trim() === '' && url.trim() === '')
    problems.content = msg`Write the text, or give an address the title leads to.`
  if (!/^[-\u2212]?\d+$/.test(order.trim()) || Math.abs(numberOf(order)) > MAX_ORDER)
    problems.order = msg`Enter a whole number. Lower ones come first.`
  if (url.trim() !== '' && !/^https?:\/\/\S+$/.test(url.trim()))
    problems.url = msg`Enter a full address that starts with https://.`
  return problems
}

/** The article of a valid draft; `revision` is of the one it was read from. */
export function toArticle(draft: ArticleDraft, revision?: string): Body<'editArticle'> {
  const { title, content, position, category, order, url, language } = draft
  return {
    title: title.trim(),
    content,
    position,
    category: category.trim(),
    category_order: numberOf(order),
    url: url.trim(),
    language: language || null,
    ...(revision !== undefined && { revision }),
  }
}

const numberOf = (text: string) => Number(text.trim().replace('\u2212', '-'))
