import { sql } from 'kysely'
import { isMainAdmin } from '#rules/roles.ts'
import { type UserSnapshot, restoreSnapshot, selectSnapshot } from '../../people/users/snapshot.ts'
import { isForeignKeyViolation } from '../../database/foreignKeys.ts'
import { removePerson, reasonNotToDelete } from '../../people/users/people.ts'
import type { ActionContext, Kind } from './kind.ts'
import { noteDeletion } from './note.ts'

/**
 * Deletes a user or an admin, refused for the reasons and with the words of `deleteUser`; undo
 * restores them with their data.
 */
export const deleteUser: Kind<'deleteUser'> = {
  async check({ tx, id }) {
    // No selection includes the main admin; this guards future selections.
    if (isMainAdmin(id)) return 'main admin'
    const person = await tx.selectFrom('user').select('id').where('id', '=', id).executeTakeFirst()
    return person ? reasonNotToDelete(tx, id) : 'gone'
  },
  async run(context) {
    const { tx, id } = context
    const problem = await deleteUser.check(context)
    if (problem) return { problem }
    const before = await selectSnapshot(tx, id)
    if (!before) return { problem: 'gone' }
    if (!(await removed(context))) return { problem: 'account with this user exists' }
    const { user } = before
    await noteDeletion(context, 'deleteUser', { label: user.username, row: user })
    return { before }
  },
  async undo(context, before: UserSnapshot) {
    if (!(await restoreSnapshot(context.tx, before))) return 'name taken'
    const { user } = before
    await noteDeletion(context, 'deleteUser', { label: user.username, row: user })
    return undefined
  },
}

/** Deletes the person, unless an account is assigned to them meanwhile; the others go on. */
async function removed({
  tx,
  id,
  now,
  secret,
}: Pick<ActionContext, 'tx' | 'id' | 'now' | 'secret'>): Promise<boolean> {
  // PostgreSQL accepts no more statements in a failed transaction, but rolls back to a savepoint.
  await sql`savepoint person`.execute(tx)
  try {
    const isGone = await removePerson(tx, id, now, secret)
    await sql`release savepoint person`.execute(tx)
    return isGone
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error
    await sql`rollback to savepoint person`.execute(tx)
    return false
  }
}
