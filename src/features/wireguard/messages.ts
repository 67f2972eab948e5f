import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

const nameTaken = msg`Another device of this account has this name.`
const noAddress = msg`The port of this account has no address with WireGuard. It needs a lower one.`
const full = msg`This account has reached its limit of devices. Remove one first.`

/** Why a device is not added. */
export const addDeviceRefusals: Refusals<'addMyDevice'> = {
  'device limit': full,
  'device name taken': nameTaken,
  'no address': noAddress,
  otherwise: msg`The device was not added.`,
}

/** Why a device that waits was not let in. */
export const admitDeviceRefusals: Refusals<'admitMyDevice'> = {
  'device limit': full,
  otherwise: msg`The device was not let in.`,
}

/** Why the choice was not saved. */
export const chooseRuleRefusals: Refusals<'chooseMyDeviceRule'> = {
  otherwise: msg`The choice was not saved.`,
}

/** Why a device was not renamed. */
export const renameDeviceRefusals: Refusals<'renameMyDevice'> = {
  'device name taken': nameTaken,
  otherwise: msg`The device was not renamed.`,
}

/** Why a device was not deleted. */
export const removeDeviceRefusals: Refusals<'removeMyDevice'> = {
  otherwise: msg`The device was not removed.`,
}

/** Why a key was not renewed. */
export const renewKeyRefusals: Refusals<'renewMyKey'> = {
  'no address': noAddress,
  otherwise: msg`The key was not changed.`,
}
