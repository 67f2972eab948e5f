import { ApiError } from '#api/client.ts'
import { beginPasskeyLogIn } from '#features/session/operations.ts'
import type { ProofDraft } from './draft.ts'
import type { Proof } from './operations.ts'

/**
 * The proof to send; the browser prompts for a passkey if that is the chosen way.
 *
 * Throws ApiError: 403 `cancelled` when no passkey was used, else as `beginPasskeyLogIn`.
 */
export async function proofOf({ by, password, code }: ProofDraft): Promise<Proof> {
  if (by === 'password') return { password }
  if (by === 'code') return { code: code.trim() }
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = await beginPasskeyLogIn()
  const passkey = await startAuthentication({ optionsJSON }).catch(() => {
    // Closed by the person, or nothing to choose from: browsers do not report which.
    throw new ApiError(403, 'cancelled')
  })
  return { passkey }
}
