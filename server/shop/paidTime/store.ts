import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { BoughtTimeTable } from '../../database/tables.ts'
import type { StoredAccount } from '../../accounts/store.ts'
import type { Priced, Terms } from './exchange.ts'

/** The terms of an account before they were changed by what was bought. */
export type Before = Terms &
  Pick<StoredAccount, 'orderId' | 'autoRemove' | 'cycleStart' | 'usageFrom'>

/** Time an account was given. */
export type Lot = Priced &
  Omit<Selectable<BoughtTimeTable>, 'terms' | 'before'> & { before: Before | null }

/** Time that is being given. */
export type NewLot = Omit<Lot, 'id' | 'accountId' | 'takenTime'>

/** What an account was given and still has, oldest first. */
export async function selectLots(db: Database, accountId: number): Promise<Lot[]> {
  const rows = await db
    .selectFrom('boughtTime')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('takenTime', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(toLot)
}

/** What an order gave, unless it was taken back. */
export async function findLotOf(db: Database, placedOrderId: number): Promise<Lot | undefined> {
  const row = await db
    .selectFrom('boughtTime')
    .selectAll()
    .where('placedOrderId', '=', placedOrderId)
    .where('takenTime', 'is', null)
    .executeTakeFirst()
  return row && toLot(row)
}

/** Notes time that an account is given. */
export async function insertLot(tx: Database, accountId: number, lot: NewLot): Promise<void> {
  const row: Insertable<BoughtTimeTable> = {
    ...lot,
    accountId,
    terms: JSON.stringify(lot.terms),
    before: lot.before && JSON.stringify(lot.before),
  }
  await tx.insertInto('boughtTime').values(row).execute()
}

/** Stores what is left of these, and how long it lasts. */
export async function changeLots(tx: Database, lots: readonly Lot[]): Promise<void> {
  for (const { id, own, carried, length, before } of lots)
    await tx
      .updateTable('boughtTime')
      .set({ own, carried, length, before: before && JSON.stringify(before) })
      .where('id', '=', id)
      .where('takenTime', 'is', null)
      .execute()
}

/** Takes what was given back; of two concurrent callers, one gets it. */
export async function takeLot(tx: Database, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('boughtTime')
    .set({ takenTime: now })
    .where('id', '=', id)
    .where('takenTime', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const toLot = ({ terms, before, ...row }: Selectable<BoughtTimeTable>): Lot => ({
  ...row,
  terms: JSON.parse(terms),
  before: before && JSON.parse(before),
})
