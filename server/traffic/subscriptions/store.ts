import { accounts, findAccount } from '../accounts/store.ts'
import type { Database } from '../../database/database.ts'
import { findMac } from '../macAccounts/store.ts'

/** The account that a subscription token opens. */
export function findAccountByToken(db: Database, token: string) {
  return accounts(db).where('account.subscribe', '=', token.toLowerCase()).executeTakeFirst()
}

/** The account a registered device uses; `mac` is twelve lower-case digits. */
export async function findAccountByMac(db: Database, mac: string) {
  const device = await findMac(db, mac)
  return device?.accountId ? findAccount(db, device.accountId) : undefined
}

/** Gives an account another token. */
export async function changeToken(db: Database, id: number, subscribe: string): Promise<void> {
  await db.updateTable('account').set({ subscribe }).where('id', '=', id).execute()
}
