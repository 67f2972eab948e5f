import type { Handlers } from '../../http/contract.ts'
import { selectNoticesFor } from '../../messaging/notices/store.ts'
import { groupOf } from '../../http/scope.ts'
import { findSeenUser } from '../../people/users/seen.ts'
import { getMacConfig, openDevice } from './device.ts'
import { addMacAccount, addMyMac, deleteMacAccount, editMacAccount } from './service.ts'
import { exportAccounts } from './export.ts'
import { countAccounts, listAccounts } from './list.ts'
import { selectMacRows, selectMacsOf } from './store.ts'
import { toMacAddress, toMacRow } from './view.ts'

/** Devices that are known by their MAC address. */
export const macHandlers = {
  listAccounts,
  countAccounts,
  exportAccounts,
  listMacAccounts: async ({ db, caller }) =>
    (await selectMacRows(db, groupOf(caller))).map(toMacRow),
  async listUserMacs({ db, caller, query }) {
    const { id } = await findSeenUser(db, caller, query.userId)
    return (await selectMacsOf(db, id)).map(toMacAddress)
  },
  addMacAccount,
  editMacAccount,
  deleteMacAccount,

  listMyMacs: async ({ db, caller }) => (await selectMacsOf(db, caller.id)).map(toMacAddress),
  addMyMac,

  getMacConfig,
  async listMacNotices(call) {
    const { groupId } = await openDevice(call)
    return selectNoticesFor(call.db, groupId)
  },
} satisfies Partial<Handlers>
