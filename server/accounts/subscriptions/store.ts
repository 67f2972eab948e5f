import { sql } from 'kysely'
import { findByFormerLink } from '../former.ts'
import { accounts, findAccount } from '../store.ts'
import type { Database } from '../../database/database.ts'
import { hashOfLink, sealedLink } from '../../database/secret/links.ts'
import { findSecret } from '../../database/secret/secret.ts'
import { findMac } from '../macAccounts/store.ts'

const HOUR_MS = 3_600_000

/** The account that a subscription token opens, or still opens for a while. */
export async function findAccountByToken(db: Database, token: string, now: number) {
  const given = token.toLowerCase()
  const hash = hashOfLink(await findSecret(db), given)
  const found = await accounts(db).where('account.subscribeHash', '=', hash).executeTakeFirst()
  if (found) return found
  // One that is not sealed yet. What is sealed must not open itself.
  const unsealed = await accounts(db)
    .where('account.subscribe', '=', given)
    .where('account.subscribeHash', 'is', null)
    .executeTakeFirst()
  if (unsealed) return unsealed
  const former = await findByFormerLink(db, hash, now)
  return former === undefined ? undefined : findAccount(db, former)
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
  await db
    .updateTable('account')
    .set(await sealedLink(db, subscribe))
    .where('id', '=', id)
    .execute()
}
