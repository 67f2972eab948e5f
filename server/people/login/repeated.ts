import type { Answer } from '#contract'
import type { Call } from '../../http/contract.ts'
import { Refusal } from '../../base/refusal.ts'
import { logIn } from './logIn.ts'

/**
 * Logs in a person whom the same call has registered before, whose answer and cookie were lost.
 *
 * Refuses with `otherwise` when that password is not valid any more.
 */
export async function logInAgain(
  call: Call<'signUp'> | Call<'setUp'>,
  otherwise: 'user exists' | 'link used',
): Promise<Answer<'logIn'>> {
  const { email, password } = call.body
  try {
    return await logIn({ ...call, body: { email, password } })
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(403, otherwise) : error
  }
}
