import type { Schema } from '#contract'
import type { Call } from '../../http/contract.ts'
import { type Database, inTransaction } from '../../database/database.ts'
import { storeReply } from '../../http/keys/claim.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { findNotice } from '../../messaging/notices/store.ts'
import { findPerson } from '../../people/users/people.ts'
import { groupOf } from '../../http/scope.ts'
import { kindOf } from './actions.ts'
import type { Action } from './kind.ts'
import { ownJobs } from './owned.ts'
import { targetOf, targets } from './selection.ts'
import { insertDoneJob } from './store.ts'

/** A word, or the job that undoes it for who asks for it. */
type Done = 'success' | Schema<'UndoneBy'>

/** What a write to one thing needs of its call. */
type One = Pick<
  Call<'deleteAccount'>,
  'db' | 'config' | 'now' | 'wake' | 'secret' | 'caller' | 'requestHeader'
>

/** Moves an account's end; one without an end stays as it is. */
export const adjustAccountTime = (call: Call<'adjustAccountTime'>): Promise<Done> =>
  doOne(call, call.path.accountId, { kind: 'extend', time: call.body.time })

/** Deletes an account. The history of the servers keeps its traffic. */
export const deleteAccount = (call: Call<'deleteAccount'>): Promise<Done> =>
  doOne(call, call.path.accountId, { kind: 'delete' })

/** Deletes a person of the caller's scope. Only the main admin deletes admins, and nobody the main admin. */
export function deleteUser(call: Call<'deleteUser'>): Promise<Done> {
  const { userId } = call.path
  const group = groupOf(call.caller)
  const scope = group === undefined ? {} : { type: 'normal' as const, group }
  return doOne(call, userId, { kind: 'deleteUser' }, (tx) => findPerson(tx, userId, scope))
}

/** Deletes a plan. Refuses while anything needs it, by the words of spec 8. */
export const deleteOrder = (call: Call<'deleteOrder'>): Promise<Done> =>
  doOne(call, call.path.orderId, { kind: 'deletePlan' })

/** Deletes a notice, or an article. */
export async function deleteNotice(call: Call<'deleteNotice'>): Promise<Done> {
  const { kind } = found(await findNotice(call.db, call.path.noticeId))
  return doOne(call, call.path.noticeId, {
    kind: kind === 'article' ? 'deleteArticle' : 'deleteNotice',
  })
}

/** Deletes an article. */
export const deleteArticle = (call: Call<'deleteArticle'>): Promise<Done> =>
  doOne(call, call.path.articleId, { kind: 'deleteArticle' })

/**
 * Does an action to one thing within the call, and leaves the job that undoes it. The audit log has the
 * call itself. `findOwn` finds the thing where the caller's scope is not everything.
 */
async function doOne(
  call: One,
  id: number,
  action: Action,
  findOwn?: (tx: Database) => Promise<unknown>,
): Promise<Done> {
  const { db, config, now, wake, secret, caller } = call
  const done = await inTransaction(db, async (tx): Promise<Done> => {
    if (findOwn) found(await findOwn(tx))
    const [rows] = targets(tx, { of: targetOf(action), ids: [id] }, action, now())
    const { label } = found(await rows?.executeTakeFirst())
    const outcome = await kindOf(action).run({
      tx,
      id,
      action,
      now: now(),
      consolePort: config.port,
      secret,
      actorId: caller.id,
      isUndo: false,
      isNoted: true,
      effect: '',
      position: 0,
    } as never)
    if ('problem' in outcome) {
      // There is nothing to move, nor to undo.
      if (outcome.problem === 'no end') return 'success'
      throw new Refusal(403, outcome.problem === 'gone' ? '' : outcome.problem)
    }
    // Others than the main admin undo imports alone: for them it is gone, and nothing of it is stored.
    if (ownJobs(caller)) return 'success'
    const before = outcome.before as object
    const one = { action, subjectId: id, label, before, actorId: caller.id, time: now() }
    const job = await insertDoneJob(tx, one)
    if (!asksForJob(call)) return 'success'
    await storeReply(tx, { job })
    return { job }
  })
  if (targetOf(action) === 'account') wake([id])
  return done
}

/**
 * Whether the answer is to be JSON and nothing else. Older consoles take a word as well, which is all
 * they understand.
 */
const asksForJob = ({ requestHeader }: One) => requestHeader('accept').split(',').every(isJson)

/** By RFC 9110, 8.3.1: types in any letter case, and what follows a semicolon is no part of them. */
const isJson = (range: string) => range.split(';')[0]?.trim().toLowerCase() === 'application/json'
