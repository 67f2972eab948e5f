import type { Kysely, Selectable } from 'kysely'
import { keyedHash } from '../../base/keyedHash.ts'
import type { Database } from '../database.ts'
import { seal, unseal } from '../sealed.ts'
import type { AccountTable, Tables } from '../tables.ts'
import { findSecret } from './secret.ts'

type Link = Pick<Selectable<AccountTable>, 'subscribe' | 'subscribeHash'>

/** The token of a subscription link as an account stores it: sealed, and found by its hash. */
export function sealLink(secret: string, token: string): Link {
  return { subscribe: seal(token, secret), subscribeHash: hashOfLink(secret, token) }
}

/** The same, for callers that have only the database. */
export async function sealedLink(db: Database, token: string): Promise<Link> {
  return sealLink(await findSecret(db), token)
}

/** What the token of a link is found by. */
export const hashOfLink = (secret: string, token: string): string =>
  keyedHash(secret, 'subscription', token)

/** The token of an account's link. Throws where it was sealed with another secret. */
export async function openLink(db: Database, { subscribe, subscribeHash }: Link): Promise<string> {
  return subscribeHash === null ? subscribe : unseal(subscribe, await findSecret(db))
}

/**
 * Seals the links that an earlier release has stored as they are, in one transaction; returns how
 * many. Cut off, it is done by the next start; of two processes one does it.
 */
export async function sealLinks(db: Kysely<Tables>, secret: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('account')
      .select(['id', 'subscribe'])
      .where('subscribeHash', 'is', null)
      .execute()
    for (const { id, subscribe } of rows)
      await tx
        .updateTable('account')
        .set(sealLink(secret, subscribe))
        .where('id', '=', id)
        .where('subscribe', '=', subscribe)
        .execute()
    return rows.length + (await sealDeleted(tx, secret))
  })
}

/** Seals the links of accounts that were deleted and can be restored. */
async function sealDeleted(tx: Database, secret: string): Promise<number> {
  const items = await tx
    .selectFrom('jobItem')
    .select(['jobId', 'subjectId', 'before'])
    .where('before', 'like', '{"row":%"subscribe":"%')
    .where('before', 'not like', '%"subscribeHash":"%')
    .execute()
  for (const { jobId, subjectId, before } of items) {
    const { row, ...rest } = JSON.parse(before ?? '') as { row: Link }
    await tx
      .updateTable('jobItem')
      .set({
        before: JSON.stringify({ row: { ...row, ...sealLink(secret, row.subscribe) }, ...rest }),
      })
      .where('jobId', '=', jobId)
      .where('subjectId', '=', subjectId)
      .execute()
  }
  return items.length
}

/** Seals every link with another secret; returns how many. Requires a transaction. */
export async function resealLinks(
  tx: Database,
  { from, to }: { from: string; to: string },
): Promise<number> {
  // Their tokens are not known, and so not the hashes they would have.
  await tx.deleteFrom('formerKey').where('kind', '=', 'link').execute()
  const rows = await tx
    .selectFrom('account')
    .select(['id', 'subscribe'])
    .where('subscribeHash', 'is not', null)
    .execute()
  for (const { id, subscribe } of rows)
    await tx
      .updateTable('account')
      .set(sealLink(to, unseal(subscribe, from)))
      .where('id', '=', id)
      .execute()
  const devices = await tx
    .selectFrom('device')
    .select(['id', 'subscribe'])
    .where('subscribe', '!=', '')
    .execute()
  for (const { id, subscribe } of devices)
    await tx
      .updateTable('device')
      .set(sealLink(to, unseal(subscribe, from)))
      .where('id', '=', id)
      .execute()
  return rows.length + devices.length
}
