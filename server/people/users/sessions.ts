import type { Call } from '../../http/contract.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { groupOf } from '../../http/scope.ts'
import { removeSessionsOf } from '../session/store.ts'
import { findPerson } from './people.ts'

/** Ends every session of a normal user within the caller's group. Refused without a word for others. */
export async function endUserSessions(call: Call<'endUserSessions'>): Promise<'success'> {
  const { db, caller, path } = call
  const scope = { type: 'normal' as const, group: groupOf(caller) }
  const { id } = found(await findPerson(db, path.userId, scope))
  await db.transaction().execute((tx) => removeSessionsOf(tx, id))
  return 'success'
}

/** Ends every session of another admin. Refused without a word for the caller and for normal users. */
export async function endAdminSessions(call: Call<'endAdminSessions'>): Promise<'success'> {
  const { db, caller, path } = call
  if (path.userId === caller.id) throw new Refusal(403)
  const { id } = found(await findPerson(db, path.userId, { type: 'admin' }))
  await db.transaction().execute((tx) => removeSessionsOf(tx, id))
  return 'success'
}
