import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why an address of a server is not replaced. */
export const swapServerNameRefusals: Refusals<'swapServerName'> = {
  'not in use': msg`Customers are not given this address any more. Look at the list again.`,
  'no spare': msg`There is no other address to use. Enter one on “Edit server”.`,
  otherwise: msg`The address was not replaced.`,
}

/** Why a blocked address is not used again. */
export const unblockServerNameRefusals: Refusals<'unblockServerName'> = {
  'not blocked': msg`This address is not blocked any more. Look at the list again.`,
  'too many': msg`The server has as many spare addresses as it may have. Remove one on “Edit server”.`,
  otherwise: msg`The address was not replaced.`,
}
