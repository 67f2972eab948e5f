import { msg } from '@lingui/core/macro'
import type { Body, Schema } from '#contract'
import type { Problems } from '#ui/draft.ts'

/** A group as it is being typed. */
export type GroupDraft = {
  name: string
  comment: string
  /** Its users may buy every plan, also later ones. */
  allPlans: boolean
  plans: readonly number[]
  multiAccount: boolean
  notices: readonly number[]
}

/** What a new group starts from. */
export const NEW_GROUP: GroupDraft = {
  name: '',
  comment: '',
  allPlans: true,
  plans: [],
  multiAccount: false,
  notices: [],
}

/** A group as it can be edited. */
export function groupDraftOf(group: Schema<'Group'>): GroupDraft {
  return {
    name: group.name,
    comment: group.comment ?? '',
    allPlans: group.order === null,
    plans: group.order ?? [],
    multiAccount: group.multiAccount === 1,
    notices: group.notices ?? [],
  }
}

/** What prevents a draft from becoming a group. */
export function checkGroupDraft({ name }: GroupDraft): Problems<GroupDraft> {
  return name.trim() === '' ? { name: msg`Give the group a name.` } : {}
}

/** The group of a valid draft. */
export function toGroup(draft: GroupDraft): Body<'createGroup'> {
  const { name, comment, allPlans, plans, multiAccount, notices } = draft
  return {
    name: name.trim(),
    comment: comment.trim(),
    order: allPlans ? null : [...plans],
    multiAccount,
    notices: [...notices],
  }
}

/** The group it was read from, with the changes of a valid draft. */
export function toGroupChange(draft: GroupDraft, group: Schema<'Group'>): Body<'editGroup'> {
  const { revision } = group
  return { ...toGroup(draft), ...(revision !== undefined && { revision }) }
}
