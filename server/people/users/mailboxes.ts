import { mailboxOf } from '#rules/email.ts'
import { keyedHash } from '../../base/keyedHash.ts'
import type { Database } from '../../database/database.ts'

/** How long a mailbox is recognized, ms: who left a year ago is new again. */
const KNOWN_MS = 365 * 86_400_000

/**
 * Notes that the owner of a mailbox was a customer here, and whether they had been one before: who
 * signed up with it, or was deleted, in the last year. Only a keyed hash of it is stored.
 */
export async function noteMailbox(
  tx: Database,
  { email, secret, now }: { email: string; secret: string; now: number },
): Promise<{ isKnown: boolean }> {
  const mailbox = keyedHash(secret, 'mailbox', mailboxOf(email))
  await tx
    .deleteFrom('knownMailbox')
    .where('lastTime', '<=', now - KNOWN_MS)
    .execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('knownMailbox')
    .values({ mailbox, lastTime: now })
    .onConflict((conflict) => conflict.column('mailbox').doNothing())
    .executeTakeFirst()
  if ((numInsertedOrUpdatedRows ?? 0n) > 0n) return { isKnown: false }
  const row = tx.updateTable('knownMailbox').set({ lastTime: now })
  await row.where('mailbox', '=', mailbox).execute()
  return { isKnown: true }
}
