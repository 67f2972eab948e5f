import type { Call } from '../../http/contract.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Database } from '../../database/database.ts'
import type { World } from '../../http/world.ts'
import { lasts, maySee, VIEW_MS } from '../../people/session/customerView.ts'
import { callerOf } from '../../people/session/visit.ts'
import { findPerson } from '../../people/users/people.ts'
import { insertAudit } from '../audit/store.ts'
import { findView, insertView, removeView, selectViews, type View } from './store.ts'

/**
 * Lets the caller's session see what a customer sees. Without its entry in the audit log it does
 * not begin. Refuses whom the caller may not see, and calls without a session.
 */
export async function seeAsCustomer(call: Call<'seeAsCustomer'>): Promise<'success'> {
  const { db, now, caller, session, path } = call
  const sessionId = session.id
  if (sessionId === undefined) throw new Refusal(403)
  await db.transaction().execute(async (tx) => {
    const customer = await findPerson(tx, path.userId, { type: 'normal' })
    if (!customer || !maySee(caller, { type: customer.type, groupId: customer.group }))
      throw new Refusal(403)
    // One whose time is over and that nobody has ended yet.
    await endOf(tx, await findView(tx, sessionId), now())
    const { id: userId, username } = customer
    const view = { sessionId, adminId: caller.id, userId, username, startTime: now() }
    // Of two at the same moment one begins.
    if (!(await insertView(tx, view))) throw new Refusal(403)
    await noteView(tx, 'seeAsCustomer', view, now())
  })
  return 'success'
}

/** Gives the caller's session back to its admin. */
export async function stopSeeing({ db, now, session }: Call<'stopSeeing'>): Promise<'success'> {
  const { id } = session
  if (id !== undefined)
    await db.transaction().execute(async (tx) => endOf(tx, await findView(tx, id), now()))
  return 'success'
}

/** Ends whatever no longer shows anybody: by time, a logout, a deleted customer, another set of permissions. */
export async function endOldViews({ db, now }: Pick<World, 'db' | 'now'>): Promise<void> {
  for (const row of await selectViews(db)) {
    const { session, admin, customer, ...view } = row
    if (session && admin && customer && lasts(view.startTime, now())) {
      const person = callerOf({ id: view.adminId, ...admin })
      if (maySee(person, customer)) continue
    }
    await db.transaction().execute((tx) => endOf(tx, view, now()))
  }
}

/** Ends a view, once, and writes down when. */
async function endOf(tx: Database, view: View | undefined, now: number): Promise<void> {
  if (!view || !(await removeView(tx, view))) return
  const { startTime } = view
  const end = startTime <= now ? Math.min(now, startTime + VIEW_MS) : startTime
  await noteView(tx, 'stopSeeing', view, end)
}

const noteView = (
  tx: Database,
  operation: 'seeAsCustomer' | 'stopSeeing',
  { adminId: actorId, userId: subjectId, username: label }: View,
  time: number,
) => insertAudit(tx, { time, actorId, operation, subject: 'user', subjectId, label })
