import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why an account was not opened. Spec 8. */
export const createAccountRefusals: Refusals<'createAccount'> = {
  'port exists': msg`An account or an open order holds this port. Choose another one.`,
  'no port': msg`No port is free, and a server of the account needs one.`,
  otherwise: msg`The account was not added. The plan or a server may have been deleted; check both.`,
}

/** Why an account was not changed. Spec 8. */
export const editAccountRefusals: Refusals<'editAccount'> = {
  'port exists': msg`An account or an open order holds this port. Choose another one.`,
  otherwise: msg`The account was not changed. It, its plan or a server may have been deleted.`,
}

/** Why an account's end was not moved. */
export const adjustAccountTimeRefusals: Refusals<'adjustAccountTime'> = {
  otherwise: msg`The expiry was not changed. The account may have been deleted.`,
}

/** Why an account's traffic was not reset. */
export const resetAccountFlowRefusals: Refusals<'resetAccountFlow'> = {
  otherwise: msg`The traffic was not reset. The account may have been deleted.`,
}

/** Why an account was not deleted. Spec 8. */
export const deleteAccountRefusals: Refusals<'deleteAccount'> = {
  otherwise: msg`The account was not deleted. It may have been deleted already.`,
}

/** Why no port is suggested. */
export const getNewPortRefusals: Refusals<'getNewPort'> = {
  'no free port': msg`Every port of the range in the settings is taken. Enter another one.`,
  otherwise: msg`No free port could be suggested. Enter one.`,
}

/** Why a port was not changed. Spec 8. */
export const changeAccountPortRefusals: Refusals<'changeAccountPort'> = {
  'port exists': msg`An account or an open order holds this port. Choose another one.`,
  otherwise: msg`The port was not changed. The account may have been deleted.`,
}

/** Why an account was not banned or unbanned. */
export const banAccountRefusals: Refusals<'banAccount'> = {
  otherwise: msg`The ban was not changed. The account or the server may have been deleted.`,
}
