import { startOfDay } from '#rules/calendar.ts'
import { isMainAdmin } from '#rules/roles.ts'
import type { Handlers } from '../../http/contract.ts'
import { hasFactor } from '../factors/store.ts'
import { found } from '../../base/refusal.ts'
import { lastPage } from '../../database/lists/finding.ts'
import { findPerson } from './people.ts'
import { keepAnswer } from '../../http/keptAnswer.ts'
import { chosenGroup, groupOf } from '../../http/scope.ts'
import {
  changePassword,
  createUser,
  deleteUser,
  editUserComment,
  sendUserEmail,
} from './service.ts'
import { findLoginCount, selectLogins, selectSignUps, selectUsers } from './store.ts'

/** Everybody who was here today, filled up to this many with earlier ones. */
const TODAY_LIMIT = 100

/** People who log in, as admins see them, and everybody's own password. */
export const userHandlers = {
  listUsers(call) {
    const { db, query } = call
    const group = chosenGroup(call.caller, query.group)
    const name = JSON.stringify(['listUsers', group ?? null, query])
    return keepAnswer(call, { name, from: ['user', 'account'] }, async () => {
      const page = await selectUsers(db, query, group)
      return { ...page, maxPage: lastPage(page, page) }
    })
  },
  listRecentSignUps: ({ db, caller, query }) =>
    selectSignUps(db, query.number ?? 5, groupOf(caller)),
  async listRecentLogins({ db, caller, query, config, now }) {
    const { number = 5 } = query
    const group = groupOf(caller)
    if (number >= 0) return selectLogins(db, number, group)
    const today = await findLoginCount(db, startOfDay(now(), config.timeZone), group)
    return selectLogins(db, Math.max(TODAY_LIMIT, today), group)
  },
  async getAdmin({ db, caller, path }) {
    const scope = { type: 'admin' as const, group: groupOf(caller) }
    const admin = await findPerson(db, path.userId, scope)
    const shown = found(isMainAdmin(admin?.id) ? undefined : admin)
    if (groupOf(caller) !== undefined) return shown
    return { ...shown, secondFactor: await hasFactor(db, shown.id) }
  },
  createUser,
  deleteUser,
  editUserComment,
  sendUserEmail,
  changeMyPassword: changePassword,
  changeAdminPassword: changePassword,
} satisfies Partial<Handlers>
