import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import { MAILED_LIFETIME_MS, removeUnmailedCode } from '../codes.ts'
import { removeUnmailedLink } from '../links.ts'
import type { MailFailure } from './problem.ts'
import type { StoredMail } from './store.ts'

const MINUTE_MS = 60_000
/** Pause after each failure; after the last there is no further try. */
const RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS]
/** A retry further away than this is from a wrong clock, and is due. */
const MAX_RETRY_DELAY_MS = Math.max(...RETRY_DELAYS_MS)
/** Lease of a mail for the process that sends it, ms. */
const LEASE_MS = 2 * MINUTE_MS
/** Mail that could not be sent for so long would only puzzle people. */
const MAX_AGE_MS = 72 * 60 * MINUTE_MS
const SECRET = ['code', 'reset', 'welcome'] as const
/** Pause after the server refused a mail for reasons that are not its own, ms. */
const DEFERRED_MS = { secret: 10_000, other: MINUTE_MS }

/**
 * Takes the mail that should be sent next; undefined when none is due. `secretOnly` leaves those
 * that can wait.
 *
 * Of several processes one gets it. Should that one crash, others may take it two minutes later.
 */
export async function takeDueMail(
  db: Database,
  now: number,
  { secretOnly = false }: { secretOnly?: boolean } = {},
): Promise<StoredMail | undefined> {
  for (;;) {
    const due = await db
      .selectFrom('mail')
      .selectAll()
      .where('status', '=', 'waiting')
      .where((eb) =>
        eb.or([eb('nextTry', '<=', now), eb('nextTry', '>', now + MAX_RETRY_DELAY_MS)]),
      )
      .$if(secretOnly, (rows) => rows.where('kind', 'in', SECRET))
      .orderBy(rank)
      .orderBy('nextTry')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!due) return undefined
    const tries = due.tries + 1
    const { numUpdatedRows } = await db
      .updateTable('mail')
      // Without an error, so that it differs from one that waits for its next try.
      .set({ tries, nextTry: now + LEASE_MS, error: null })
      .where('id', '=', due.id)
      .where('status', '=', 'waiting')
      .where('tries', '=', due.tries)
      .where('nextTry', '=', due.nextTry)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return { ...due, tries }
  }
}

/** A person waits for a code, and will soon look for what was bought; a mailing can wait. */
const rank = (eb: ExpressionBuilder<Tables, 'mail'>) =>
  eb
    .case()
    .when('kind', 'in', ['code', 'reset'])
    .then(0)
    .when('kind', '=', 'welcome')
    .then(1)
    .when('kind', '=', 'order')
    .then(2)
    .else(3)
    .end()

/** Records that a mail was sent. Its content is deleted. */
export async function changeToSent(db: Database, mail: StoredMail, now: number): Promise<void> {
  await ours(db, mail)
    .set({ status: 'sent', sentTime: now, nextTry: null, error: null, ...emptied(mail) })
    .execute()
}

/** Records that a mail was not sent, and when it is retried, if it is. */
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
  await giveUp(db, mail, detail)
}

/**
 * Records that a mail has to wait for reasons that are not its own: that was no try. `at` is when it
 * goes on, unless that is for the queue to say.
 */
export async function changeToDeferred(
  db: Database,
  mail: StoredMail,
  { detail }: MailFailure,
  now: number,
  at = now + (isSecret(mail) ? DEFERRED_MS.secret : DEFERRED_MS.other),
): Promise<void> {
  if (at >= Math.min(goodUntil(mail), mail.createTime + MAX_AGE_MS)) {
    await giveUp(db, mail, detail)
    return
  }
  await ours(db, mail)
    .set({ tries: mail.tries - 1, error: detail, nextTry: at })
    .execute()
}

async function giveUp(db: Database, mail: StoredMail, detail: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await ours(tx, mail)
      .set({ status: 'failed', error: detail, nextTry: null, ...emptied(mail) })
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await forget(tx, mail)
  })
}

/** Gives up mails that waited until they were useless. */
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

/** Whether the code or link in a mail has expired. */
export function isTooLate(mail: Pick<StoredMail, 'kind' | 'content' | 'createTime'>, now: number) {
  return isSecret(mail) && (mail.content === '' || now >= goodUntil(mail))
}

/** Whether a mail carries a code, a link or a password, for which somebody waits. */
export const isSecret = ({ kind }: Pick<StoredMail, 'kind'>) =>
  (SECRET as readonly string[]).includes(kind)

const goodUntil = (mail: Pick<StoredMail, 'kind' | 'createTime'>) =>
  isSecret(mail) ? mail.createTime + MAILED_LIFETIME_MS : Number.POSITIVE_INFINITY

const emptied = (mail: StoredMail) => (isSecret(mail) ? { content: '' } : {})

// Only while the lease is ours: it may have ended meanwhile.
const ours = (db: Database, { id, tries }: StoredMail) =>
  db
    .updateTable('mail')
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('tries', '=', tries)

/** A code that never arrived must not stop the person from requesting another. */
async function forget(tx: Database, { kind, recipient, userId, createTime }: StoredMail) {
  if (kind === 'code') await removeUnmailedCode(tx, recipient, createTime)
  if (kind === 'reset' && userId !== null) await removeUnmailedLink(tx, userId, createTime)
}
