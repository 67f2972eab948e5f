import { randomBytes } from 'node:crypto'
import { normalEmail } from '#rules/email.ts'
import type { Call } from '../../http/contract.ts'
import { inTransaction } from '../../database/database.ts'
import { findMailServer } from '../../messaging/mails/server.ts'
import { insertMail } from '../../messaging/mails/store.ts'
import { resetMail } from '../../messaging/mails/templates.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { languageOfReader } from '../../http/reader.ts'
import { groupOf } from '../../http/scope.ts'
import { keyedHash } from '../../base/keyedHash.ts'
import { takeDifferentTryOf, takeMail, takeTryOf } from '../../http/limits/limits.ts'
import { findResetLink, insertResetLink, removeResetLink } from '../../messaging/links.ts'
import { findPerson } from '../users/people.ts'
import { isKnownNetwork, recordNetwork } from '../session/networks.ts'
import { hashNewPassword } from '../session/newPassword.ts'
import { findLoginOfAnyAge } from '../session/olderNames.ts'
import { changePasswordHash, findLoginById } from '../session/people.ts'
import { removeSessionsOf } from '../session/store.ts'

/** Unknown addresses, and invalid links, which a client may try in ten minutes. */
const TRIES = { most: 100, window: 600_000 }

/**
 * Mails a link that sets a new password. Wire-contract facts: 4.3.
 *
 * Refuses with `user not exists` or `already send`, and without a word when no mail can be sent.
 */
export async function sendResetLink(call: Call<'sendResetLink'>): Promise<'success'> {
  const { db, body } = call
  // The answer reveals who is registered, which the specification wants; the limit stops
  // enumeration.
  const tried = await takeDifferentTryOf(call, {
    what: 'resetLink',
    ...TRIES,
    value: normalEmail(body.email),
  })
  const user = await findLoginOfAnyAge(db, body.email)
  if (!user) throw new Refusal(403, 'user not exists')
  await tried.giveBack()
  if (!(await findMailServer(call))) throw new Refusal(403)
  const isKnown = await isKnownNetwork(call, user.id)
  const taken = await takeMail(call, normalEmail(user.email), { word: '', isKnown })

  if (await mailLink(call, user, user.language ?? (await languageOfReader(call)))) return 'success'
  await taken.giveBack()
  throw new Refusal(403, 'already send')
}

/**
 * Mails a normal user a link that sets a new password, on request of an admin.
 *
 * Refuses with `already send` or `no mail server`.
 */
export async function sendUserResetLink(call: Call<'sendUserResetLink'>): Promise<'success'> {
  const { db, caller, path } = call
  const scope = { type: 'normal' as const, group: groupOf(caller) }
  const user = found(await findPerson(db, path.userId, scope))
  if (!(await findMailServer(call))) throw new Refusal(403, 'no mail server')
  const { language } = found(await findLoginById(db, user.id))
  if (!(await mailLink(call, user, language))) throw new Refusal(403, 'already send')
  return 'success'
}

/** Puts a link into the outbox; returns false if there is one from the last ten minutes. */
async function mailLink(
  { db, now, secret, config }: Call<'sendResetLink'> | Call<'sendUserResetLink'>,
  user: { id: number; email: string },
  reader: string | null | undefined,
): Promise<boolean> {
  const token = randomBytes(16).toString('hex')
  const { subject, content } = await resetMail(
    db,
    `${config.site}/home/password/reset/${token}`,
    reader,
  )
  return inTransaction(db, async (tx) => {
    const tokenHash = hashOf(secret, token)
    if (!(await insertResetLink(tx, { userId: user.id, tokenHash, now: now() }))) return false
    const mail = {
      kind: 'reset',
      recipient: user.email,
      userId: user.id,
      subject,
      content,
    } as const
    await insertMail(tx, mail, now())
    return true
  })
}

/** Checks whether a reset link still works. Refuses when it does not. */
export async function checkResetToken(call: Call<'checkResetToken'>): Promise<'success'> {
  await holderOf(call, call.query.token)
  return 'success'
}

/**
 * Sets a new password with a link, once, and ends every session the person had.
 *
 * Refuses as `checkNewPassword` does, and without a word for an invalid link.
 */
export async function resetPassword(call: Call<'resetPassword'>): Promise<'success'> {
  const { db, body, secret } = call
  // Without a valid link a caller must not keep the machine busy with hashing.
  const userId = await holderOf(call, body.token)
  const { email } = found(await findPerson(db, userId, {}))
  const passwordHash = await hashNewPassword(call, { password: body.password, email })
  await inTransaction(db, async (tx) => {
    if (!(await removeResetLink(tx, hashOf(secret, body.token)))) throw new Refusal(403)
    await changePasswordHash(tx, userId, passwordHash)
    await removeSessionsOf(tx, userId)
    // The reader of the mailbox logs in from here, however many wrong guesses there were.
    await recordNetwork({ ...call, db: tx }, userId)
  })
  return 'success'
}

async function holderOf(
  call: Call<'checkResetToken'> | Call<'resetPassword'>,
  token: string,
): Promise<number> {
  const { db, now, secret } = call
  const tried = await takeTryOf(call, { what: 'reset', ...TRIES })
  const userId = await findResetLink(db, hashOf(secret, token), now())
  if (userId === undefined) throw new Refusal(403)
  await tried.giveBack()
  return userId
}

const hashOf = (secret: string, token: string) => keyedHash(secret, 'reset', token)
