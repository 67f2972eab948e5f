import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why the confirmation that the key is stored elsewhere was not saved. */
export const confirmBackupKeyRefusals: Refusals<'confirmBackupKey'> = {
  otherwise: msg`This was not saved. Try again.`,
}
