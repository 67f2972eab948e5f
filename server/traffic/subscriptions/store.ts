import { sql } from 'kysely'
import { accounts, findAccount } from '../accounts/store.ts'
import type { Database } from '../../database/database.ts'
import { findMac } from '../macAccounts/store.ts'

const HOUR_MS = 3_600_000

/** The account that a subscription token opens. */
export function findAccountByToken(db: Database, token: string) {
  return accounts(db).where('account.subscribe', '=', token.toLowerCase()).executeTakeFirst()
}

/** The account a registered device uses; `mac` is twelve lower-case digits. */
export async function findAccountByMac(db: Database, mac: string) {
  const device = await findMac(db, mac)
  return device?.accountId ? findAccount(db, device.accountId) : undefined
}

/** The language an account's owner was last seen in; undefined where it has no owner. */
export async function findLanguageOf(db: Database, { userId }: { userId: number | null }) {
  const owner = db.selectFrom('user').select('language').where('id', '=', userId)
  return userId === null ? undefined : (await owner.executeTakeFirst())?.language
}

/**
 * Bytes an account sent and received since its cycle began, as they crossed the wire; of the hours
 * still stored.
 */
export async function selectDirections(db: Database, accountId: number, from: number) {
  return db
    .selectFrom('flowHour')
    .select([
      sql<number>`cast(coalesce(sum("up"), 0) as bigint)`.as('up'),
      sql<number>`cast(coalesce(sum("down"), 0) as bigint)`.as('down'),
    ])
    .where('accountId', '=', accountId)
    .where('bucket', '>=', from - (from % HOUR_MS))
    .executeTakeFirstOrThrow()
}

/** Gives an account another token. */
export async function changeToken(db: Database, id: number, subscribe: string): Promise<void> {
  await db.updateTable('account').set({ subscribe }).where('id', '=', id).execute()
}
