import type { Database } from '../../database/database.ts'
import { MAILED_LIFETIME_MS, removeUnmailedCode } from '../codes.ts'
import { removeUnmailedLink } from '../links.ts'
import type { MailFailure } from './problem.ts'
import type { StoredMail } from './store.ts'

const MINUTE_MS = 60_000
/** How long to wait after each failure; after the last there is no further try. */
const RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS]
/** A try further away than this is of a clock that was wrong, and is due. */
const MAX_RETRY_DELAY_MS = Math.max(...RETRY_DELAYS_MS)
/** How long a mail belongs to whoever took it, should they not come back. */
const LEASE_MS = 2 * MINUTE_MS
/** Mail that could not be sent for so long would only puzzle people. */
const MAX_AGE_MS = 72 * 60 * MINUTE_MS
const SECRET = ['code', 'reset', 'welcome'] as const

/**
 * Takes the mail that should go next; nothing when none is due.
 *
 * Of several processes one gets it. Should that one die, others may take it two minutes later.
 */
export async function takeDueMail(db: Database, now: number): Promise<StoredMail | undefined> {
  for (;;) {
    const due = await db
      .selectFrom('mail')
      .selectAll()
      .where('status', '=', 'waiting')
      .where((eb) =>
        eb.or([eb('nextTry', '<=', now), eb('nextTry', '>', now + MAX_RETRY_DELAY_MS)]),
      )
      // Somebody is waiting for a code before the screen.
      .orderBy((eb) => eb.case().when('kind', 'in', SECRET).then(0).else(1).end())
      .orderBy('nextTry')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!due) return undefined
    const tries = due.tries + 1
    const { numUpdatedRows } = await db
      .updateTable('mail')
      // Without an error, so that it can be told from one that waits for its next try.
      .set({ tries, nextTry: now + LEASE_MS, error: null })
      .where('id', '=', due.id)
      .where('status', '=', 'waiting')
      .where('tries', '=', due.tries)
      .where('nextTry', '=', due.nextTry)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return { ...due, tries }
  }
}

/** Notes that a mail went out. What it carried is forgotten. */
export async function changeToSent(db: Database, mail: StoredMail, now: number): Promise<void> {
  await ours(db, mail)
    .set({ status: 'sent', sentTime: now, nextTry: null, error: null, ...emptied(mail) })
    .execute()
}

/** Notes that a mail did not go out, and when it is tried again, if it is. */
export async function changeToFailed(
  db: Database,
  mail: StoredMail,
  { detail, isFinal }: MailFailure,
  now: number,
): Promise<void> {
  const wait = RETRY_DELAYS_MS[mail.tries - 1]
  const nextTry = wait === undefined ? Number.POSITIVE_INFINITY : now + wait
  if (!isFinal && wait !== undefined && nextTry < goodUntil(mail)) {
    await ours(db, mail).set({ error: detail, nextTry }).execute()
    return
  }
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await ours(tx, mail)
      .set({ status: 'failed', error: detail, nextTry: null, ...emptied(mail) })
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await forget(tx, mail)
  })
}

/** Gives up mails that waited until they were of no use. */
export async function cancelStaleMails(db: Database, now: number): Promise<void> {
  await db
    .updateTable('mail')
    .set({ status: 'cancelled', nextTry: null, content: '' })
    .where('status', '=', 'waiting')
    .where('kind', 'in', SECRET)
    .where('createTime', '<=', now - MAILED_LIFETIME_MS)
    .execute()
  await db
    .updateTable('mail')
    .set({ status: 'cancelled', nextTry: null })
    .where('status', '=', 'waiting')
    .where('nextTry', '<=', now - MAX_AGE_MS)
    .execute()
}

/** Whether what a mail carries is no longer good. */
export function isTooLate(mail: Pick<StoredMail, 'kind' | 'content' | 'createTime'>, now: number) {
  return isSecret(mail) && (mail.content === '' || now >= goodUntil(mail))
}

const isSecret = ({ kind }: Pick<StoredMail, 'kind'>) =>
  (SECRET as readonly string[]).includes(kind)

const goodUntil = (mail: Pick<StoredMail, 'kind' | 'createTime'>) =>
  isSecret(mail) ? mail.createTime + MAILED_LIFETIME_MS : Number.POSITIVE_INFINITY

const emptied = (mail: StoredMail) => (isSecret(mail) ? { content: '' } : {})

// Only while it is still ours: the lease may have ended meanwhile.
const ours = (db: Database, { id, tries }: StoredMail) =>
  db
    .updateTable('mail')
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('tries', '=', tries)

/** What never arrived need not keep the person from asking anew. */
async function forget(tx: Database, { kind, recipient, userId, createTime }: StoredMail) {
  if (kind === 'code') await removeUnmailedCode(tx, recipient, createTime)
  if (kind === 'reset' && userId !== null) await removeUnmailedLink(tx, userId, createTime)
}
