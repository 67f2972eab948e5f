import { addFlow, extend, remove } from './account-actions.ts'
import { ban } from './ban-action.ts'
import { importAccounts } from './import-accounts.ts'
import { importPlans } from './import-plans.ts'
import { importUsers } from './import-users.ts'
import type { Action, Kind } from './kind.ts'
import { moveServers } from './move-action.ts'
import { deleteArticle, deleteNotice } from './notice-actions.ts'
import { deleteUser } from './person-action.ts'
import { deletePlan } from './plan-action.ts'
import { setServers } from './servers-action.ts'
import { mail, setGroup } from './user-actions.ts'

/** Every kind of action, by name. */
export const ACTIONS: { [Name in Action['kind']]: Kind<Name> } = {
  extend,
  addFlow,
  setServers,
  moveServers,
  ban,
  delete: remove,
  deleteUser,
  deletePlan,
  deleteNotice,
  deleteArticle,
  setGroup,
  mail,
  importUsers,
  importAccounts,
  importPlans,
}

/** The kind of an action whose name is only known at run time. */
export const kindOf = (action: Action) => ACTIONS[action.kind] as unknown as Kind<Action['kind']>
