import type { Body, Schema } from '#contract'
import type { NoticeRow } from './store.ts'

/** Articles have a language in addition. */
type Sent = Body<'editNotice'> & { language?: Schema<'Language'> | null }

/** Whether the input is an article: notices and articles share a table and its calls. */
export function isArticle({ position, category, category_order: order, url }: Sent): boolean {
  return [position, category, order, url].some((field) => field !== undefined)
}

/** A notice or an article as it is stored, from the input and an article's previous state. */
export function termsOf(sent: Sent, kind: NoticeRow['kind'], now: number, before?: NoticeRow) {
  const fields = { title: sent.title, content: sent.content, time: now }
  if (kind === 'notice')
    return { ...fields, kind, forGroups: flag(sent.group), autopop: flag(sent.autopop) }
  const old = before?.kind === 'article' ? before : undefined
  return {
    ...fields,
    kind,
    // Its position decides who can read an article.
    forGroups: 0 as const,
    autopop: 0 as const,
    position: sent.position || (old?.position ?? 'help'),
    category: (sent.category ?? old?.category ?? '').trim(),
    categoryOrder: sent.category_order ?? old?.categoryOrder ?? 0,
    url: sent.url ?? old?.url ?? '',
    language: sent.language === undefined ? (old?.language ?? null) : sent.language,
  }
}

const flag = (value: number | boolean | undefined): 0 | 1 => (value ? 1 : 0)
