import { timingSafeEqual } from 'node:crypto'
import type { Answer } from '#contract'
import { visibleText } from '#rules/pasted.ts'
import type { Call } from '../../http/contract.ts'
import { type Database, inTransaction } from '../../database/database.ts'
import { insertEvent } from '../../messaging/events/store.ts'
import { findBlackList, findMailServer } from '../../messaging/mails/server.ts'
import { isBlackListed } from '../../messaging/mails/blackList.ts'
import { insertMail } from '../../messaging/mails/store.ts'
import { codeMail, knownMail } from '../../messaging/mails/templates.ts'
import { hasPlace, joinByCode } from '../referrals/join.ts'
import { Refusal } from '../../base/refusal.ts'
import { findSetting } from '../../database/settings/store.ts'
import {
  codeOf,
  findCodeToMailAgain,
  insertCode,
  removeCode,
  takeTry,
} from '../../messaging/codes.ts'
import { keyedHash } from '../../base/keyedHash.ts'
import { languageOfReader } from '../../http/reader.ts'
import { noteTrialsRefused } from '../ports/shortage.ts'
import { openFirstAccount } from './firstAccount.ts'
import { takeDifferentTryOf, takeMail, takeTryOf } from '../../http/limits/limits.ts'
import { networkHash } from '../../http/limits/shared.ts'
import { recordNetwork } from '../../people/session/networks.ts'
import { checkNewPassword } from '../../people/session/newPassword.ts'
import { hashPassword } from '../../people/session/passwords.ts'
import { findLogin, insertUser } from '../../people/session/people.ts'
import { logInAgain } from '../../people/login/repeated.ts'
import { noteMailbox } from '../../people/users/mailboxes.ts'
import { registrationOf } from '../../people/session/registration.ts'

const NO_TRIAL = 'no trial'
const WINDOW_MS = 600_000
/** Mailboxes a client may try to sign up with; a shared address holds many people. */
const SIGN_UPS = { what: 'signUp', most: 100, window: WINDOW_MS }
/** Invalid referral codes a client may try in ten minutes. */
const MAX_BAD_CODES = 30

/** Mails a sign-up code. Refuses with the words of Spec 8; wire-contract facts: 4.1. */
export async function sendCode(call: Call<'sendCode'>): Promise<'success'> {
  const { db, now, body, config } = call
  const { email } = body
  await checkOpen(call)
  if (isBlackListed(email, await findBlackList(db))) throw new Refusal(403, 'email in black list')
  if (!(await findMailServer(call))) throw new Refusal(403)
  const taken = await takeMail(call, email, { word: 'send email out of limit' })

  const reader = await languageOfReader(call)
  const isMailed = await db.transaction().execute(async (tx) => {
    const code = await codeToMail(tx, call)
    if (!code) return false
    // Only the owner of the mailbox learns who is registered: the answer is the same.
    const isKnown = await findLogin(tx, email)
    const { subject, content } = isKnown
      ? await knownMail(tx, `${config.site}/home/login`, isKnown.language ?? reader)
      : await codeMail(tx, code, reader)
    await insertMail(tx, { kind: 'code', recipient: email, subject, content }, now())
    return true
  })
  // The previous code was mailed a moment ago, and no second mail is sent.
  if (!isMailed) await taken.giveBack()
  return 'success'
}

/** A new code, or after a while the previous one once more: its mail may have been lost. */
async function codeToMail(db: Database, call: Call<'sendCode'>): Promise<string | undefined> {
  const { secret, client } = call
  const { email } = call.body
  const now = call.now()
  const fresh = codeOf(secret, email, now)
  const codeHash = hashOf(secret, email, fresh)
  if (await insertCode(db, { email, codeHash, now, network: networkHash(call) }, client))
    return fresh
  const stored = await findCodeToMailAgain(db, email, now)
  const code = stored && codeOf(secret, email, stored.createTime)
  return code && hashOf(secret, email, code) === stored.codeHash ? code : undefined
}

/**
 * Creates a user with everything that belongs to one, or nothing, and logs them in.
 *
 * Refuses as `checkNewPassword` does, with `wrong code`, `user exists` or `no trial`, and otherwise
 * without a word.
 */
