import { msg } from '@lingui/core/macro'
import type { Body, Schema } from '#contract'
import type { Problems } from '#ui/draft.ts'

/** An announcement as it is being typed. */
export type NoticeDraft = {
  title: string
  content: string
  forGroups: boolean
  groups: readonly number[]
  autopop: boolean
}

/** How many characters an announcement may have. */
export const MAX_NOTICE_LETTERS = 16_384

/** What a new announcement starts from. */
export const NEW_NOTICE: NoticeDraft = {
  title: '',
  content: '',
  forGroups: false,
  groups: [],
  autopop: false,
}

/** An announcement as it can be edited. */
export function noticeDraftOf(notice: Schema<'Notice'>): NoticeDraft {
  const { title, content, group, groups = notice.groupIds ?? [], autopop } = notice
  return { title, content, forGroups: group === 1, groups, autopop: autopop === 1 }
}

/** What prevents a draft from being announced. */
export function checkNoticeDraft(draft: NoticeDraft): Problems<NoticeDraft> {
  const { title, content, forGroups, groups } = draft
  const problems: Problems<NoticeDraft> = {}
  if (title.trim() === '') problems.title = msg`Give it a title.`
  if (content.trim() === '') problems.content = msg`Enter a message.`
  if (forGroups && groups.length === 0) problems.groups = msg`Choose at least one group.`
  return problems
}

/** The announcement of a valid draft; `revision` is of the one it was read from. */
export function toNotice(draft: NoticeDraft, revision?: string): Body<'editNotice'> {
  const { title, content, forGroups, groups, autopop } = draft
  return {
    title: title.trim(),
    content,
    group: forGroups,
    groups: forGroups ? [...groups] : [],
    autopop,
    ...(revision !== undefined && { revision }),
  }
}
