import type { Schema } from '#contract'
import { addFlow, extend, remove } from './account-deeds.ts'
import { ban } from './ban-deed.ts'
import type { Kind } from './kind.ts'
import { deleteUser } from './person-deed.ts'
import { setServers } from './servers-deed.ts'
import { mail, setGroup } from './user-deeds.ts'

type Action = Schema<'JobAction'>

/** Every deed, by name. */
export const DEEDS: { [Name in Action['kind']]: Kind<Name> } = {
  extend,
  addFlow,
  setServers,
  ban,
  delete: remove,
  deleteUser,
  setGroup,
  mail,
}

/** The deed of an action, whose name is known only as it runs. */
export const deedOf = (action: Action) => DEEDS[action.kind] as unknown as Kind<Action['kind']>
