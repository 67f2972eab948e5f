import type { Database } from '../database/database.ts'
import { hashOfLink } from '../database/secret/links.ts'
import { findSecret } from '../database/secret/secret.ts'
import { findSetting } from '../database/settings/store.ts'
import type { FormerKeyTable } from '../database/tables.ts'
import type { StoredAccount } from './store.ts'

type Kind = FormerKeyTable['kind']

/** How a password or a link is replaced. */
export type Replacing = {
  kind: Kind
  /** Ends what was valid before at once, whatever the setting says: somebody else has it. */
  endsFormer: boolean | undefined
  now: number
}

const HOUR_MS = 3_600_000

/**
 * Notes that the password or the link of an account is about to be another one: what it is now opens
 * the account for as many hours more as the setting says, so that apps need not be changed at that
 * moment; what was noted before ends. Requires a transaction that holds the account.
 */
export async function keepFormer(
  tx: Database,
  account: Pick<StoredAccount, 'id' | 'password' | 'subscribe' | 'subscribeHash'>,
  { kind, endsFormer = false, now }: Replacing,
): Promise<void> {
  const accountId = account.id
  await endFormer(tx, accountId, kind)
  const { graceHours = 0 } = await findSetting(tx, 'account')
  if (endsFormer || graceHours === 0) return
  const value = kind === 'password' ? account.password : await hashNow(tx, account)
  const until = now + graceHours * HOUR_MS
  await tx.insertInto('formerKey').values({ accountId, kind, value, until }).execute()
}

/** Ends what a former password or link of an account still opens. */
export async function endFormer(tx: Database, accountId: number, kind: Kind): Promise<void> {
  await tx
    .deleteFrom('formerKey')
    .where('accountId', '=', accountId)
    .where('kind', '=', kind)
    .execute()
}

/** The hash of its link, also of one that is not sealed yet. */
async function hashNow(
  tx: Database,
  { subscribe, subscribeHash }: Pick<StoredAccount, 'subscribe' | 'subscribeHash'>,
): Promise<string> {
  return subscribeHash ?? hashOfLink(await findSecret(tx), subscribe)
}

/** The account whose link this was, by its hash, as long as it still opens it. */
export async function findByFormerLink(
  db: Database,
  hash: string,
  now: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('formerKey')
    .select('accountId')
    .where('kind', '=', 'link')
    .where('value', '=', hash)
    .where('until', '>', now)
    .executeTakeFirst()
  return row?.accountId
}

/** A password that still opens an account. */
export type FormerPassword = { password: string; until: number }

/** The passwords that still open some accounts besides their own, by account. */
export async function selectFormerPasswords(
  db: Database,
  accountIds: readonly number[],
  now: number,
): Promise<Map<number, FormerPassword>> {
  const rows = await db
    .selectFrom('formerKey')
    .select(['accountId', 'value', 'until'])
    .where('kind', '=', 'password')
    .where('until', '>', now)
    .execute()
  const wanted = new Set(accountIds)
  const some = rows.filter(({ accountId }) => wanted.has(accountId))
  return new Map(some.map(({ accountId, value, until }) => [accountId, { password: value, until }]))
}

/** Deletes what opens nothing any more: a password that is stored can be read. */
export async function removeFormerKeys(db: Database, now: number): Promise<void> {
  await db.deleteFrom('formerKey').where('until', '<=', now).execute()
}
