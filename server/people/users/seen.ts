import type { Caller } from '../../http/contract.ts'
import type { Database } from '../../database/database.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { groupOf } from '../../http/scope.ts'

/** A person's fields for other rooms. */
export function findUser(db: Database, id: number) {
  return db
    .selectFrom('user')
    .select(['id', 'type', 'groupId'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** A person an admin may see: other admins the users of their own group. Refuses with 403. Spec 6. */
export async function findSeenUser(db: Database, caller: Caller, id: number) {
  const user = found(await findUser(db, id))
  const group = groupOf(caller)
  if (group !== undefined && (user.groupId !== group || user.type !== 'normal'))
    throw new Refusal(403)
  return user
}

/** Moves a person to another group. */
export async function changeGroup(db: Database, id: number, groupId: number): Promise<void> {
  await db.updateTable('user').set({ groupId }).where('id', '=', id).execute()
}

/** Makes concurrent callers wait until the transaction ends. */
export async function holdUser(tx: Database, id: number): Promise<void> {
  await tx
    .updateTable('user')
    .set((eb) => ({ groupId: eb.ref('groupId') }))
    .where('id', '=', id)
    .execute()
}
