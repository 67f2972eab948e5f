import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why a group is not added. Spec 8. */
export const createGroupRefusals: Refusals<'createGroup'> = {
  otherwise: msg`The group was not added. A plan or an announcement it names may have been deleted.`,
}

/** Why a group was not changed. Spec 8. */
export const editGroupRefusals: Refusals<'editGroup'> = {
  otherwise: msg`The group was not changed. It, or a plan or an announcement it names, may have been deleted.`,
}

/** Why a group is not deleted. Spec 8. */
export const deleteGroupRefusals: Refusals<'deleteGroup'> = {
  'default group': msg`The default group cannot be deleted: everyone who is in no other group is in it.`,
  'users in this group': msg`Cannot delete this group: someone has just joined it. Move its users first, or along with it.`,
  'admins in this group': msg`Cannot delete this group: an admin is in it, who would then manage the default group. Move the admin first.`,
  'new users join this group': msg`Cannot delete this group: new users join it. Choose another group in the account settings first.`,
  otherwise: msg`The group was not deleted.`,
}
