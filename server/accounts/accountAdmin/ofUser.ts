import type { Answer } from '#contract'
import type { Call } from '../../http/contract.ts'
import { inTransaction } from '../../database/database.ts'
import { refuseForeignKey } from '../../database/foreignKeys.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { hasFactor } from '../../people/factors/store.ts'
import { findInviter, findPerson } from '../../people/users/people.ts'
import { groupOf } from '../../http/scope.ts'
import { changeOwner, findOwner } from '../owners.ts'
import { selectAccountsOf, selectAccountsOfUsers } from '../store.ts'
import { toRows } from '../connection/view.ts'

/** A normal user with the accounts they own. */
export async function getUser(call: Call<'getUser'>): Promise<Answer<'getUser'>> {
  const { db, caller, path } = call
  const scope = { type: 'normal' as const, group: groupOf(caller) }
  const person = found(await findPerson(db, path.userId, scope))
  const [accounts, ref, secondFactor] = await Promise.all([
    selectAccountsOf(db, person.id),
    findInviter(db, person.id, scope.group),
    hasFactor(db, person.id),
  ])
  const account = await toRows(call, accounts)
  return { ...person, secondFactor, account, ...(ref ? { ref } : {}) }
}

/** The accounts of some users as far as their state needs it: no password, no key. */
export async function listAccountsOfUsers(
  call: Call<'listAccountsOfUsers'>,
): Promise<Answer<'listAccountsOfUsers'>> {
  const stored = await selectAccountsOfUsers(call.db, call.body.userIds, groupOf(call.caller))
  const rows = await toRows(call, stored)
  return rows.flatMap(({ id, userId, port, orderName, type, active, data, ...standing }) => {
    const { flowUsed, state, connection } = standing
    if (userId === null || flowUsed === undefined || !state || !connection) return []
    const plan = { orderName: orderName ?? null, type, active, data }
    return [{ id, userId, port, ...plan, flowUsed, state, connection }]
  })
}

/**
 * Assigns an account to a normal user, replacing its owner; other admins within their group.
 *
 * Refuses with `mac account exists` while a device of another owner uses it.
 */
export async function assignAccount(call: Call<'assignAccount'>): Promise<undefined> {
  const { db, caller, path, wake } = call
  const { userId, accountId } = path
  const group = groupOf(caller)
  await inTransaction(db, async (tx) => {
    found(await findPerson(tx, userId, { type: 'normal', group }))
    const { userId: from, group: theirs, device } = found(await findOwner(tx, accountId))
    if (from === userId) return
    if (from !== null && group !== undefined && theirs !== group) throw new Refusal(403)
    if (device !== null) throw new Refusal(403, 'mac account exists')
    // Another call may have moved it in between.
    if (!(await changeOwner(tx, accountId, { from, to: userId }))) throw new Refusal(403)
  }).catch(refuseForeignKey(new Refusal(403)))
  wake([path.accountId])
}

/** Takes an account away from its owner. Refuses with `mac account exists`. */
export async function unassignAccount(call: Call<'unassignAccount'>): Promise<undefined> {
  const { db, caller, path, wake } = call
  const { userId, accountId } = path
  await inTransaction(db, async (tx) => {
    found(await findPerson(tx, userId, { type: 'normal', group: groupOf(caller) }))
    const { userId: from, device } = found(await findOwner(tx, accountId))
    if (from !== userId) throw new Refusal(403)
    if (device !== null) throw new Refusal(403, 'mac account exists')
    if (!(await changeOwner(tx, accountId, { from, to: null }))) throw new Refusal(403)
  })
  wake([path.accountId])
}
