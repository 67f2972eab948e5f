import type { Database } from '../../database/database.ts'

/** How long it stays readable who was deleted, ms: as long as an admin may undo it. */
const NAMED_MS = 30 * 86_400_000
/** How long an event stays readable, ms; its row stays, so that nothing is notified twice. */
const EVENT_READABLE_MS = 90 * 86_400_000
/** Whom the audit log names by an address, with what is about them. */
const ABOUT_PEOPLE = ['user', 'secondFactor'] as const

/**
 * Deletes what names a person outside of their own rows: events, mails, codes, and what the audit
 * log says of them; that something was done to a person, by whom and when, stays in it. Requires
 * the transaction that deletes them.
 */
export async function forgetPerson(
  tx: Database,
  { id, email, macs }: { id: number; email: string; macs: readonly string[] },
): Promise<void> {
  await tx
    .deleteFrom('event')
    .where((eb) => eb.or([eb('subjectId', '=', id), eb('userId', '=', id)]))
    .execute()
  await tx
    .deleteFrom('mail')
    .where((eb) => eb.or([eb('userId', '=', id), eb('recipient', '=', email)]))
    .execute()
  await tx.deleteFrom('mailCode').where('email', '=', email).execute()
  await tx
    .updateTable('audit')
    .set({ label: '', before: null, after: null })
    .where('subject', 'in', ABOUT_PEOPLE)
    .where('subjectId', '=', id)
    .execute()
  if (macs.length > 0)
    await tx
      .updateTable('audit')
      .set({ label: '', before: null, after: null })
      .where('subject', '=', 'macAccount')
      .where('label', 'in', macs)
      .execute()
}

/**
 * The same for who was deleted by an admin, once that can no longer be undone: the log names them
 * until then. Empties old events as well.
 */
export async function forgetDeleted(db: Database, now: number): Promise<void> {
  await db
    .updateTable('audit')
    .set({ label: '', before: null, after: null })
    .where('subject', 'in', ABOUT_PEOPLE)
    .where('time', '<=', now - NAMED_MS)
    .where('label', '!=', '')
    .where('subjectId', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('user').select('user.id').whereRef('user.id', '=', 'audit.subjectId'))),
    )
    .execute()
  await db
    .updateTable('audit')
    .set({ label: '', before: null, after: null })
    .where('subject', '=', 'macAccount')
    .where('time', '<=', now - NAMED_MS)
    .where('label', '!=', '')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('macAccount').select('id').whereRef('macAccount.mac', '=', 'audit.label'),
        ),
      ),
    )
    .execute()
  await db
    .updateTable('event')
    .set({ data: '{}' })
    .where('createTime', '<=', now - EVENT_READABLE_MS)
    .where('data', '!=', '{}')
    .execute()
}
