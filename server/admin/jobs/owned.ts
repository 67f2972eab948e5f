import type { Schema } from '#contract'
import type { Caller } from '../../http/contract.ts'
import { groupOf } from '../../http/scope.ts'

type Import = Schema<'ImportAction'>

const IMPORTS: readonly Import['kind'][] = ['importUsers', 'importAccounts']

/** An import that is confined to a group. */
export const confinedTo = (kind: Import['kind'], groupId: number): Import => ({ kind, groupId })

/**
 * Whose jobs somebody sees, cancels and undoes: the main admin everybody's, others the imports that
 * they began in the group they are in. Moved to another, they no longer see whom they added here.
 */
export function ownJobs(caller: Caller): { actorId: number; actions: string[] } | undefined {
  const groupId = groupOf(caller)
  if (groupId === undefined) return undefined
  // As `insertJob` stores them.
  const actions = IMPORTS.map((kind) => JSON.stringify(confinedTo(kind, groupId)))
  return { actorId: caller.id, actions }
}
