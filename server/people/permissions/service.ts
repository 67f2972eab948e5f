import type { Schema } from '#contract'
import type { Call, Caller } from '../../http/contract.ts'
import { type Database, inTransaction } from '../../database/database.ts'
import { holdRows } from '../../database/revision.ts'
import { Refusal } from '../../base/refusal.ts'
import { changePermissions, countCustomers, holdLimits, isFull } from './store.ts'

/** Sets what an admin may do. Refuses users, the main admin, and plans that are gone. */
export async function setPermissions(call: Call<'setPermissions'>): Promise<'success'> {
  const { db, path, body } = call
  await inTransaction(db, async (tx) => {
    await holdPlans(tx, body)
    if (!(await changePermissions(tx, path.userId, body))) throw new Refusal(403)
  })
  return 'success'
}

/** Locks the plans of a set, so that none goes while it is named. Refuses unknown ones. */
export async function holdPlans(tx: Database, { plans }: Schema<'Permissions'>): Promise<void> {
  if (plans && !(await holdRows(tx, 'plan', plans))) throw new Refusal(403)
}

/** Refuses with `customer limit` when a reseller's group is full. Requires the transaction. */
export async function checkCustomers(tx: Database, caller: Caller): Promise<void> {
  const limits = await holdLimits(tx, caller, 'createUser')
  if (limits?.maxCustomers == null) return
  if (isFull(limits, await countCustomers(tx, caller.groupId)))
    throw new Refusal(403, 'customer limit')
}
