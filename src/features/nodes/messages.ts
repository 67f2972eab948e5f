import { msg } from '@lingui/core/macro'
import type { Refusals } from '#api/refusals.ts'

const notBuilt = msg`This console has no agent to hand out, because it was not built.`

/** Why no line is made for a machine to join with. */
export const createNodeInviteRefusals: Refusals<'createNodeInvite'> = {
  'not built': notBuilt,
  otherwise: msg`The command was not created.`,
}

/** Why a node is not removed. */
export const deleteNodeRefusals: Refusals<'deleteNode'> = {
  'carries servers': msg`A server is on this machine. Delete it or move it to another machine first.`,
  otherwise: msg`The machine was not removed.`,
}

/** Why a node does not restart with the current agent. */
export const upgradeNodeRefusals: Refusals<'upgradeNode'> = {
  'not linked': msg`The machine is not connected right now. Try again when it reports.`,
  'not built': notBuilt,
  otherwise: msg`The agent was not upgraded.`,
}
