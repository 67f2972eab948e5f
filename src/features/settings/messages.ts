import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why the base settings were not changed. */
export const editBaseSettingRefusals: Refusals<'editBaseSetting'> = {
  otherwise: msg`The settings were not saved.`,
}

/** Why the logo or the icon was not replaced. */
export const editBrandRefusals: Refusals<'editBrand'> = {
  'no picture': msg`The server could not read this picture. Choose another file.`,
  'wrong size': msg`This picture’s size cannot be used. Choose another file.`,
  otherwise: msg`The picture was not saved.`,
}

/** Why the logo or the icon was not removed. */
export const removeBrandRefusals: Refusals<'removeBrand'> = {
  otherwise: msg`The picture was not removed.`,
}

/** Why the account settings were not changed. */
export const editAccountSettingRefusals: Refusals<'editAccountSetting'> = {
  otherwise: msg`The settings were not saved. The port range must not end before it starts.`,
}

/** Why prices were not changed. */
export const editPaymentSettingRefusals: Refusals<'editPaymentSetting'> = {
  'bad price': msg`Prices have two decimals at most.`,
  'bad time': msg`The reward is not a length of time. Enter a number with s, m, h or d.`,
  'bad server': msg`Choose at least one server that still exists.`,
  otherwise: msg`The prices were not saved.`,
}

/** Why a file of an app was not stored. */
export const uploadAppFileRefusals: Refusals<'uploadAppFile'> = {
  'wrong name': msg`Choose the file of an app, such as .apk, .exe, .dmg or .zip.`,
  'too many': msg`There are too many files. Delete one first.`,
  'no space': msg`The server has no space left for it.`,
  'wrong piece': msg`The file changed while it was being uploaded. Choose it again.`,
  otherwise: msg`The file was not uploaded completely.`,
}

/** Why a file of an app was not removed. */
export const removeAppFileRefusals: Refusals<'removeAppFile'> = {
  otherwise: msg`The file was not deleted.`,
}
