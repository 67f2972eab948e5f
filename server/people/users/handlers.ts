import { startOfDay } from '#rules/calendar.ts'
import { isMainAdmin } from '#rules/roles.ts'
import type { Handlers, Call } from '../../http/contract.ts'
import { hasFactor, removeFactorsOf } from '../factors/store.ts'
import { found, Refusal } from '../../base/refusal.ts'
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
import { holdRow } from '../../database/revision.ts'
import { mailLoginChanged } from './loginLetter.ts'
import { removeSessionsOf } from '../session/store.ts'

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

/**
 * Removes all factors of a normal user within the caller's group, who then logs in by password
 * alone, and is mailed so. Refused without a word where there are none.
 */
async function removeUserFactors(call: Call<'removeUserFactors'>): Promise<'success'> {
  const { db, caller, path } = call
  const scope = { type: 'normal' as const, group: groupOf(caller) }
  await db.transaction().execute(async (tx) => {
    const { id } = found(await findPerson(tx, path.userId, scope))
    await holdRow(tx, 'user', id)
    if (!(await removeFactorsOf(tx, id)).on) throw new Refusal(403)
    await mailLoginChanged(tx, call, { id, what: 'factors' })
  })
  return 'success'
}

/** Ends every session of a normal user within the caller's group. Refused without a word for others. */
async function endUserSessions(call: Call<'endUserSessions'>): Promise<'success'> {
  const { db, caller, path } = call
  const scope = { type: 'normal' as const, group: groupOf(caller) }
  const { id } = found(await findPerson(db, path.userId, scope))
  await db.transaction().execute((tx) => removeSessionsOf(tx, id))
  return 'success'
}

/** Ends every session of another admin. Refused without a word for the caller and for normal users. */
async function endAdminSessions(call: Call<'endAdminSessions'>): Promise<'success'> {
  const { db, caller, path } = call
  if (path.userId === caller.id) throw new Refusal(403)
  const { id } = found(await findPerson(db, path.userId, { type: 'admin' }))
  await db.transaction().execute((tx) => removeSessionsOf(tx, id))
  return 'success'
}
