import { maxPage } from '#rules/paging.ts'
import { startOfDay } from '#rules/calendar.ts'
import type { Handlers } from '../contract.ts'
import { chosenGroup, groupOf } from './scope.ts'
import { changePassword } from './service.ts'
import { findLoginCount, selectLogins, selectSignUps, selectUsers } from './store.ts'

/** Everybody who was here today, filled up to this many with earlier ones. */
const TODAY = 100

/** People who log in, as admins see them, and everybody's own password. */
export const userHandlers = {
  async listUsers({ db, caller, query }) {
    const found = await selectUsers(db, query, chosenGroup(caller, query.group))
    return { ...found, maxPage: maxPage(found.total, found.pageSize) }
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
  changeMyPassword: changePassword,
  changeAdminPassword: changePassword,
} satisfies Partial<Handlers>
