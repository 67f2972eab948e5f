import type { Handlers } from '../../http/contract.ts'
import { logInByMac } from './mac.ts'
import { checkResetToken, resetPassword, sendResetLink, sendUserResetLink } from './reset.ts'
import { logIn, logOut } from './logIn.ts'
import { endOtherSessions, endSession, listSessions } from '../session/sessions.ts'
import { checkSetup, setUp } from './setup.ts'
import { logInByTelegram } from './telegram.ts'

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
