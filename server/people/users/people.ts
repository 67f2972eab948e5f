import { noteMailbox } from './mailboxes.ts'
import type { Insertable } from 'kysely'
import { MAIN_ADMIN } from '#rules/roles.ts'
import { OPEN, PAID } from '#rules/placed.ts'
import type { Database } from '../../database/database.ts'
import { forgetPerson } from './forgetting.ts'
import type { UserTable } from '../../database/tables.ts'

const SHOWN = [
  'id',
  'username',
  'email',
  'telegram',
  'type',
  'createTime',
  'lastLogin',
  'groupId as group',
  'comment',
] as const

/** The person of a type with this id; `group` limits it to one group. */
export function findPerson(
  db: Database,
  id: number,
  { type, group }: { type?: UserTable['type']; group?: number | undefined },
) {
  return db
    .selectFrom('user')
    .select(SHOWN)
    .where('id', '=', id)
    .$if(type !== undefined, (people) => people.where('type', '=', type!))
    .$if(group !== undefined, (people) => people.where('groupId', '=', group!))
    .executeTakeFirst()
}

/** Who invited this person, if anyone; `group` leaves out a person its admins may not see. */
export function findInviter(db: Database, id: number, group?: number) {
  return db
    .selectFrom('referral')
    .innerJoin('refCode', 'refCode.id', 'referral.codeId')
    .innerJoin('user', 'user.id', 'refCode.sourceUserId')
    .select(['user.id', 'user.email'])
    .where('referral.userId', '=', id)
    .$if(group !== undefined, (people) =>
      people.where('user.groupId', '=', group!).where('user.id', '<>', MAIN_ADMIN),
    )
    .executeTakeFirst()
}

/** Inserts a person; undefined when the name is taken. */
export async function insertPerson(
  db: Database,
  person: Insertable<UserTable>,
): Promise<number | undefined> {
  const row = await db
    .insertInto('user')
    .values(person)
    .onConflict((conflict) => conflict.column('username').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Sets the comment on a person; returns whether there is one. */
export async function changeComment(db: Database, id: number, comment: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user')
    .set({ comment })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Deletes a person without accounts, with devices, codes and messages, and what names them
 * elsewhere; returns whether it did.
 * Requires a transaction. What they ordered and did not pay for is due to be closed, at its
 * provider, too. With `secret`, who is deleted is no new customer for a year.
 */
export async function removePerson(
  tx: Database,
  id: number,
  now: number,
  secret?: string,
): Promise<boolean> {
  const devices = tx.selectFrom('macAccount').select('mac').where('userId', '=', id)
  const macs = (await devices.execute()).map(({ mac }) => mac)
  const gone = await tx
    .deleteFrom('user')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('account').select('id').whereRef('account.userId', '=', 'user.id'))),
    )
    .returning(['email', 'type'])
    .executeTakeFirst()
  if (!gone) return false
  if (secret !== undefined && gone.type === 'normal')
    await noteMailbox(tx, { email: gone.email, secret, now })
  await tx
    .updateTable('placedOrder')
    .set({ expireTime: now, nextTry: now })
    .where('userId', '=', id)
    .where('status', 'in', OPEN)
    .where('paidTime', 'is', null)
    .execute()
  await forgetPerson(tx, { id, email: gone.email, macs })
  return true
}

/** Why a person cannot be deleted, in the words of the contract. */
export async function reasonNotToDelete(
  db: Database,
  userId: number,
): Promise<'unfinished order exists' | 'account with this user exists' | undefined> {
  if (await hasUndelivered(db, userId)) return 'unfinished order exists'
  const account = await db
    .selectFrom('account')
    .select('id')
    .where('userId', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return account && 'account with this user exists'
}

/** Whether this person has paid for something that is not delivered, or that is under review. */
async function hasUndelivered(db: Database, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('placedOrder')
    .select('id')
    .where('userId', '=', userId)
    .where((eb) =>
      eb.or([
        eb('status', 'in', PAID),
        eb.and([eb('status', 'in', OPEN), eb('paymentId', 'is not', null)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
