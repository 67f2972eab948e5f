import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why a user's device is not registered. */
export const addMacAccountRefusals: Refusals<'addMacAccount'> = {
  'mac exists': msg`This MAC address is registered already.`,
  otherwise: msg`The device was not added. The account or the server may have been deleted.`,
}

/** Why a device was not changed. */
export const editMacAccountRefusals: Refusals<'editMacAccount'> = {
  'mac exists': msg`This MAC address is registered already.`,
  otherwise: msg`The device was not changed. It may have been removed.`,
}

/** Why a device was not deleted. */
export const deleteMacAccountRefusals: Refusals<'deleteMacAccount'> = {
  otherwise: msg`The device was not removed. It may have been removed already.`,
}

/** Why one's own device is not registered. */
export const addMyMacRefusals: Refusals<'addMyMac'> = {
  'mac exists': msg`This MAC address is registered already. Check the digits.`,
  'only one mac': msg`You have registered a device already.`,
  otherwise: msg`The device was not registered. Try again in ten minutes.`,
}
