import type { Handlers } from '../../http/contract.ts'
import { sendCode, signUp } from './signup.ts'

/** Signing up. */
export const signUpHandlers = { sendCode, signUp } satisfies Partial<Handlers>
