import { MAIN_ADMIN } from '#rules/roles.ts'
import { NOT_PERMITTED } from '../../http/permissions.ts'
import { holdPermissions } from '../../people/permissions/store.ts'
import type { ActionContext } from './kind.ts'

type Context = ActionContext<'importUsers' | 'importAccounts'>

/**
 * What the admin who began an import may do now, with their group and themselves locked; undefined
 * for the main admin, whom nothing confines. A word where they may not do it any more.
 */
export async function holdImporter(
  { tx, action, actorId }: Pick<Context, 'tx' | 'action' | 'actorId'>,
  operation: 'createUser' | 'sellPlan',
) {
  const { groupId } = action
  if (groupId === undefined) return actorId === MAIN_ADMIN ? undefined : NOT_PERMITTED
  const limits = await holdPermissions(tx, { id: actorId, groupId }, operation)
  return limits ? { groupId, limits } : NOT_PERMITTED
}
