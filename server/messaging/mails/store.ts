import type { Selectable } from 'kysely'
import type { Schema } from '#contract'
import { PAGE_SIZE } from '#rules/paging.ts'
import type { Database } from '../../database/database.ts'
import type { MailTable } from '../../database/tables.ts'
import { cutPage, inOrder } from '../../database/lists/page.ts'
import { signalMail } from './signal.ts'

type NewMail = Pick<MailTable, 'kind' | 'recipient' | 'subject' | 'content'> & {
  userId?: number
  /** Identifies a mail that is sent once, such as `order:17`. */
  effect?: string
}

/** A mail as it is stored. */
export type StoredMail = Selectable<MailTable>

const SHOWN = [
  'id',
  'kind',
  'recipient',
  'userId',
  'subject',
  'status',
  'tries',
  'nextTry',
  'error',
  'createTime',
  'sentTime',
] as const

/**
 * Puts a mail into the outbox, in the transaction that causes it; a repeated effect changes
 * nothing. Returns whether it is new there.
 *
 * It is sent at once, or at `sendAt`, ms.
 */
export async function insertMail(
  db: Database,
  mail: NewMail,
  now: number,
  sendAt = now,
): Promise<boolean> {
  const row = await db
    .insertInto('mail')
    .values({ ...mail, status: 'waiting', nextTry: sendAt, createTime: now })
    .onConflict((conflict) => conflict.column('effect').doNothing())
    .returning('id')
    .executeTakeFirst()
  signalMail()
  return row !== undefined
}

/** Records a mail that was sent, or not, while a person waited. Its content is not stored. */
export async function insertTriedMail(
  db: Database,
  mail: Pick<MailTable, 'kind' | 'recipient' | 'subject' | 'error' | 'createTime'>,
): Promise<void> {
  const { error, createTime } = mail
  const outcome = error === null ? { status: 'sent' as const, sentTime: createTime } : FAILED
  await db
    .insertInto('mail')
    .values({ ...mail, ...outcome, content: '', tries: 1, nextTry: null })
    .execute()
}

const FAILED = { status: 'failed', sentTime: null } as const

/** The mail with this id. */
export function findMail(db: Database, id: number): Promise<StoredMail | undefined> {
  return db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst()
}

/** One page of mails, newest first, without their content, and how many there are. */
export async function selectMailPage(
  db: Database,
  query: {
    page?: number
    pageSize?: number
    status?: Schema<'MailStatus'>
    kind?: MailTable['kind']
  },
) {
  const { page = 1, pageSize = PAGE_SIZE, status, kind } = query
  const matching = db
    .selectFrom('mail')
    .$if(status !== undefined, (rows) => rows.where('status', '=', status!))
    .$if(kind !== undefined, (rows) => rows.where('kind', '=', kind!))
  const count = async () => {
    const counted = matching.select(({ fn }) => fn.countAll<number>().as('total'))
    return (await counted.executeTakeFirstOrThrow()).total
  }
  const sorted = matching.select('mail.id').orderBy('createTime', 'desc').orderBy('mail.id', 'desc')
  const { ids, total } = await cutPage(sorted, count, { page, pageSize, isSearch: false })
  if (ids.length === 0) return { mails: [], total, page, pageSize }
  const rows = await db.selectFrom('mail').select(SHOWN).where('id', 'in', ids).execute()
  return { mails: inOrder(ids, rows), total, page, pageSize }
}

/**
 * Puts a mail that failed or waits back to the front; returns whether it did either.
 *
 * One that is being sent at this moment stays with its sender, or it would be sent twice.
 */
export async function changeToWaiting(db: Database, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail')
    .set({ status: 'waiting', tries: 0, nextTry: now })
    .where('id', '=', id)
    .where('status', '<>', 'sent')
    // A finished try leaves an error or ends the waiting.
    .where((eb) =>
      eb.or([
        eb('status', '<>', 'waiting'),
        eb('tries', '=', 0),
        eb('error', 'is not', null),
        eb('nextTry', '<=', now),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes finished mails after their retention. */
export async function removeOldMails(db: Database, before: number): Promise<void> {
  await db
    .deleteFrom('mail')
    .where('createTime', '<', before)
    .where('status', '<>', 'waiting')
    .execute()
}
