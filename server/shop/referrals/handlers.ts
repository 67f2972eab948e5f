import { maxPage } from '#rules/paging.ts'
import type { Handlers } from '../../http/contract.ts'
import { found } from '../../base/refusal.ts'
import { showSetting } from '../../database/settings/saveSetting.ts'
import { groupOf } from '../../http/scope.ts'
import { findSeenUser } from '../../people/users/seen.ts'
import {
  selectCodePage,
  selectInvitedBy,
  selectReferralPage,
  selectSources,
  selectUninvited,
} from './lists.ts'
import {
  createReferral,
  createUserRefCodes,
  deleteRefCode,
  deleteReferral,
  editRefCode,
  editRefSetting,
  listCodes,
  visitReferral,
} from './service.ts'
import { findCodeById } from './store.ts'

/** Codes by which people invite others, and whom they invited. */
export const referralHandlers = {
  listMyRefCodes: (call) => listCodes(call, call.caller.id, { open: true }),
  listMyRefUsers: ({ db, caller }) => selectInvitedBy(db, caller.id),
  listAdminRefCodes: (call) => listCodes(call, call.caller.id, { open: true }),
  listAdminRefUsers: ({ db, caller }) => selectInvitedBy(db, caller.id, groupOf(caller)),

  async listUserRefCodes(call) {
    const { id } = await findSeenUser(call.db, call.caller, call.path.userId)
    return listCodes(call, id, { open: false })
  },
  createUserRefCodes,
  async listUserRefUsers({ db, caller, path }) {
    const { id } = await findSeenUser(db, caller, path.userId)
    return selectInvitedBy(db, id, groupOf(caller))
  },
  deleteReferral,
  deleteRefCode,

  async listRefCodes({ db, query }) {
    const page = await selectCodePage(db, query)
    return { ...page, maxPage: maxPage(page.total, page.pageSize) }
  },
  async getRefCode({ db, path }) {
    const code = found(await findCodeById(db, path.codeId))
    const { id, code: digits, email, visit, maxUser, count } = code
    return { id, code: digits, email, visit, maxUser, count }
  },
  editRefCode,
  async listReferrals({ db, query }) {
    const page = await selectReferralPage(db, query)
    return { ...page, maxPage: maxPage(page.total, page.pageSize) }
  },
  searchSourceUsers: ({ db, body }) => selectSources(db, body.search),
  searchRefUsers: ({ db, body }) => selectUninvited(db, body.search),
  createReferral,

  visitReferral,
  getRefSetting: ({ db }) => showSetting(db, 'ref'),
  editRefSetting,
} satisfies Partial<Handlers>
