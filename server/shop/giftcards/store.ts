import { type Insertable, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { GiftcardTable } from '../../database/tables.ts'

/** The fields of a card that redeeming needs. */
export type Card = { id: number; code: string; planId: number }

/** Marks a card used, if it can be; of any number of concurrent callers, one gets it. */
export function takeCard(
  tx: Database,
  code: string,
  used: { userId: number; usedTime: number },
): Promise<Card | undefined> {
  return tx
    .updateTable('giftcard')
    .set({ ...used, status: 'USED' })
    .where('code', '=', code)
    .where('status', '=', 'AVAILABLE')
    .returning(['id', 'code', 'planId'])
    .executeTakeFirst()
}

/** Records the account a card was used for. */
export async function changeCardAccount(tx: Database, id: number, accountId: number) {
  await tx.updateTable('giftcard').set({ accountId }).where('id', '=', id).execute()
}

/** Whether there is such a card, used or not. */
export async function hasCard(db: Database, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('giftcard')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirst()
  return row !== undefined
}

/** The highest number a batch has; 0 before the first. */
export async function findLastBatch(db: Database): Promise<number> {
  const row = await db
    .selectFrom('giftcard')
    .select(({ fn }) => fn.max('batchNumber').as('last'))
    .executeTakeFirstOrThrow()
  return row.last ?? 0
}

/** Inserts one card; returns whether its code and its place in the batch were free. */
export async function insertCard(
  tx: Database,
  card: Omit<Insertable<GiftcardTable>, 'status'>,
): Promise<boolean> {
  const row = await tx
    .insertInto('giftcard')
    .values({ ...card, status: 'AVAILABLE' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Voids the unused cards of a batch; returns how many. */
export async function revokeCards(db: Database, batchNumber: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('giftcard')
    .set({ status: 'REVOKED' })
    .where('batchNumber', '=', batchNumber)
    .where('status', '=', 'AVAILABLE')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Batches by number, with how many cards of each state they hold; or one of them. */
export function selectBatches(db: Database, batchNumber?: number) {
  return db
    .selectFrom('giftcard')
    .leftJoin('plan', 'plan.id', 'giftcard.planId')
    .select(['batchNumber', 'planId', 'plan.name as orderName', 'giftcard.comment'])
    .select(({ fn }) => [
      fn.min('createTime').as('createTime'),
      fn.countAll<number>().as('total'),
      countOf('AVAILABLE').as('available'),
      countOf('REVOKED').as('revoked'),
    ])
    .$if(batchNumber !== undefined, (rows) => rows.where('batchNumber', '=', batchNumber!))
    .groupBy(['batchNumber', 'planId', 'plan.name', 'giftcard.comment'])
    .orderBy('batchNumber')
    .execute()
}

/** The cards of a batch in order, with who used them. */
export function selectCards(db: Database, batchNumber: number) {
  return db
    .selectFrom('giftcard')
    .leftJoin('user', 'user.id', 'giftcard.userId')
    .leftJoin('account', 'account.id', 'giftcard.accountId')
    .select(['giftcard.id', 'giftcard.code', 'giftcard.status', 'giftcard.usedTime'])
    .select(['account.port', 'user.email'])
    .where('batchNumber', '=', batchNumber)
    .orderBy('position')
    .execute()
}

const countOf = (status: GiftcardTable['status']) =>
  sql<number>`cast(sum(case when "status" = ${sql.lit(status)} then 1 else 0 end) as integer)`
