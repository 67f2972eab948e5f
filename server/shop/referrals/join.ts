import type { Database } from '../../database/database.ts'
import { findSetting } from '../../database/settings/store.ts'
import { hasRoomFor } from '../../people/permissions/store.ts'
import { changeGroup, findUser } from '../../people/users/seen.ts'
import { findCode, holdCode, insertReferral } from './store.ts'

/**
 * Records the code a person was invited by, and moves them to the inviter's group. Requires a
 * transaction.
 *
 * Returns whether it worked: not when inviting is off, the code is unknown or full, the person has
 * been invited before, or a reseller of the inviter's group may have no more customers. Nothing has changed then. Wire-contract facts: 4.1.
 */
export async function joinByCode(
  tx: Database,
  code: string,
  userId: number,
  now: number,
): Promise<boolean> {
  const { useRef } = await findSetting(tx, 'ref')
  const found = useRef ? await findCode(tx, code) : undefined
  // From here on this code's places are locked until the transaction ends.
  const held = found && (await holdCode(tx, found.id))
  if (!held || held.count >= held.maxUser || held.sourceUserId === userId) return false
  const inviter = await findUser(tx, held.sourceUserId)
  const guest = await findUser(tx, userId)
  if (!inviter || !guest) return false
  const isNewThere = guest.groupId !== inviter.groupId
  if (isNewThere && !(await hasRoomFor(tx, inviter.groupId))) return false
  if (!(await insertReferral(tx, { codeId: held.id, userId, createTime: now }))) return false
  await changeGroup(tx, userId, inviter.groupId)
  return true
}

/** Whether a code admits one more person: inviting is on, and a place is free. */
export async function hasPlace(db: Database, code: string): Promise<boolean> {
  const { useRef } = await findSetting(db, 'ref')
  const found = useRef ? await findCode(db, code) : undefined
  return found !== undefined && found.count < found.maxUser
}
