import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why the base settings stay as they are. */
export const editBaseSettingRefusals: Refusals<'editBaseSetting'> = {
  otherwise: msg`The settings were not saved.`,
}

/** Why the account settings stay as they are. */
export const editAccountSettingRefusals: Refusals<'editAccountSetting'> = {
  otherwise: msg`The settings were not saved. The port range must not end before it starts.`,
}
