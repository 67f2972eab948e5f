import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why a password is refused that is long enough. */
export const TOO_COMMON = msg`Too easy to guess: many people use it, or it is mostly the name of the site or the address. Choose another one.`

/** Why a password was not changed; users and admins are refused with the same words. */
export const changePasswordRefusals: Refusals<'changeMyPassword' | 'changeAdminPassword'> = {
  'invalid password': msg`The old password is wrong.`,
  'password retry out of limit': msg`Too many attempts. Wait a minute, then try again.`,
  'password too short': msg`Use at least 8 characters.`,
  'password too common': TOO_COMMON,
  otherwise: msg`The password was not changed.`,
}

/** Why a person was not added. Spec 8. */
export const createUserRefusals: Refusals<'createUser'> = {
  'user exists': msg`Someone logs in with this address already.`,
  'password too short': msg`Use at least 8 characters.`,
  'password too common': TOO_COMMON,
  'customer limit': msg`You have reached your limit of customers. The main admin can raise it.`,
  otherwise: msg`The user was not added.`,
}

/** Why a customer was not given a plan. */
export const sellPlanRefusals: Refusals<'sellPlan'> = {
  'not permitted': msg`Your permissions do not include this. The main admin can change them.`,
  'plan not allowed': msg`This plan cannot be given here. Choose another one.`,
  'traffic limit': msg`This exceeds the total traffic your customers may have. The main admin can raise the limit.`,
  'no port': msg`No free port is left.`,
  otherwise: msg`The plan was not given. It, or the user, may have been deleted.`,
}

/** Why the permissions of an admin were not changed. */
export const setPermissionsRefusals: Refusals<'setPermissions'> = {
  otherwise: msg`The permissions were not changed. The admin, or a plan, may have been deleted.`,
}

/** Why a person was not deleted. Spec 8. */
export const deleteUserRefusals: Refusals<'deleteUser'> = {
  'account with this user exists': msg`This user still owns accounts. Remove them from the user or delete them first.`,
  'unfinished order exists': msg`This user paid for something that is not delivered. Deliver or refund it first.`,
  otherwise: msg`The user was not deleted. You may not, or it happened already.`,
}

/** Why a comment was not changed. */
export const editUserCommentRefusals: Refusals<'editUserComment'> = {
  otherwise: msg`The comment was not saved. The user may have been deleted.`,
}

/** Why a mail was not sent. */
export const sendUserEmailRefusals: Refusals<'sendUserEmail'> = {
  'too many mails': msg`Too many emails were sent. Try again later.`,
  otherwise: msg`The email was not sent. The user may have been deleted.`,
}

/** Why an account was not unassigned. */
export const assignAccountRefusals: Refusals<'assignAccount'> = {
  'mac account exists': msg`A device of its owner uses this account by MAC address. Remove that device first.`,
  otherwise: msg`The account was not moved. It, or the user, may have been deleted.`,
}

/** Why an account was not moved to another owner. */
export const unassignAccountRefusals: Refusals<'unassignAccount'> = {
  'mac account exists': msg`A device of this user uses this account by MAC address. Remove that device first.`,
  otherwise: msg`The account was not removed from the user. Someone may have moved it already.`,
}

/** Why a person stays in the group. Spec 8. */
export const setUserGroupRefusals: Refusals<'setUserGroup'> = {
  otherwise: msg`The group was not changed. It, or the user, may have been deleted.`,
}

/** Why a password was not changed. */
export const setUserPasswordRefusals: Refusals<'setUserPassword'> = {
  'password too short': msg`Use at least 8 characters.`,
  'password too common': TOO_COMMON,
  otherwise: msg`The password was not changed. The user may have been deleted.`,
}

/** Why a link was not sent. */
export const sendUserResetLinkRefusals: Refusals<'sendUserResetLink'> = {
  'already send': msg`A link was sent in the last ten minutes and still works.`,
  'no mail server': msg`No mail server is set up.`,
  otherwise: msg`The link was not sent. The user may have been deleted.`,
}
