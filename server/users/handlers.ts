import { startOfDay } from '#rules/calendar.ts'
import { selectAccountsOf } from '../accounts/store.ts'
import { toRows } from '../accounts/view.ts'
import type { Handlers } from '../contract.ts'
import { hasFactor } from '../factors/store.ts'
import { zoneOf } from '../flow/slots.ts'
import { momentTyped } from '../payments/period.ts'
import { found } from '../refusal.ts'
import { countUsers } from './counts.ts'
import { lastPage } from './finding.ts'
import { findInviter, findPerson } from './people.ts'
import { chosenGroup, groupOf } from './scope.ts'
import {
  assignAccount,
  changePassword,
  createUser,
  deleteUser,
  editUserComment,
  sendUserEmail,
  unassignAccount,
} from './service.ts'
import { findLoginCount, selectLogins, selectSignUps, selectUsers } from './store.ts'

/** Everybody who was here today, filled up to this many with earlier ones. */
const TODAY = 100

/** People who log in, as admins see them, and everybody's own password. */
export const userHandlers = {
  async listUsers({ db, caller, query }) {
    const found = await selectUsers(db, query, chosenGroup(caller, query.group))
    return { ...found, maxPage: lastPage(found, found) }
  },
  listRecentSignUps: ({ db, caller, query }) =>
    selectSignUps(db, query.number ?? 5, groupOf(caller)),
  async listRecentLogins({ db, caller, query, config, now }) {
    const { number = 5 } = query
    const group = groupOf(caller)
    if (number >= 0) return selectLogins(db, number, group)
    const today = await findLoginCount(db, startOfDay(now(), config.timeZone), group)
    return selectLogins(db, Math.max(TODAY, today), group)
  },
  getUserCounts({ db, caller, query, config, now }) {
    const timeZone = zoneOf(query.tz, config.timeZone)
    const start = momentTyped(query.start, 'start', timeZone)
    const end = momentTyped(query.end, 'end', timeZone)
    return countUsers(db, { start, end, group: groupOf(caller), now: now(), timeZone })
  },
  async getUser(call) {
    const { db, caller, path } = call
    const scope = { type: 'normal' as const, group: groupOf(caller) }
    const person = found(await findPerson(db, path.userId, scope))
    const [accounts, ref] = await Promise.all([
      selectAccountsOf(db, person.id),
      findInviter(db, person.id, scope.group),
    ])
    return { ...person, account: await toRows(call, accounts), ...(ref ? { ref } : {}) }
  },
  async getAdmin({ db, caller, path }) {
    const scope = { type: 'admin' as const, group: groupOf(caller) }
    const admin = await findPerson(db, path.userId, scope)
    const shown = found(admin?.id === 1 ? undefined : admin)
    if (groupOf(caller) !== undefined) return shown
    return { ...shown, secondFactor: await hasFactor(db, shown.id) }
  },
  createUser,
  deleteUser,
  editUserComment,
  sendUserEmail,
  assignAccount,
  unassignAccount,
  changeMyPassword: changePassword,
  changeAdminPassword: changePassword,
} satisfies Partial<Handlers>
