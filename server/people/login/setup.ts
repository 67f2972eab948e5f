import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Answer } from '#contract'
import { MAIN_ADMIN } from '#rules/roles.ts'
import { isTimeZone } from '#rules/zone.ts'
import type { Call } from '../../http/contract.ts'
import { type Database, inTransaction } from '../../database/database.ts'
import { Refusal } from '../../base/refusal.ts'
import {
  changeSetting,
  findStored,
  findSetting,
  removeSetting,
} from '../../database/settings/store.ts'
import type { World } from '../../http/world.ts'
import { wordsOf } from '../../base/words/words.ts'
import { insertGuides } from '../../messaging/articles/guides/insert.ts'
import { hashNewPassword } from '../session/newPassword.ts'
import { logInAgain } from './repeated.ts'
import { findLogin, hasMainAdmin, insertMainAdmin } from '../session/people.ts'

/**
 * The one-time link that creates the main admin, as long as there is none.
 *
 * Every start makes a new one; only its keyed hash is stored.
 */
export async function newSetupLink({ db, config, secret }: World): Promise<string | undefined> {
  if (await hasMainAdmin(db)) return undefined
  const token = randomBytes(24).toString('base64url')
  await changeSetting(db, 'setup', hashed(secret, token))
  return `${config.site}/home/setup/${token}`
}

/** Checks whether a set-up link still works. Refuses with `link used`. */
export async function checkSetup(
  { db, secret }: { db: Database; secret: string },
  token: string,
): Promise<'success'> {
  const stored = await findStored(db, 'setup')
  const given = Buffer.from(hashed(secret, token))
  if (!stored || !timingSafeEqual(Buffer.from(stored), given)) throw new Refusal(403, 'link used')
  return 'success'
}

/** Creates the main admin, names the site and logs in. All or nothing, once. */
export async function setUp(call: Call<'setUp'>): Promise<Answer<'setUp'>> {
  if (call.isRepeated) return logInAgain(call, 'link used')
  const { db, now, body, session, secret } = call
  await checkSetup(call, body.token)
  const passwordHash = await hashNewPassword(call, body)
  await inTransaction(db, async (tx) => {
    await checkSetup({ db: tx, secret }, body.token)
    // Of several concurrent calls the one that deletes the link goes on.
    if (!(await removeSetting(tx, 'setup'))) throw new Refusal(403, 'link used')
    if (await findLogin(tx, body.email)) throw new Refusal(400, 'body/email is taken')
    await insertMainAdmin(tx, { email: body.email, passwordHash, now: now() })
    await tx
      .updateTable('userGroup')
      .set({ name: wordsOf(body.language).firstGroup })
      .where('id', '=', 0)
      .execute()
    await insertGuides(tx, now())
    const base = await findSetting(tx, 'base')
    const { timeZone = '' } = body
    await changeSetting(tx, 'base', {
      ...base,
      ...(isTimeZone(timeZone) && { timeZone }),
      title: body.title,
      shortTitle: body.title.slice(0, 12),
      language: body.language,
    })
  })
  await session.start(MAIN_ADMIN)
  return { type: 'admin', id: MAIN_ADMIN }
}

const hashed = (secret: string, token: string) =>
  createHmac('sha256', secret).update(`setup:${token}`).digest('base64url')
