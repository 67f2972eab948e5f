import type { Handlers } from '../../http/contract.ts'
import { groupOf } from '../../http/scope.ts'
import { createGroup, deleteGroup, editGroup, getGroup, setUserGroup } from './service.ts'
import { selectGroups } from './store.ts'

/** Groups of users: what each may buy and read. */
export const groupHandlers = {
  listGroups: ({ db, caller }) => selectGroups(db, groupOf(caller)),
  getGroup: (call) => getGroup(call),
  createGroup: (call) => createGroup(call),
  editGroup: (call) => editGroup(call),
  deleteGroup: (call) => deleteGroup(call),
  setUserGroup: (call) => setUserGroup(call),
} satisfies Partial<Handlers>
