import type { Handlers, Call } from '../../http/contract.ts'
import { checkResetToken, resetPassword, sendResetLink, sendUserResetLink } from './reset.ts'
import { logIn, logOut } from './logIn.ts'
import { endOtherSessions, endSession, listSessions } from '../session/sessions.ts'
import { checkSetup, setUp } from './setup.ts'
import { logInByTelegram } from './telegram.ts'
import { parseMac } from '#rules/mac.ts'
import { Refusal } from '../../base/refusal.ts'
import { findSetting } from '../../database/settings/store.ts'
import { takeDifferentTryOf } from '../../http/limits/limits.ts'
import { hasFactor } from '../factors/store.ts'
import { changeLastLogin } from '../session/people.ts'

/** How many unregistered devices a client may try in two minutes. Wire-contract facts: 2.3. */
const TRIES = { what: 'mac', most: 10, window: 120_000 }

/** Logging in and out, resetting a password, and the first set-up. */
export const sessionHandlers = {
  logIn,
  logOut: ({ session }) => logOut(session),
  getSetup: (call) => checkSetup(call, call.query.token),
  setUp,
  sendResetLink,
  sendUserResetLink,
  checkResetToken,
  resetPassword,
  listSessions,
  endSession,
  endOtherSessions,
  logInByMac,
  logInByTelegram,
} satisfies Partial<Handlers>

/**
 * Logs in the owner of a registered device, while the site lets users register any.
 *
 * Knowing the address is enough, so it opens the accounts alone, to be read; and never the console
 * of an admin, nor of a person whose login requires a second step.
 */
async function logInByMac(call: Call<'logInByMac'>): Promise<'success'> {
  const { db, now, body, session } = call
  await session.end()
  const mac = parseMac(body.mac)
  const tried = await takeDifferentTryOf(call, { ...TRIES, value: mac ?? body.mac })
  const { macAccount } = await findSetting(db, 'account')
  if (!macAccount || mac === undefined) throw new Refusal(403)
  const owner = await db
    .selectFrom('macAccount')
    .innerJoin('user', 'user.id', 'macAccount.userId')
    .select('user.id')
    .where('mac', '=', mac)
    .where('user.type', '=', 'normal')
    .executeTakeFirst()
  if (!owner || (await hasFactor(db, owner.id))) throw new Refusal(403)
  await tried.giveBack()
  await changeLastLogin(db, owner.id, { now: now() })
  await session.start(owner.id, { byMac: true })
  return 'success'
}
