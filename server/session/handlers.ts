import type { Handlers } from '../contract.ts'
import { logIn, logOut } from './service.ts'
import { checkSetup, setUp } from './setup.ts'
import { getStatus } from './status.ts'

/** Who is here, logging in and out, and the first set-up. */
export const sessionHandlers = {
  getStatus,
  logIn,
  logOut: ({ session }) => logOut(session),
  getSetup: (call) => checkSetup(call, call.query.token),
  setUp,
} satisfies Partial<Handlers>
