import { ApiError } from '#api/client.ts'
import { beginPasskeyLogIn } from '#features/session/operations.ts'
import type { ProofDraft } from './draft.ts'
import type { Proof } from './operations.ts'

/**
 * What is sent to show who is asking; has the browser ask for a passkey where that is the way.
 *
 * Throws ApiError: 403 `cancelled` when no passkey was used, else as `beginPasskeyLogIn`.
 */
export async function proofOf({ by, password, code }: ProofDraft): Promise<Proof> {
  if (by === 'password') return { password }
  if (by === 'code') return { code: code.trim() }
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = await beginPasskeyLogIn()
  const passkey = await startAuthentication({ optionsJSON }).catch(() => {
    // Closed by the person, or nothing to choose from: browsers do not tell which.
    throw new ApiError(403, 'cancelled')
  })
  return { passkey }
}
