import type { Handlers } from '../contract.ts'
import { sendCode, signUp } from '../session/signup.ts'

/** Signing up. */
export const signUpHandlers = { sendCode, signUp } satisfies Partial<Handlers>
