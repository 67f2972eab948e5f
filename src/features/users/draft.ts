import { msg } from '@lingui/core/macro'
import type { Body, Schema } from '#contract'
import { isEmail } from '#rules/email.ts'
import { isLongEnough, randomDigits } from '#rules/password.ts'
import { typedEmail } from '#rules/pasted.ts'
import type { Problems } from '#ui/draft.ts'
import { checkLimits, type LimitsDraft, NO_RIGHTS, toLimits } from './limits.ts'

/** A change of one's own password as it is being typed. */
export type PasswordDraft = { password: string; newPassword: string; repeated: string }

/** What prevents a password from being changed. Spec 5. */
export function checkPasswordDraft({ password, newPassword, repeated }: PasswordDraft) {
  const problems: Problems<PasswordDraft> = {}
  if (password === '') problems.password = msg`Enter your old password.`
  if (newPassword === '') problems.newPassword = msg`Enter a new password.`
  else if (!isLongEnough(newPassword)) problems.newPassword = msg`Use at least 8 characters.`
  if (repeated !== newPassword) problems.repeated = msg`The two passwords differ.`
  return problems
}

/** A new user as it is being typed. */
export type UserDraft = {
  email: string
  password: string
  /** A normal user, or the permissions of an admin. */
  type: 'normal' | Schema<'Permissions'>['kind']
  /** The plan of an account to go with it, 0 for none. */
  plan: string
  /** Whether the access is mailed to the user; undefined as usual. */
  mail?: boolean
  /** The group of an admin: its id, or NEW_GROUP. */
  group: string
  /** What a new group is called. */
  groupName: string
} & LimitsDraft

/** An admin of a group that nobody is in yet sees nobody. */
export const NEW_GROUP = 'new'

/** What the form of a new user starts with. */
export const newUserDraft = (): UserDraft => ({
  email: '',
  password: randomDigits(),
  type: 'normal',
  plan: '0',
  group: NEW_GROUP,
  groupName: '',
  ...NO_RIGHTS,
})

/** What prevents a user from being added. Spec 5 and 8. */
export function checkUserDraft(draft: UserDraft): Problems<UserDraft> {
  const { email, password, type } = draft
  const problems: Problems<UserDraft> = type === 'reseller' ? checkLimits(draft) : {}
  if (typedEmail(email) === '') problems.email = msg`Enter the email address.`
  else if (!isEmail(email)) problems.email = msg`Enter a complete email address.`
  if (password === '') problems.password = msg`Enter a password.`
  else if (!isLongEnough(password)) problems.password = msg`Use at least 8 characters.`
  return problems
}

/** The body of the request for the draft. */
export function toNewUser(draft: UserDraft): Body<'createUser'> {
  const { email, password, type, group, groupName } = draft
  const person = { email: typedEmail(email), password }
  if (type === 'normal') return { ...person, type }
  const name = groupName.trim() || person.email
  const own = group === NEW_GROUP ? { groupName: name } : { groupId: Number(group) }
  const admin = { ...person, type: 'admin' as const, ...own }
  if (type === 'group') return admin
  return { ...admin, permissions: { kind: type, ...(type === 'reseller' && toLimits(draft)) } }
}

/** A mail to a user as it is being typed. */
export type MailDraft = { title: string; content: string }

/** What prevents a mail from being sent. */
export function checkMailDraft({ title, content }: MailDraft): Problems<MailDraft> {
  const problems: Problems<MailDraft> = {}
  if (title.trim() === '') problems.title = msg`Enter a subject.`
  if (content.trim() === '') problems.content = msg`Write something.`
  return problems
}
