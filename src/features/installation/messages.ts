import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'
import type { Schema } from '#contract'

const proof = {
  'second factor required': msg`The password alone is not enough. Use a code or a passkey.`,
  'passkey unknown': msg`This passkey does not belong to your account, or was removed. Use another one, or a code.`,
  'challenge expired': msg`That took too long. Try again.`,
  'another address': msg`Passkeys work only at the console’s own address. Open it there.`,
  'invalid password': msg`Wrong password.`,
  'password retry out of limit': msg`Too many attempts. Wait a minute, then try again.`,
  'wrong code': msg`This code is wrong or was used already. Wait for the next one.`,
  'code retry out of limit': msg`Too many wrong codes. Wait a minute; after many tries, a day.`,
}

/** Why there is no file for asking for help. */
export const makeHelpBundleRefusals: Refusals<'makeHelpBundle'> = {
  ...proof,
  otherwise: msg`The file could not be made. Try again.`,
}

const underWay = msg`Another upgrade is planned or under way.`
const noSpace = msg`The server’s disk is full.`
const noHelper = msg`The service that upgrades from this page is not switched on here. Use the command.`

/** Why a release is not put in place. */
export const startUpgradeRefusals: Refusals<'startUpgrade'> = {
  ...proof,
  'no helper': noHelper,
  'under way': underWay,
  'no such release': msg`This release is not there any more.`,
  'no space': noSpace,
  otherwise: msg`Nothing was begun. Try again.`,
}

/** Why the release before does not serve again. */
export const rollBackReleaseRefusals: Refusals<'rollBackRelease'> = {
  ...proof,
  'no helper': noHelper,
  'under way': underWay,
  'nothing before': msg`There is no upgrade any more that could be taken back.`,
  'no space': noSpace,
  otherwise: msg`Nothing was begun. Try again.`,
}

/** Why a release is commonly not taken. */
export const notTaken: Record<NonNullable<Schema<'ReleaseOffer'>['why']>, MessageDescriptor> = {
  unsigned: msg`SHA256SUMS or SHA256SUMS.minisig is missing beside it. Without both nobody knows whose release this is.`,
  'other key': msg`It is signed with another key than the one that this release trusts.`,
  changed: msg`It is cut off, or was changed. Download it again.`,
  older: msg`It is older than the release that runs.`,
  same: msg`It is the release that runs.`,
  'other machine': msg`It is for another kind of machine, or installed in another way than here.`,
}

/** Why something planned was not taken back. */
export const cancelUpgradeRefusals: Refusals<'cancelUpgrade'> = {
  'nothing planned': msg`It has begun already.`,
  otherwise: msg`It was not taken back. Try again.`,
}

/** Why a file of a release was not taken. */
export const uploadReleaseRefusals: Refusals<'uploadRelease'> = {
  'wrong name': msg`Choose the package or archive of a release, SHA256SUMS and SHA256SUMS.minisig, under the names they were published with.`,
  'wrong piece': msg`The file is too large, or was changed while it was sent. Choose it again.`,
  'no space': noSpace,
  'under way': underWay,
  otherwise: msg`The file was not sent. Try again.`,
}

/** Why an uploaded release was not removed. */
export const removeUploadedReleaseRefusals: Refusals<'removeUploadedRelease'> = {
  'under way': underWay,
  otherwise: msg`It was not removed. Try again.`,
}
