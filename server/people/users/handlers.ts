import { startOfDay } from '#rules/calendar.ts'
import { isMainAdmin } from '#rules/roles.ts'
import type { Handlers } from '../../http/contract.ts'
import { hasFactor } from '../factors/store.ts'
import { removeUserFactors } from './factors.ts'
import { endAdminSessions, endUserSessions } from './sessions.ts'
import { found } from '../../base/refusal.ts'
import { setPermissions } from '../permissions/service.ts'
import { findPermissions } from '../permissions/store.ts'
import { findPerson } from './people.ts'
import { groupOf } from '../../http/scope.ts'
import {
  changePassword,
  createUser,
  editUserComment,
  sendUserEmail,
  setUserPassword,
} from './service.ts'
import { findLoginCount, selectLogins, selectSignUps } from './store.ts'
import { findTimeZone } from '../../database/settings/timeZone.ts'

/** The users seen today, filled up to this many with earlier ones. */
const TODAY_LIMIT = 100

/** People who log in, as admins see them, and everyone's own password. */
export const userHandlers = {
  listRecentSignUps: ({ db, caller, query }) =>
    selectSignUps(db, query.number ?? 5, groupOf(caller)),
  async listRecentLogins({ db, caller, query, config, now }) {
    const { number = 5 } = query
    const group = groupOf(caller)
    if (number >= 0) return selectLogins(db, number, group)
    const today = await findLoginCount(
      db,
      startOfDay(now(), await findTimeZone({ db, config })),
      group,
    )
    return selectLogins(db, Math.max(TODAY_LIMIT, today), group)
  },
  async getAdmin({ db, caller, path }) {
    const scope = { type: 'admin' as const, group: groupOf(caller) }
    const admin = await findPerson(db, path.userId, scope)
    const shown = found(isMainAdmin(admin?.id) ? undefined : admin)
    if (groupOf(caller) !== undefined && caller.id !== shown.id) return shown
    const permissions = (await findPermissions(db, shown.id)) ?? { kind: 'group' as const }
    if (groupOf(caller) !== undefined) return { ...shown, permissions }
    return { ...shown, secondFactor: await hasFactor(db, shown.id), permissions }
  },
  createUser,
  removeUserFactors,
  endUserSessions,
  endAdminSessions,
  editUserComment,
  sendUserEmail,
  setUserPassword,
  setPermissions,
  changeMyPassword: changePassword,
  changeAdminPassword: changePassword,
} satisfies Partial<Handlers>
