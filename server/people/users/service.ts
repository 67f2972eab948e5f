import type { Body } from '#contract'
import { isMainAdmin } from '#rules/roles.ts'
import type { Call } from '../../http/contract.ts'
import { type Database, inTransaction } from '../../database/database.ts'
import { holdRow } from '../../database/revision.ts'
import { takeAttempts } from '../../http/limits/attempts.ts'
import { tooOften } from '../../http/limits/tooOften.ts'
import { storeReply } from '../../http/keys/claim.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { hashNewPassword } from '../session/newPassword.ts'
import { insertMail } from '../../messaging/mails/store.ts'
import { changePasswordHash, findLoginById } from '../session/people.ts'
import { checkPassword } from '../session/credentials.ts'
import { removeOtherSessions, removeSessionsOf } from '../session/store.ts'
import { changeComment, findPerson, insertPerson } from './people.ts'
import { insertGroup } from '../groups/store.ts'
import { mailLoginChanged } from './loginLetter.ts'
import { groupOf } from '../../http/scope.ts'
import { checkCustomers, holdPlans } from '../permissions/service.ts'
import { permissionColumns } from '../permissions/store.ts'

/**
 * Changes the caller's login password; every other visit of theirs ends.
 *
 * Refuses as `checkNewPassword` does, with `invalid password` or `password retry out of limit`.
 */
export async function changePassword(
  call: Call<'changeMyPassword' | 'changeAdminPassword'>,
): Promise<'success'> {
  const { db, caller, body, session } = call
  const user = await findLoginById(db, caller.id)
  if (!user) throw new Refusal(403)
  await checkPassword({ ...call, isLogIn: false }, user, body.password)
  const { newPassword: password } = body
  const passwordHash = await hashNewPassword(call, { password, email: user.email })
  await db.transaction().execute(async (tx) => {
    await changePasswordHash(tx, user.id, passwordHash)
    await removeOtherSessions(tx, user.id, session.id)
  })
  // Under a new session id: a stolen cookie of this visit stops working, too.
  await session.start(user.id)
  return 'success'
}

/**
 * Adds a person without an account; other admins add normal users of their own group.
 *
 * Refuses with `user exists`, as `checkNewPassword` does, or with `customer limit` where a reseller
 * may add no more.
 */
export async function createUser(call: Call<'createUser'>): Promise<[number]> {
  const { db, now, caller, body } = call
  const group = groupOf(caller)
  const { email, password } = body
  const passwordHash = await hashNewPassword(call, { password, email })
  const type = group === undefined ? (body.type ?? 'normal') : 'normal'
  const permissions = type === 'admin' ? body.permissions : undefined
  return inTransaction(db, async (tx) => {
    if (permissions) await holdPlans(tx, permissions)
    await checkCustomers(tx, caller)
    const groupId = group ?? (type === 'admin' ? await groupOfAdmin(tx, body) : 0)
    const id = await insertPerson(tx, {
      username: email,
      email,
      passwordHash,
      type,
      groupId,
      createTime: now(),
      ...(permissions && permissionColumns(permissions)),
    })
    if (id === undefined) throw new Refusal(403, 'user exists')
    await storeReply(tx, [id])
    return [id]
  })
}

/**
 * The group of a new admin: the one that was named, or a new one. Who gets permissions and was given
 * no group sees nobody; an older console names neither, and its admins are in the default group.
 *
 * Refuses a group that is gone.
 */
async function groupOfAdmin(tx: Database, body: Body<'createUser'>): Promise<number> {
  const { groupId, permissions, email } = body
  const name = body.groupName?.trim() || (permissions ? email : '')
  if (groupId === undefined && name === '') return 0
  if (groupId === undefined) return insertGroup(tx, { name })
  if (!(await holdRow(tx, 'userGroup', groupId))) throw new Refusal(403)
  return groupId
}

/** Sets the comment on a person that only admins read. */
export async function editUserComment(call: Call<'editUserComment'>): Promise<'success'> {
  const { db, path, body } = call
  if (!(await changeComment(db, path.userId, body.comment))) throw new Refusal(403)
  return 'success'
}

/**
 * Changes a normal user's password; every visit of theirs ends, and they are mailed that it was.
 *
 * Refuses as `checkNewPassword` does.
 */
export async function setUserPassword(call: Call<'setUserPassword'>): Promise<'success'> {
  const { db, caller, path, body } = call
  const scope = { type: 'normal' as const, group: groupOf(caller) }
  // Before hashing: a caller must not keep the machine busy for a person they may not see.
  const { email } = found(await findPerson(db, path.userId, scope))
  const passwordHash = await hashNewPassword(call, { password: body.password, email })
  await inTransaction(db, async (tx) => {
    const { id } = found(await findPerson(tx, path.userId, scope))
    await changePasswordHash(tx, id, passwordHash)
    await removeSessionsOf(tx, id)
    await mailLoginChanged(tx, call, { id, what: 'password' })
  })
  return 'success'
}

/** Mails all admins may write to one mailbox in an hour. */
const MAX_MAILS_TO_ONE = 5
/** Mails an admin may write in a day; the main admin writes as many as he likes. */
const MAX_MAILS_OF_ADMIN = 100
const HOUR_MS = 3_600_000

/** Puts a mail to a normal user into the outbox. Refuses with `too many mails`. */
export async function sendUserEmail(call: Call<'sendUserEmail'>): Promise<undefined> {
  const { db, now, caller, path, body } = call
  const scope = { type: 'normal' as const, group: groupOf(caller) }
  const { email } = found(await findPerson(db, path.userId, scope))
  // People who are added to be mailed, and deleted, count on.
  const limits = [
    { key: `written:to:${email}`, most: MAX_MAILS_TO_ONE, window: HOUR_MS },
    ...(isMainAdmin(caller.id)
      ? []
      : [{ key: `written:by:${caller.id}`, most: MAX_MAILS_OF_ADMIN, window: 24 * HOUR_MS }]),
  ]
  if (!(await takeAttempts(db, now(), limits))) throw tooOften(db, now(), limits, 'too many mails')
  await inTransaction(db, async (tx) => {
    const { id: userId, email: recipient } = found(await findPerson(tx, path.userId, scope))
    const { title: subject, content, secret } = body
    const kind = secret ? 'welcome' : 'user'
    await insertMail(tx, { kind, recipient, userId, subject, content }, now())
  })
}
