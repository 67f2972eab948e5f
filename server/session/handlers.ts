import type { Handlers } from '../contract.ts'
import { logInByMac } from './mac.ts'
import { checkResetToken, resetPassword, sendResetLink } from './reset.ts'
import { logIn, logOut } from './service.ts'
import { checkSetup, setUp } from './setup.ts'
import { sendCode, signUp } from './signup.ts'
import { getStatus } from './status.ts'
import { logInByTelegram } from './telegram.ts'

/** Who is here; signing up, logging in and out, finding a password, and the first set-up. */
export const sessionHandlers = {
  getStatus,
  logIn,
  logOut: ({ session }) => logOut(session),
  getSetup: (call) => checkSetup(call, call.query.token),
  setUp,
  sendCode,
  signUp,
  sendResetLink,
  checkResetToken,
  resetPassword,
  logInByMac,
  logInByTelegram,
} satisfies Partial<Handlers>