export async function signUp(call: Call<'signUp'>): Promise<Answer<'signUp'>> {
  if (call.isRepeated) {
    await logInAgain(call, 'user exists')
    return 'normal'
  }
  const { db, now, body, secret, wake, session } = call
  const { email } = body
  await checkNewPassword(call, body)
  // By mailbox: who mistypes one code over and over uses up nothing of the others at this address.
  const tried = await takeDifferentTryOf(call, { ...SIGN_UPS, value: email })
  // Counted before it is checked, and never uncounted: a wrong guess counts whatever comes after.
  const stored = await takeTry(db, { email, now: now(), client: call.client })
  const codeHash = hashOf(secret, email, visibleText(body.code).replaceAll(/\s/g, ''))
  if (!stored || !timingSafeEqual(Buffer.from(stored), Buffer.from(codeHash)))
    throw new Refusal(403, 'wrong code')
  const passwordHash = await hashPassword(body.password)

  const language = await languageOfReader(call)
  const { id, accountId } = await inTransaction(db, async (tx) => {
    if (!(await removeCode(tx, email, codeHash))) throw new Refusal(403, 'wrong code')
    const groupId = await groupOfNewUsers(tx)
    const userId = await insertUser(tx, { email, passwordHash, groupId, now: now(), language })
    if (userId === undefined) throw new Refusal(403, 'user exists')
    // Who was here before has had a trial, and was invited by somebody else.
    const { isKnown } = await noteMailbox(tx, { email, secret, now: now() })
    const invited = body.ref && !isKnown ? await joinByCode(tx, body.ref, userId, now()) : false
    // A code was sent for an invitation, so it takes the invitation to use it.
    if (!invited && (await registrationOf(tx)) !== 'open') throw new Refusal(403)
    const first = isKnown ? undefined : await openTrial(tx, call, userId)
    const effect = `signUp:${userId}`
    const event = {
      kind: 'signUp',
      userId: null,
      subjectId: userId,
      effect,
      data: { email },
    } as const
    await insertEvent(tx, event, now())
    return { id: userId, accountId: first }
  }).catch((error: unknown) => noteRefused(call, error))
  await tried.giveBack()
  await recordNetwork(call, id)
  if (accountId !== undefined) wake([accountId])
  await session.start(id)
  return 'normal'
}

/**
 * The account a new user is given; undefined where the site gives none, or none is left and they go on
 * without one. Refuses with `no trial`.
 */
async function openTrial(tx: Database, call: Call<'signUp'>, userId: number) {
  const { config, now, body } = call
  try {
    return await openFirstAccount(tx, userId, { now: now(), config })
  } catch (error) {
    if (body.withoutTrial && error instanceof Refusal && error.reason === NO_TRIAL) return undefined
    throw error
  }
}

/** Notifies the main admin of a newcomer who is refused a trial account. */
async function noteRefused({ db, now }: Call<'signUp'>, error: unknown): Promise<never> {
  if (error instanceof Refusal && error.reason === NO_TRIAL) await noteTrialsRefused(db, now())
  throw error
}

/** Refuses while registration is closed, unless a referral code opens it. */
async function checkOpen(call: Call<'sendCode'>): Promise<void> {
  const { db, body } = call
  const registration = await registrationOf(db)
  if (registration === 'open') return
  if (registration === 'closed' || !body.refCode) throw new Refusal(403, 'signup close')
  const tried = await takeTryOf(call, { what: 'referral', most: MAX_BAD_CODES, window: WINDOW_MS })
  if (!(await hasPlace(db, body.refCode))) throw new Refusal(403, 'invalid ref code')
  await tried.giveBack()
}

/** The group the setting names, if there is such a group. Wire-contract facts: 4.1. */
async function groupOfNewUsers(db: Database): Promise<number> {
  const { defaultGroup } = await findSetting(db, 'account')
  if (!defaultGroup) return 0
  const group = await db
    .selectFrom('userGroup')
    .select('id')
    .where('id', '=', defaultGroup)
    .executeTakeFirst()
  return group?.id ?? 0
}

const hashOf = (secret: string, email: string, code: string) =>
  keyedHash(secret, `signUp:${email}`, code)
