import { createHmac } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { isUsedUp, takeAttempt } from '../http/limits/attempts.ts'

/** How long a mailed code or link is valid. Wire-contract facts: 4.1, 4.3. */
export const MAILED_LIFETIME_MS = 600_000
/** From this age on a new code is made for a new request: the present one would expire too soon. */
const RENEWAL_AGE_MS = MAILED_LIFETIME_MS / 2
/** How long after a mail with a code another one may be sent to the same mailbox. */
const MAIL_INTERVAL_MS = 110_000
/** How often one client may try a code, and all of them together. */
const MAX_TRIES = 5
const MAX_TRIES_OF_ALL = 50

/** The key of one client's tries of one code. */
const triesOf = (client: string, { email, createTime }: { email: string; createTime: number }) => ({
  key: `code:${email}:${createTime}:${client}`,
  most: MAX_TRIES,
  window: MAILED_LIFETIME_MS,
})

/** The code of an address, six digits: derived from its time, so it can be mailed once more. */
export function codeOf(secret: string, email: string, time: number): string {
  const bytes = createHmac('sha256', secret).update(`code:${email}:${time}`).digest()
  return String(bytes.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

/**
 * Stores the code that is mailed to an address; returns whether it replaced the previous one.
 *
 * A code that is valid for a while longer stays. One with too many wrong tries is replaced: tries
 * of everyone, or of the client that requested it and does so again. A third party's tries do not
 * void it.
 */
export async function insertCode(
  db: Database,
  { codeHash, ...request }: { email: string; codeHash: string; now: number; network: string },
  client: string,
): Promise<boolean> {
  const { email, now, network } = request
  const stored = await findCode(db, email)
  const isVoid =
    stored?.network === network && (await isUsedUp(db, now, triesOf(client, { email, ...stored })))
  const fresh = { codeHash, tries: 0, createTime: now, network }
  const row = await db
    .insertInto('mailCode')
    .values({ email, ...fresh })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet(fresh)
        .where((eb) =>
          eb.or([
            eb('mailCode.createTime', '<=', now - RENEWAL_AGE_MS),
            eb('mailCode.tries', '>=', MAX_TRIES_OF_ALL),
            // Unless another call has replaced it since.
            eb('mailCode.createTime', '=', isVoid ? stored.createTime : -1),
          ]),
        ),
    )
    .returning('email')
    .executeTakeFirst()
  return row !== undefined
}

const findCode = (db: Database, email: string) =>
  db
    .selectFrom('mailCode')
    .select(['createTime', 'network'])
    .where('email', '=', email)
    .executeTakeFirst()

/** The code of an address, where it may be mailed there once more. Undefined where it may not. */
export async function findCodeToMailAgain(db: Database, email: string, now: number) {
  const mailed = await db
    .selectFrom('mail')
    .select('id')
    .where('kind', '=', 'code')
    .where('recipient', '=', email)
    .where('createTime', '>', now - MAIL_INTERVAL_MS)
    .executeTakeFirst()
  if (mailed) return undefined
  return db
    .selectFrom('mailCode')
    .select(['codeHash', 'createTime'])
    .where('email', '=', email)
    .executeTakeFirst()
}

/** Counts one of a client's tries of a code; returns the hash, or undefined when none is left. */
export async function takeTry(
  db: Database,
  { email, now, client }: { email: string; now: number; client: string },
) {
  const stored = await findCode(db, email)
  if (!stored || !(await takeAttempt(db, now, triesOf(client, { email, ...stored }))))
    return undefined
  const row = await db
    .updateTable('mailCode')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('email', '=', email)
    .where('createTime', '=', stored.createTime)
    .where('tries', '<', MAX_TRIES_OF_ALL)
    .where('createTime', '>', now - MAILED_LIFETIME_MS)
    .returning('codeHash')
    .executeTakeFirst()
  return row?.codeHash
}

/** Uses a code up; returns whether it was still there. */
export async function removeCode(db: Database, email: string, codeHash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('mailCode')
    .where('email', '=', email)
    .where('codeHash', '=', codeHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes a code that could not be mailed, so that another may be requested. */
export async function removeUnmailedCode(db: Database, email: string, createTime: number) {
  await db
    .deleteFrom('mailCode')
    .where('email', '=', email)
    .where('createTime', '=', createTime)
    .execute()
}

/** Deletes expired codes. */
export async function removeOldCodes(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('mailCode')
    .where('createTime', '<=', now - MAILED_LIFETIME_MS)
    .execute()
}
