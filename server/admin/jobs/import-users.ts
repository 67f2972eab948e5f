import { randomBytes } from 'node:crypto'
import { insertPerson, reasonNotToDelete, removePerson } from '../../people/users/people.ts'
import { hashPassword } from '../../people/session/passwords.ts'
import { countCustomers, isFull } from '../../people/permissions/store.ts'
import type { ImportedUser } from './imported.ts'
import { holdImporter } from './importer.ts'
import type { Kind } from './kind.ts'

/** Of a password nobody knows; made once, as hashing takes time. */
let unknown: Promise<string> | undefined

/** Adds a user from a row of a table. */
export const importUsers: Kind<'importUsers'> = {
  check: async () => undefined,
  prepare(input) {
    const { password } = input as ImportedUser
    if (password !== null) return hashPassword(password)
    unknown ??= hashPassword(randomBytes(32).toString('base64url'))
    return unknown
  },
  async run({ tx, now, input, prepared, ...context }) {
    const { email, groupId, createTime, comment } = input as ImportedUser
    const importer = await holdImporter({ tx, ...context }, 'createUser')
    if (typeof importer === 'string') return { problem: importer }
    if (importer && importer.groupId !== groupId) return { problem: 'unknown group' }
    if (importer && isFull(importer.limits, await countCustomers(tx, groupId)))
      return { problem: 'customer limit' }
    const group = tx.selectFrom('userGroup').select('id').where('id', '=', groupId)
    if (!(await group.executeTakeFirst())) return { problem: 'unknown group' }
    const id = await insertPerson(tx, {
      username: email,
      email,
      passwordHash: prepared as string,
      type: 'normal',
      groupId,
      comment,
      createTime: createTime ?? now,
    })
    return id === undefined ? { problem: 'user exists' } : { before: { id, groupId } }
  },
  async undo({ tx, now }, { id, groupId }: { id: number; groupId?: number }) {
    const person = await tx
      .selectFrom('user')
      .select(['lastLogin', 'groupId'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!person) return 'gone'
    // Earlier versions did not note it.
    if (groupId !== undefined && person.groupId !== groupId) return 'changed since'
    const order = tx.selectFrom('placedOrder').select('id').where('userId', '=', id).limit(1)
    if (person.lastLogin !== null || (await order.executeTakeFirst())) return 'changed since'
    const reason = await reasonNotToDelete(tx, id)
    if (reason) return reason
    return (await removePerson(tx, id, now)) ? undefined : 'account with this user exists'
  },
}
