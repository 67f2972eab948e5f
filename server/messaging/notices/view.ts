import type { Schema } from '#contract'
import { revisionOf } from '../../database/revision.ts'
import type { NoticeRow } from './store.ts'

/** A notice as admins see it, or an article among notices; `groups` are those it is for. */
export function toNotice(row: NoticeRow, groups: number[]): Schema<'Notice'> {
  const { id, title, content, time, forGroups: group, autopop } = row
  const links = group ? groups : []
  const notice = { id, title, content, time, group, autopop, groupIds: links, groups: links }
  const revision = revisionOf(stateOf(row, groups))
  if (row.kind === 'notice') return { ...notice, revision }
  const { position, category, category_order, url } = toArticle(row)
  return { ...notice, position, category, category_order, url, revision }
}

/** An article as people read it. */
export function toArticle(row: NoticeRow): Schema<'Article'> {
  const { id, title, content, time } = row
  return {
    id,
    title,
    content,
    time,
    position: row.position ?? '',
    category: row.category ?? '',
    category_order: row.categoryOrder,
    url: row.url ?? '',
    language: row.language,
    guide: row.guide,
  }
}

/** The state of a notice or an article, for its revision. */
export function stateOf(row: NoticeRow, groups: readonly number[]): object {
  return { ...row, groups: row.forGroups ? groups : [] }
}
