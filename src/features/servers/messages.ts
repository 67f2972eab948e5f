import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

/** Why a server is not added. Spec 8. */
export const createServerRefusals: Refusals<'createServer'> = {
  'shift in use': msg`Another server on this machine has the same port shift. Choose another port shift.`,
  'port outside': msg`With this port shift, an account's port would be outside 1 to 65535. Choose another port shift.`,
  'port of console': msg`With this port shift, an account would get the port of this console. Choose another port shift.`,
  'port clash': msg`With this port shift, an account would get a port that another account has on another server of this machine. Choose another port shift.`,
  'server unreachable': msg`The node agent does not answer, or it has another password.`,
  otherwise: msg`The server was not added.`,
}

/** Why a server stays as it is. Spec 8. */
export const editServerRefusals: Refusals<'editServer'> = {
  ...createServerRefusals,
  otherwise: msg`The server was not changed.`,
}

/** Why a server is not deleted. Spec 8. */
export const deleteServerRefusals: Refusals<'deleteServer'> = {
  otherwise: msg`The server was not deleted.`,
}

/** Why the tags of a server stay as they are. */
export const setTagsRefusals: Refusals<'setTags'> = {
  otherwise: msg`The tags were not changed.`,
}
