import { type Insertable, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { RefCodeTable, ReferralTable } from '../../database/tables.ts'

/** A code with how many people it may invite, and how many it has. */
export function findCode(db: Database, code: string) {
  return codes(db).where('refCode.code', '=', code).executeTakeFirst()
}

/** The same by id, with the fields for the main admin. */
export function findCodeById(db: Database, id: number) {
  return codes(db)
    .innerJoin('user', 'user.id', 'refCode.sourceUserId')
    .select(['user.email', 'refCode.visit'])
    .where('refCode.id', '=', id)
    .executeTakeFirst()
}

/**
 * A code, locked until the transaction ends; undefined when it is gone.
 *
 * Both databases lock a row that is written, and one of them has no other way to lock.
 */
export async function holdCode(tx: Database, id: number) {
  await tx
    .updateTable('refCode')
    .set((eb) => ({ visit: eb.ref('visit') }))
    .where('id', '=', id)
    .execute()
  return codes(tx).where('refCode.id', '=', id).executeTakeFirst()
}

/** The codes of a person, oldest first; `open` leaves out the full ones. */
export function selectCodesOf(db: Database, userId: number, { open }: { open: boolean }) {
  return codes(db)
    .where('refCode.sourceUserId', '=', userId)
    .$if(open, (rows) => rows.where((eb) => eb(countOf, '<', eb.ref('refCode.maxUser'))))
    .orderBy('refCode.id')
    .execute()
}

/** Inserts a code; returns whether it is new. */
export async function insertCode(db: Database, code: Insertable<RefCodeTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('refCode')
    .values(code)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Changes how many people a code may invite; returns whether there is one. */
export async function changeMaxUser(db: Database, id: number, maxUser: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refCode')
    .set({ maxUser })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Counts a visit by a code that has a free place; returns whether it has. */
export async function changeVisit(db: Database, code: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refCode')
    .set((eb) => ({ visit: eb('visit', '+', 1) }))
    .where('code', '=', code)
    .where((eb) => eb(countOf, '<', eb.ref('refCode.maxUser')))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a code with the record of whom it invited; returns whether there was one. */
export async function removeCode(
  db: Database,
  by: { code: string } | { id: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('refCode')
    .$if('code' in by, (rows) => rows.where('code', '=', 'code' in by ? by.code : ''))
    .$if('id' in by, (rows) => rows.where('id', '=', 'id' in by ? by.id : 0))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Records who was invited by which code; not when the person was invited before. */
export async function insertReferral(
  db: Database,
  referral: Insertable<ReferralTable>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('referral')
    .values(referral)
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Deletes the record that one person invited another; returns whether there was one. */
export async function removeReferral(
  db: Database,
  sourceUserId: number,
  userId: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('referral')
    .where('userId', '=', userId)
    .where('codeId', 'in', (eb) =>
      eb.selectFrom('refCode').select('id').where('sourceUserId', '=', sourceUserId),
    )
    .executeTakeFirst()
  return numDeletedRows > 0n
}

function codes(db: Database) {
  return db
    .selectFrom('refCode')
    .select(['refCode.id', 'refCode.code', 'refCode.sourceUserId', 'refCode.maxUser'])
    .select(countOf.as('count'))
}

/** How many people the code of a row invited. */
export const countOf = sql<number>`(select count(*) from "referral" where "codeId" = "refCode"."id")`
