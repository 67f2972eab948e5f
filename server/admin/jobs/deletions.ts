import type { Call } from '../../http/contract.ts'
import { type Database, inTransaction } from '../../database/database.ts'
import { Refusal } from '../../base/refusal.ts'
import { takeNotice } from '../../messaging/notices/snapshot.ts'
import { takePlan } from '../../shop/plans/snapshot.ts'
import type { Action } from './kind.ts'
import { insertDoneJob } from './store.ts'

/** What was deleted, as the undo of its action takes it, and by what name the list shows it. */
type Taken = { action: Action; label: string; before: object }

/** Deletes a plan. Refuses while anything needs it, by the words of spec 8. */
export function deleteOrder(call: Call<'deleteOrder'>): Promise<'success'> {
  const id = call.path.orderId
  return deleteOne(call, id, async (tx) => {
    const before = await takePlan(tx, id, call.now())
    if (before === 'gone') return undefined
    if (typeof before === 'string') throw new Refusal(403, before)
    return { action: { kind: 'deletePlan' }, label: before.plan.name, before }
  })
}

/** Deletes a notice, or an article. */
export function deleteNotice(call: Call<'deleteNotice'>): Promise<'success'> {
  const id = call.path.noticeId
  return deleteOne(call, id, (tx) => takeAnnounced(tx, id))
}

/** Deletes an article. */
export function deleteArticle(call: Call<'deleteArticle'>): Promise<'success'> {
  const id = call.path.articleId
  return deleteOne(call, id, (tx) => takeAnnounced(tx, id, 'article'))
}

async function takeAnnounced(tx: Database, id: number, only?: 'article') {
  const before = await takeNotice(tx, id, only)
  if (!before) return undefined
  const { kind, title } = before.notice
  const action: Action = { kind: kind === 'article' ? 'deleteArticle' : 'deleteNotice' }
  return { action, label: title, before }
}

/**
 * Deletes one thing at once, by the call older consoles make, and leaves the job that undoes it.
 * The audit log has the call itself.
 */
async function deleteOne(
  { db, now, caller }: Pick<Call<'deleteOrder'>, 'db' | 'now' | 'caller'>,
  subjectId: number,
  take: (tx: Database) => Promise<Taken | undefined>,
): Promise<'success'> {
  await inTransaction(db, async (tx) => {
    const taken = await take(tx)
    if (!taken) throw new Refusal(403)
    await insertDoneJob(tx, { ...taken, subjectId, actorId: caller.id, time: now() })
  })
  return 'success'
}
