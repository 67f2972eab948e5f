import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why it was not noted that the key is kept elsewhere. */
export const confirmBackupKeyRefusals: Refusals<'confirmBackupKey'> = {
  otherwise: msg`This was not saved. Try again.`,
}
